import { useState } from 'react'
import { useContent, useLanguage, useTexts } from '@/i18n'
import CleanHtml from '@/ui/clean-html'
import { Prose } from '@/ui/prose'
import { TermsToRead } from '@/ui/terms-to-read'
import { State } from './specimen'

const PROSE = {
  th: `<p>ย่อหน้าแรกมี<strong>ตัวหนา</strong> <em>คำเน้น</em> <a href="/games">ลิงก์ในเว็บ</a> <code>โค้ด</code> และปุ่ม <span class="ui">จ่ายเงิน</span><sup class="footnote-reference"><a href="#prose">1</a></sup></p>
<h2>หัวข้อใหญ่ ผู้ใช้ที่นี่</h2><ul><li>ข้อหนึ่ง</li><li>ข้อสอง<ul><li>ข้อย่อย</li></ul></li></ul>
<h3>หัวข้อรอง ปั๊มน้ำ</h3><div class="steps"><ol><li>เลือกเกม</li><li>กรอก ID แล้วดูชื่อ</li></ol></div>
<h4>หัวข้อย่อย กตัญญู</h4><blockquote><p>คำพูดที่ยกมา</p></blockquote><aside class="tip"><p>เคล็ดลับ</p></aside><aside class="warning"><p>คำเตือน</p></aside>
<table><thead><tr><th></th><th>ราคา</th><th>หมายเหตุ</th></tr></thead><tbody><tr><td>เล็ก</td><td>฿49</td><td>ส่งทันที</td></tr><tr><td>ใหญ่</td><td>฿1,050</td><td>ส่งใน 30 นาที</td></tr></tbody></table>
<pre><code>MN-1175 · 0812345678 · บรรทัดยาวที่เลื่อนไปทางขวาได้โดยไม่ดันหน้า 0123456789 0123456789</code></pre><hr><details><summary>คำถามที่พบบ่อย</summary><p>คำตอบ</p></details>
<div class="footnote-definition"><sup class="footnote-definition-label">1</sup><p>เชิงอรรถ</p></div>`,
  en: `<p>The first paragraph has <strong>bold</strong> and <em>stressed</em> words, <a href="/games">a link within the site</a>, <code>code</code> and a button <span class="ui">Pay</span><sup class="footnote-reference"><a href="#prose">1</a></sup></p>
<h2>Heading of a part</h2><ul><li>First</li><li>Second<ul><li>Nested</li></ul></li></ul>
<h3>Heading of a section</h3><div class="steps"><ol><li>Choose a game</li><li>Enter the ID and check the name</li></ol></div>
<h4>Smallest heading</h4><blockquote><p>Somebody’s words</p></blockquote><aside class="tip"><p>A tip</p></aside><aside class="warning"><p>A warning</p></aside>
<table><thead><tr><th></th><th>Price</th><th>Remark</th></tr></thead><tbody><tr><td>Small</td><td>฿49</td><td>At once</td></tr><tr><td>Large</td><td>฿1,050</td><td>Within 30 minutes</td></tr></tbody></table>
<pre><code>MN-1175 · 0812345678 · a long line that scrolls to the right without widening the page 0123456789 0123456789</code></pre><hr><details><summary>A frequent question</summary><p>Its answer</p></details>
<div class="footnote-definition"><sup class="footnote-definition-label">1</sup><p>A footnote</p></div>`,
}

export function Proses() {
  const content = useContent()
  const lang = useLanguage()
  return (
    <State th="ทุกองค์ประกอบ" en="Every element" wide>
      <Prose html={content(PROSE)} lang={lang} />
    </State>
  )
}

const FOREIGN = {
  th: '<h3>หัวข้อ</h3><p>ตัว<b>หนา</b> <em>คำเน้น</em> <a href="/games">ในเว็บ</a> <a href="https://example.com/">เว็บอื่น</a></p><ol><li>หนึ่ง</li><li>สอง</li></ol><img src=x onerror=alert(1)>',
  en: '<h3>Heading</h3><p><b>Bold</b>, <em>stressed</em>, <a href="/games">this site</a>, <a href="https://example.com/">another</a></p><ol><li>One</li><li>Two</li></ol><img src=x onerror=alert(1)>',
}

export function CleanHtmls() {
  const content = useContent()
  return (
    <State th="รูปและสคริปต์หายไป" en="Pictures and scripts are removed">
      <CleanHtml html={content(FOREIGN)} />
    </State>
  )
}

export function Terms() {
  const t = useTexts('promoters')
  const [ticked, setTicked] = useState({ long: false, short: false })
  const sections = t('terms.sections', { returnObjects: true })
  const usual = {
    title: t('terms.title'),
    words: { toEnd: t('terms.toEnd'), readFirst: t('terms.readFirst'), accept: t('terms.accept') },
  }
  return (
    <>
      <State th="ต้องอ่านให้จบก่อน" en="To be read first">
        <div className="flex flex-col gap-4">
          <TermsToRead {...usual} sections={sections} ticked={ticked.long} onTick={(long) => setTicked({ ...ticked, long })} />
        </div>
      </State>
      <State th="สั้นจนเห็นทั้งหมด" en="Short enough to be seen whole">
        <div className="flex flex-col gap-4">
          <TermsToRead
            {...usual}
            sections={sections.slice(0, 1)}
            ticked={ticked.short}
            onTick={(short) => setTicked({ ...ticked, short })}
          />
        </div>
      </State>
    </>
  )
}
