import { everybodyCanUse } from './shop/fits'
import { bearer, proveFactor, setUpConsole } from './shop/staff'
import { enter, expect, SIZES, somebody, test } from './shop/test'

/** Staff come into the console: the second factor is set up at the first visit and asked for at the next; whoever has no role stays outside. */

test.describe.configure({ mode: 'parallel' })

const WAYS = [
  { language: 'th', ...SIZES[0] },
  { language: 'en', ...SIZES[1] },
] as const

for (const { language, size, use } of WAYS) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, contextOptions: { reducedMotion: 'reduce' } })

    test('the first visit sets up a second factor, and the next one asks for it', async ({ page, say, hire }) => {
      const { t, at } = say
      const person = await hire(somebody(), 'finance')
      await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
      const app = await setUpConsole(page, at('/console/money/unmatched'), person, say)
      const heading = (tab: string) => page.getByRole('heading', { level: 1, name: t(`operator:money.${tab}`) })
      await expect(heading('unmatched')).toBeVisible()
      await everybodyCanUse(page)
      const tabs = page.getByRole('navigation', { name: t('operator:money.pages') })
      for (const tab of ['refunds', 'reconciliations', 'unmatched']) {
        // oxlint-disable-next-line no-await-in-loop
        await tabs.getByRole('link', { name: t(`operator:money.${tab}`) }).click()
        // oxlint-disable-next-line no-await-in-loop
        await expect(heading(tab)).toBeVisible()
        // oxlint-disable-next-line no-await-in-loop
        await everybodyCanUse(page)
      }

      const left = await page.request.post('/api/console/entry/leave', { headers: await bearer(page), data: {} })
      expect(left.ok(), await left.text()).toBe(true)
      await page.reload()
      await proveFactor(page, app, say)
      await expect(heading('unmatched')).toBeVisible()
    })
  })
}

test.describe('without a role', () => {
  // The browser itself remarks on the refusal.
  test.use({ language: 'en', noise: [/status of 403/] })

  test('a member stays outside, and reads why', async ({ page, say }) => {
    const { t, at } = say
    await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
    await enter(page, at('/console/repairs'))
    await expect(page.getByText(t('console:entry.staffOnly'))).toBeVisible()
    await expect(page.getByRole('heading', { name: t('operator:heading') })).toHaveCount(0)
    await everybodyCanUse(page)
  })
})
