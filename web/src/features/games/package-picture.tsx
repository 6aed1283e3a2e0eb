import type { Game, Product } from '@/features/catalogue/queries'
import { Glyph } from '@/ui/glyph'

/** Positions of the pieces of a heap, the back ones first. */
const HEAPS: ReadonlyArray<ReadonlyArray<readonly [x: number, y: number, size: number]>> = [
  [[10, 10, 24]],
  [
    [18, 7, 20],
    [6, 16, 22],
  ],
  [
    [12, 4, 19],
    [21, 17, 20],
    [4, 18, 21],
  ],
  [
    [12, 3, 18],
    [1, 15, 19],
    [24, 14, 19],
    [12, 19, 22],
  ],
]

interface PackagePictureProps {
  game: Pick<Game, 'hue' | 'kind'>
  product: Pick<Product, 'units'>
  /** From 1 to 4 */
  level: number
}

/** A picture of the package: a heap that grows with the amount, a pass, or a card; in the game's colour. */
export function PackagePicture({ game, product, level }: PackagePictureProps) {
  const tone = (light: number) => `hsl(${game.hue} 62% ${light}%)`
  const alone = game.kind === 'VOUCHER' ? 'card' : product.units === null ? 'pass' : undefined
  return (
    <svg viewBox="0 0 44 44" className="size-10 flex-none rounded-control sm:size-11" aria-hidden="true">
      <rect width="44" height="44" fill={tone(15)} />
      {alone === 'card' && <Glyph name="card" x="2" y="8" width="40" height="28" color={tone(48)} />}
      {alone === 'pass' && <Glyph name="pass" x="10" y="10" width="24" height="24" color={tone(80)} fill={tone(32)} />}
      {!alone &&
        HEAPS[level - 1]?.map(([x, y, size]) => (
          <Glyph key={`${x} ${y}`} name="gem" x={x} y={y} width={size} height={size} color={tone(82)} fill={tone(40)} />
        ))}
    </svg>
  )
}
