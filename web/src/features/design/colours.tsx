import './colours.css'
import { contrast } from '@/ui/contrast'
import { Remark } from './specimen'
import { COLORS } from './tokens'

const GROUNDS = COLORS.filter(({ name }) => /^(ink|ground|panel|raise)$/.test(name))

/** Pairs that primitives use beside the plain grounds. */
const PAIRS = [
  ['lime', 'lime-dim'],
  ['amber', 'amber-dim'],
  ['red', 'red-dim'],
  ['ink', 'lime'],
] as const

const hexOf = (name: string) => COLORS.find((color) => color.name === name)?.hex ?? '#000000'

/** Every colour with its contrast on each ground. */
export function Colours() {
  const fronts = COLORS.filter((color) => !GROUNDS.includes(color) && !/-dim$|^line$/.test(color.name))
  return (
    <>
      <div className="design-wide design-swatches">
        {COLORS.map(({ name, hex }) => (
          <figure key={name}>
            <span style={{ background: hex }} />
            <figcaption>
              {name}
              <code>{hex}</code>
            </figcaption>
          </figure>
        ))}
      </div>
      <Remark
        th="ตัวเลขคือความต่างสี (WCAG 2.2) ข้อความต้องได้ 4.5 ขึ้นไป ขอบของช่องกรอก (control) 3 ขึ้นไป ตัวที่ไม่ถึงมีกรอบแดง"
        en="Figures are contrast ratios (WCAG 2.2): at least 4.5 for text, 3 for borders of controls. A figure below that has a red frame."
      />
      <div className="design-wide design-pairs">
        {fronts.flatMap((front) => GROUNDS.map((back) => <Pair key={front.name + back.name} front={front.name} back={back.name} />))}
        {PAIRS.map(([front, back]) => (
          <Pair key={front + back} front={front} back={back} />
        ))}
      </div>
    </>
  )
}

function Pair({ front, back }: { front: string; back: string }) {
  const ratio = contrast(hexOf(front), hexOf(back))
  const isLow = ratio < (front === 'control' ? 3 : 4.5)
  return (
    <p style={{ color: hexOf(front), background: hexOf(back) }} data-low={isLow || undefined}>
      {front} / {back} <b>{ratio.toFixed(1)}</b>
    </p>
  )
}
