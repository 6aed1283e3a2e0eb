import { enterConsole } from './shop/staff'
import { SIZES, somebody, test } from './shop/test'

for (const { language, size, use } of [{ language: 'th', ...SIZES[0] }, { language: 'en', ...SIZES[0] }, { language: 'en', ...SIZES[1] }, { language: 'th', ...SIZES[1] }] as const) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })
    test('look', async ({ page, say, hire }) => {
      test.setTimeout(180_000)
      const { at } = say
      const person = await hire(somebody(), 'support', 'finance', 'catalogue', 'content', 'esports', 'admin')
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      const shot = async (name: string) => {
        await page.waitForTimeout(900)
        await page.screenshot({ path: `/tmp/look/${name}-${language}-${size}.png` })
      }
      await enterConsole(page, at('/console'), person)
      await shot('today')
      for (const path of ['orders', 'repairs', 'threads', 'money/refunds', 'money/unmatched', 'money/reconciliations', 'promoters', 'staff', 'me']) {
        await page.goto(at(`/console/${path}`))
        await shot(path.replace('/', '-'))
      }
      await page.goto(at('/console/orders'))
      await page.waitForTimeout(800)
      const first = page.getByRole('link', { name: /^MN-/ }).first()
      if (await first.count()) { await first.click(); await shot('story') }
      await page.keyboard.press('/')
      await page.keyboard.type('mali')
      await shot('search')
    })
  })
}
