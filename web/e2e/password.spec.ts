import { everybodyCanUse } from './shop/fits'
import { backFromProvider, enter, expect, SIZES, somebody, test } from './shop/test'

/** Coming in with a password, and leaving a shared computer. */

const PASSWORD = 'Abcdefg1'

for (const [language, { size, use }] of [['th', SIZES[1]] as const, ['en', SIZES[0]] as const]) {
  test.describe(`${language} ${size}`, () => {
    test.use({ ...use, language, noise: [/status of (409|422)/] })

    test('a password opens the account; mistyped often, with a code too', async ({ page, say, outside }) => {
      const { t, at } = say
      const person = somebody()
      const number = `090${String(Number(person.slice('load-'.length)) % 10_000_000).padStart(7, '0')}`
      await enter(page, at('/account/change-password'), person)
      const field = (name: string) => page.getByLabel(new RegExp(`^${t(`profile:password.${name}`)} \\*`))
      const rules = page.getByRole('list', { name: t('profile:password.rules') }).getByRole('listitem')
      await field('next').fill('abcdefg')
      await expect(rules.filter({ hasText: t('profile:password.kept') }), 'ticked while one types').toHaveCount(1)
      await field('next').fill(PASSWORD)
      await expect(rules.filter({ hasText: t('profile:password.kept') })).toHaveCount(4)
      await field('confirm').fill(PASSWORD)
      await page.getByRole('button', { name: t('profile:password.set'), exact: true }).click()
      await expect(page.getByText(t('profile:password.firstSaved'))).toBeVisible()
      await expect(field('current')).toBeVisible()

      // Logging out reaches the login provider: it knows nobody here any more.
      await page.goto(at('/account/dashboard'))
      if (size === SIZES[1].size) await page.getByRole('button', { name: new RegExp(`^${t('account:menu.label')}`) }).click()
      await page
        .getByRole('navigation', { name: t('account:menu.label') })
        .getByRole('button', { name: t('common:session.logout') })
        .click()
      const home = backFromProvider(page)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('common:session.logout') })
        .click()
      await home
      await expect(page).toHaveURL(at('/'))
      const { url } = (await (await page.request.get('/api/auth/login?prompt=none')).json()) as { url: string }
      const answer = await page.request.get(url, { maxRedirects: 0 })
      expect(answer.headers()['location']).toContain('error=login_required')

      await page.goto(at('/auth/login?returnTo=/account/coupons'))
      await page.getByRole('button', { name: t('account:password.instead') }).click()
      await everybodyCanUse(page)
      const login = page.getByLabel(t('account:password.login'))
      const password = page.getByLabel(t('account:password.password'), { exact: true })
      const go = page.getByRole('button', { name: t('account:password.go') })
      await login.fill(number)
      for (let wrong = 0; wrong < 5; wrong++) {
        await password.fill(`Wrong-${wrong}`)
        const heard = page.waitForResponse('**/api/oauth/login-password')
        await go.click()
        expect((await heard).status()).toBe(422)
      }
      await expect(page.getByRole('alert')).toBeVisible()
      await password.fill(PASSWORD)
      await go.click()
      await expect(page.getByText(t('account:password.codeText'))).toBeVisible()
      await everybodyCanUse(page)
      await page.getByLabel(t('account:password.code'), { exact: true }).pressSequentially(await outside.code(number))
      await expect(page).toHaveURL(at('/account/coupons'))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  })
}
