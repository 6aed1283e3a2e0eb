import { useTexts } from '@/i18n'
import { plain } from '@/i18n/plain'
import { Amount, formatBaht } from '@/ui/amount'
import { WholeWords } from '@/ui/whole-words'
import { Remark, State } from './specimen'
import { SIZES } from './tokens'

/** Stacked vowels and tone marks, descenders, and a letter with a foot. */
const MARKS = 'ผู้ใช้ที่นี่ ปั๊มน้ำ กตัญญู ปี่ฎุ๊'
const LATIN = 'Sphinx of quartz, 0123456789'

/** The sizes of text in both families. */
export function TypeScale() {
  return (
    <>
      {SIZES.map(({ name, size, lineHeight }) => (
        <State key={name} th={`${name} · ${size} · ${lineHeight}`} en={`${name} · ${size} · ${lineHeight}`} wide>
          <div className="design-type" style={{ fontSize: size, lineHeight }}>
            <p lang="th">{MARKS}</p>
            <p lang="th" className="num">
              {MARKS}
            </p>
            <p lang="en">{LATIN}</p>
            <p lang="en" className="num">
              {LATIN}
            </p>
          </div>
        </State>
      ))}
      <State th="ตัดท้ายด้วย truncate" en="Cut off by truncate">
        <p lang="th" className="design-narrow truncate">
          {MARKS} {MARKS}
        </p>
      </State>
      <State th="ตัดท้ายด้วย line-clamp-1" en="Cut off by line-clamp-1">
        <p lang="th" className="design-narrow line-clamp-1 break-all">
          {MARKS} {MARKS}
        </p>
      </State>
      <State th="ตัดท้ายด้วย overflow-x-clip" en="Cut off by overflow-x-clip">
        <p lang="th" className="design-narrow overflow-x-clip text-ellipsis whitespace-nowrap">
          {MARKS} {MARKS}
        </p>
      </State>
    </>
  )
}

const NAMES = ['มหาวิทยาลัยราชภัฏเชียงใหม่ ดรากอนไฟต์เตอร์', 'Bangkok Limes Academy', 'เรล์มออฟวาเลอร์ แชมเปียนชิป']

/** Where lines of Thai break. */
export function LineBreaks() {
  const t = useTexts('orders')
  const text = t('promptpay.how')
  return (
    <>
      <State th="คำประสมที่ต่อกันไว้ (ข้อความจาก i18n)" en="Compounds are joined (a text of i18n)">
        <p className="design-narrow">{text}</p>
      </State>
      <State th="ข้อความเดียวกันที่ไม่ได้ต่อ" en="The same without joiners">
        <p className="design-narrow">{plain(text)}</p>
      </State>
      {NAMES.map((name) => (
        <State key={name} th="ชื่อ: WholeWords เทียบกับไม่ใช้" en="A name with WholeWords, and without">
          <p className="design-narrow">
            <WholeWords>{name}</WholeWords>
          </p>
          <p className="design-narrow">{name}</p>
        </State>
      ))}
      <Remark
        th="ภาษาไทยในหน้าอื่นต่อคำประสมตาม domain/thai_compounds.txt ตอนสร้าง ข้อความในหน้านี้เองไม่ได้ต่อ"
        en="The build joins compounds of the texts in i18n by domain/thai_compounds.txt; this page’s own texts are not joined."
      />
    </>
  )
}

/** Amounts in every notation. */
export function Amounts() {
  const t = useTexts('orders')
  return (
    <>
      <State th="แบบสั้น" en="Short">
        <Amount satang={4900} />
      </State>
      <State th="แบบสั้น มีสตางค์" en="Short, with satang">
        <Amount satang={4550} />
      </State>
      <State th="แบบเต็ม" en="Exact">
        <Amount satang={4900} decimals="exact" />
      </State>
      <State th="ติดลบ" en="Negative">
        <Amount satang={-1_234_550} decimals="exact" />
      </State>
      <State th="ศูนย์" en="Zero">
        <Amount satang={0} />
      </State>
      <State th="ใหญ่มาก" en="Very large">
        <Amount satang={123_456_789_00} decimals="exact" className="text-2xl" />
      </State>
      <State th="หน่วยเป็นคำ" en="The unit is a word">
        <Amount satang={4900} unit="USD" />
      </State>
      <State th="ไม่มีหน่วย (คอลัมน์มีแล้ว)" en="No unit (the column has it)">
        <Amount satang={4900} unit={null} />
      </State>
      <State th="ในประโยค: formatBaht" en="In a sentence: formatBaht">
        <p>{t('process.amount', { amount: formatBaht(10_500) })}</p>
      </State>
    </>
  )
}
