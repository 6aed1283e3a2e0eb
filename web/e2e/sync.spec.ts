import type { Locator, Page } from '@playwright/test'
import { violations } from './shop/axe'
import { enterConsole } from './shop/staff'
import { accept, backFromProvider, enter, expect, SIZES, somebody, test } from './shop/test'

/** The first minutes of an account: the terms, the profile of the shop before this one; and how a session goes on under one's hands. */

/** Signs somebody in, without their having accepted anything before. */
async function arrive(page: Page, person: string, path: string): Promise<void> {
  const query = new URLSearchParams({ returnTo: path, loginHint: person, prompt: 'none' })
  const answer = await page.request.get(`/api/auth/login?${query}`)
  await page.goto(((await answer.json()) as { url: string }).url)
  await page.waitForURL((url) => url.pathname === path)
}

async function accessible(page: Page): Promise<void> {
  const found = await violations(page)
  expect(found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
}

for (const language of ['th', 'en'] as const) {
  for (const { size, use } of SIZES) {
    test.describe(`in ${language} ${size}`, () => {
      test.use({ ...use, language })

      test('somebody new reads the terms to the end, accepts them, and is asked once', async ({ page, say }) => {
        const { t, at } = say
        await arrive(page, somebody(), at('/games'))
        const terms = page.getByRole('dialog', { name: t('sync:terms.new.title') })
        await expect(terms).toBeVisible()
        // Twice without a click in between: the second one could not be prevented.
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        await page.mouse.click(4, 4)
        await expect(terms).toBeVisible()
        const tick = terms.getByRole('checkbox')
        const proceed = terms.getByRole('button', { name: t('sync:terms.proceed') })
        await expect(tick).toBeDisabled()
        await expect(proceed).toBeDisabled()
        await accessible(page)
        await terms.getByRole('button', { name: t('sync:terms.toEnd') }).click()
        await tick.check()
        await proceed.click()
        await expect(terms).toBeHidden()
        await page.reload()
        await expect(page.getByRole('link', { name: t('common:nav.account') }).first()).toBeVisible()
        await page.goto(at('/account/team'))
        await expect(page.getByText(t('teams:none.createText'))).toBeVisible()
        await expect(page.getByRole('dialog')).toHaveCount(0)
      })
    })
  }
}

test.describe('terms that change', () => {
  test.use({ noise: [/status of 409/] })
  test('while they are being read are shown anew, with the reason', async ({ page, say }) => {
    const { t, at } = say
    let shown: string | undefined
    await page.route('**/api/account/continue', async (route) => {
      const first = shown === undefined
      shown = (route.request().postDataJSON() as { termsVersion?: string }).termsVersion
      if (!first) return route.continue()
      await route.fulfill({ status: 409, json: { status: 409, code: 'terms_outdated', message: t('sync:terms.outdated') } })
    })
    await arrive(page, somebody(), at('/games'))
    const terms = page.getByRole('dialog', { name: t('sync:terms.new.title') })
    const accept = async () => {
      await terms.getByRole('button', { name: t('sync:terms.toEnd') }).click()
      await terms.getByRole('checkbox').check()
      await terms.getByRole('button', { name: t('sync:terms.proceed') }).click()
    }
    await accept()
    await expect(terms.getByText(t('sync:terms.outdated'))).toBeVisible()
    await expect(terms.getByRole('checkbox')).not.toBeChecked()
    expect(shown).toBe(t('pages:terms.version'))
    await accept()
    await expect(terms).toBeHidden()
  })

  test('are not shown by a page that was loaded before', async ({ page, say }) => {
    const { t, at } = say
    let [asked, old] = [0, true]
    await page.route('**/api/account/check', async (route) => {
      asked += 1
      const answer = await route.fetch()
      const found = (await answer.json()) as object
      await route.fulfill({ json: { ...found, ...(old && { termsVersion: 'newer' }) } })
    })
    await arrive(page, somebody(), at('/games'))
    const terms = page.getByRole('dialog', { name: t('sync:terms.new.title') })
    await expect(terms.getByText(t('sync:terms.oldPage'))).toBeVisible()
    await expect(terms.getByRole('checkbox')).toHaveCount(0)
    expect(asked, 'it came anew by itself first').toBe(2)
    await accessible(page)
    old = false
    await terms.getByRole('button', { name: t('sync:terms.reload') }).click()
    await expect(terms.getByText(t('sync:terms.outdated'))).toBeVisible()
    await expect(terms.getByRole('checkbox')).toBeVisible()
  })

  test.describe(() => {
    test.use({ noise: [/status of 404/] })
    test('a profile that is gone is said, and the rest is offered', async ({ page, say }) => {
      const { t, at } = say
      let gone = 0
      await page.route('**/api/account/continue', (route) => {
        gone = 1
        return route.fulfill({ status: 404, json: { status: 404, code: 'profile_not_found', message: 'gone' } })
      })
      const user = { name: 'a', displayName: 'A' }
      await page.route('**/api/account/check', (route) => {
        const users = [
          { ...user, user_id: 1 },
          { ...user, user_id: 2, displayName: 'B' },
        ].slice(gone)
        return route.fulfill({ json: { skip: 0, users, type: 'others', termsVersion: t('pages:terms.version') } })
      })
      await arrive(page, somebody(), at('/games'))
      await page.getByRole('button', { name: t('sync:terms.toEnd') }).click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: t('sync:terms.proceed') }).click()
      const picker = page.getByRole('dialog', { name: t('sync:picker.title') })
      await picker.getByRole('radio').first().check({ force: true })
      await picker.getByRole('button', { name: t('sync:picker.proceed') }).click()
      await expect(picker.getByText('gone')).toBeVisible()
      await expect(picker.getByRole('radio')).toHaveCount(1)
    })
  })
})

test.describe('somebody of the shop before', () => {
  test('with one profile goes on with it, and has its name from then on', async ({ page, say }) => {
    const { t, at } = say
    await arrive(page, 'malee', at('/account/dashboard'))
    await page.getByRole('button', { name: t('sync:terms.toEnd') }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: t('sync:terms.proceed') }).click()
    const picker = page.getByRole('dialog', { name: t('sync:picker.title') })
    await expect(picker.getByRole('radio')).toBeChecked()
    await accessible(page)
    await picker.getByRole('button', { name: t('sync:picker.proceed') }).click()
    await expect(picker).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('มาลี มือทอง')
  })

  test.describe('with three', () => {
    test.use({ ...SIZES[1].use, language: 'en' })
    test('has to choose one', async ({ page, say }) => {
      const { t, at } = say
      await arrive(page, 'legacy', at('/account/dashboard'))
      await expect(page.getByRole('dialog', { name: t('sync:terms.old.title') })).toBeVisible()
      await page.getByRole('button', { name: t('sync:terms.toEnd') }).click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: t('sync:terms.proceed') }).click()
      const picker = page.getByRole('dialog', { name: t('sync:picker.title') })
      await expect(picker.getByRole('radio')).toHaveCount(3)
      const proceed = picker.getByRole('button', { name: t('sync:picker.proceed') })
      await expect(proceed).toBeDisabled()
      await accessible(page)
      // Nothing is decided by going elsewhere: the next page asks again.
      await page.reload()
      await page.getByRole('button', { name: t('sync:terms.toEnd') }).click()
      await page.getByRole('checkbox').check()
      await page.getByRole('button', { name: t('sync:terms.proceed') }).click()
      await picker.getByRole('radio', { name: 'prasert_k' }).check({ force: true })
      await proceed.click()
      await expect(picker).toBeHidden()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('prasert_k')
    })
  })
})

test.describe('a token that runs out', () => {
  test.use({ noise: [/status of 40[14]/] })

  test('in the middle of work is renewed unseen, and what was typed stays', async ({ page, say }) => {
    const { t, at } = say
    await enter(page, at('/account/coupons'))
    const field = page.getByRole('textbox', { name: t('coupons:code') })
    await field.fill('NO-SUCH-CODE')
    const renewed: string[] = []
    page.on('request', (request) => request.url().endsWith('/oauth/refresh-token') && renewed.push(request.url()))
    let spoilt = 0
    await page.route('**/api/coupon/redeem-coupon', async (route) => {
      spoilt += 1
      const headers = { ...route.request().headers(), ...(spoilt === 1 && { authorization: 'Bearer a.b.c' }) }
      await route.continue({ headers })
    })
    await field.press('Enter')
    await expect(
      page
        .getByRole('alert')
        .or(page.getByText(/NO-SUCH-CODE|ไม่\u2060พบ/))
        .first(),
    ).toBeVisible()
    await expect(field).toHaveValue('NO-SUCH-CODE')
    expect([spoilt, renewed.length]).toEqual([2, 1])
  })

  test('in two tabs at once is renewed once for both', async ({ page, context, say }) => {
    const { t, at } = say
    await enter(page, at('/account/coupons'))
    const other = await context.newPage()
    await other.goto(at('/account/coupons'))
    const tabs = [page, other]
    const field = (tab: Page) => tab.getByRole('textbox', { name: t('coupons:code') })
    for (const tab of tabs) {
      await field(tab).fill('NO-SUCH-CODE')
      let first = true
      await tab.route('**/api/coupon/redeem-coupon', async (route) => {
        const headers = { ...route.request().headers(), ...(first && { authorization: 'Bearer a.b.c' }) }
        first = false
        await route.continue({ headers })
      })
    }
    const answered = tabs.map((tab) => tab.waitForResponse((answer) => answer.url().endsWith('/redeem-coupon') && answer.status() === 404))
    let renewed = 0
    // Held until the second tab waits for it, too.
    await context.route('**/api/oauth/refresh-token', async (route) => {
      renewed += 1
      const waits = () => page.evaluate(async () => (await navigator.locks.query()).pending?.some(({ name }) => name === 'manao.refresh'))
      await expect.poll(waits).toBe(true)
      await route.continue()
    })
    await Promise.all(tabs.map((tab) => field(tab).press('Enter')))
    await Promise.all(answered)
    expect(renewed).toBe(1)
  })
})

test('a link saved before signing in is opened after it, once', async ({ page, context, baseURL, say }) => {
  const { at } = say
  const url = baseURL ?? ''
  await context.addCookies([
    { name: 'redirect_link', value: encodeURIComponent('/terms'), url },
    { name: 'promotion_link', value: encodeURIComponent('https://evil.example/'), url },
  ])
  const popup = context.waitForEvent('page', (opened) => opened !== page)
  await enter(page, at('/'))
  await expect((await popup).getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL((await popup).url()).pathname).toBe('/terms')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('promotion_link')
  expect(context.pages()).toHaveLength(2)
})

test.describe('links that the browser keeps shut', () => {
  test.use({ language: 'en' })
  test('are offered together where signing in has led', async ({ page, context, baseURL, say }) => {
    const { t, at } = say
    const url = baseURL ?? ''
    await context.addCookies([
      { name: 'redirect_link', value: encodeURIComponent('/terms'), url },
      { name: 'promotion_link', value: encodeURIComponent('/services'), url },
    ])
    await page.addInitScript(() => (window.open = () => null))
    await enter(page, at('/games'))
    const offered = page.getByRole('dialog', { name: t('account:savedLink.title') })
    await expect(offered.getByRole('link')).toHaveText([`${url}/services`, `${url}/terms`])
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('redirect_link')
  })
})

/** The user whom a page's browser is signed in as, with the headers that calls need. */
async function rights(page: Page): Promise<{ id: number; headers: Record<string, string> }> {
  const renewed = await page.request.post('/api/oauth/refresh-token', { data: {} })
  const headers = { authorization: `Bearer ${((await renewed.json()) as { accessToken: string }).accessToken}` }
  const me = await page.request.get('/api/user/me', { headers })
  return { id: ((await me.json()) as { id: number }).id, headers }
}

test.describe('a suspended account', () => {
  test.use({ noise: [/status of 40[13]/] })
  test('is told on every page, may read, and may do nothing more until it is restored', async ({ page, browser, baseURL, say, hire }) => {
    const { t, at } = say
    await enter(page, at('/account/coupons'))
    const { id } = await rights(page)
    const office = await browser.newContext({ ...(baseURL && { baseURL }) })
    const desk = await office.newPage()
    await enterConsole(desk, '/', await hire(somebody(), 'support'))
    const { headers } = await rights(desk)
    const decide = async (what: string) => {
      const answer = await desk.request.post(`/api/console/users/${id}/${what}`, { headers, data: { reason: 'โกงการแข่งขัน' } })
      expect(answer.ok(), await answer.text()).toBe(true)
    }
    await decide('suspend')
    await page.goto(at('/account/coupons'))
    const banner = page.getByText(t('common:suspended.text'))
    await expect(banner).toBeVisible()
    await expect(page.getByRole('link', { name: t('common:suspended.contact') })).toHaveAttribute('href', at('/contact'))
    await page.getByRole('textbox', { name: t('coupons:code') }).fill('LIME')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText('ระงับ')).toBeVisible()
    await page.goto(at('/account/dashboard'))
    await expect(page.getByRole('heading', { name: t('account:dashboard.recent') })).toBeVisible()
    await expect(banner).toBeVisible()
    await decide('restore')
    await page.reload()
    await expect(page.getByRole('heading', { name: t('account:dashboard.recent') })).toBeVisible()
    await expect(banner).toHaveCount(0)
    await office.close()
  })
})

test.describe('signed in on two devices', () => {
  test.use({ noise: [/status of 401/] })
  test('one can be signed out from the other, and both at once', async ({ page, browser, baseURL, say }) => {
    const { t, at } = say
    const person = somebody()
    const pocket = await browser.newContext({ ...SIZES[1].use, ...(baseURL && { baseURL }), locale: 'th-TH' })
    const phone = await pocket.newPage()
    // The page hears of it by itself: from its live connection, or, led to the login, from a call that it has made just then.
    const out = (tab: Page) => tab.getByText(t('common:session.needed')).or(tab.getByText(t('account:login.ended')))
    const signOut = async (tab: Page, button: Locator) => {
      const yes = tab.getByRole('dialog').getByRole('button', { name: t('common:session.logout') })
      // Content still loading above may move the button away from under the finger.
      await expect(async () => {
        if (!(await yes.isVisible())) await button.click()
        await expect(yes).toBeVisible({ timeout: 5_000 })
      }).toPass()
      await yes.click()
    }
    await enter(page, at('/account/dashboard'), person)
    await enter(phone, '/account/dashboard', person)
    await page.reload()
    const devices = page.locator('section').filter({ has: page.getByRole('heading', { name: t('account:devices.heading') }) })
    await expect(devices.getByRole('listitem')).toHaveCount(2)
    await signOut(page, devices.getByRole('listitem').getByRole('button', { name: t('common:session.logout') }))
    await expect(devices.getByRole('listitem')).toHaveCount(1)
    await expect(out(phone)).toBeVisible()
    await enter(phone, '/account/dashboard', person)
    await signOut(phone, phone.getByRole('button', { name: t('account:devices.leaveEverywhere') }))
    await phone.waitForURL((url) => url.pathname === '/')
    await expect(out(page)).toBeVisible()
    await pocket.close()
  })
})

test.describe('two people in one browser', () => {
  const idCard = '6260181590830'

  test('see each their own in every tab: who signs in in one is signed in in all', async ({ page, context, say }) => {
    const { t, at } = say
    const [one, other] = [somebody(), somebody()]
    await accept(page.request, other)
    await enter(page, at('/account/profile'), one)
    const number = (tab: Page) => tab.getByLabel(t('profile:field.idCardNumber'), { exact: true })
    await number(page).fill(idCard)
    await page.getByRole('button', { name: t('profile:save') }).click()
    await expect(page.getByText(t('profile:saved'))).toBeVisible()
    const second = await context.newPage()
    await second.goto(at('/'))
    await expect(second.getByRole('link', { name: t('common:nav.account') }).first()).toBeVisible()
    await second.goto(at('/account/dashboard'))
    await second
      .getByRole('navigation', { name: t('account:menu.label') })
      .getByRole('button', { name: t('common:session.logout') })
      .click()
    const home = backFromProvider(second)
    await second
      .getByRole('dialog')
      .getByRole('button', { name: t('common:session.logout') })
      .click()
    await expect(page.getByText(t('common:session.needed'))).toBeVisible()
    await home
    await arrive(second, other, at('/account/dashboard'))
    await expect(number(page)).toBeVisible()
    await expect(number(page)).toHaveValue('')
    await expect(number(second)).toHaveCount(0)
  })

  test.describe(() => {
    test.use({ noise: [/status of 503|ERR_INTERNET_DISCONNECTED/] })
    test('find nobody signed in after a logout that the server has not heard of', async ({ page, say }) => {
      const { t, at } = say
      await enter(page, at('/account/dashboard'))
      await page.route('**/api/oauth/logout', (route) => route.fulfill({ status: 503, json: {} }))
      await page
        .getByRole('navigation', { name: t('account:menu.label') })
        .getByRole('button', { name: t('common:session.logout') })
        .click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: t('common:session.logout') }).click()
      await expect(page.getByRole('dialog', { name: t('account:leaving.unconfirmedTitle') })).toBeVisible()
      await expect(page).toHaveURL(at('/'))
      const login = page.getByRole('banner').getByRole('link', { name: t('common:session.login') })
      await page.reload()
      await expect(login).toBeVisible()
      const told = page.waitForResponse((answer) => answer.url().endsWith('/api/oauth/logout') && answer.ok())
      await page.unroute('**/api/oauth/logout')
      const home = backFromProvider(page)
      // Later, as the page leaves by this and would take the answer along.
      await page.evaluate(() => void setTimeout(() => window.dispatchEvent(new Event('online')), 200))
      await told
      await home
      await expect.poll(() => page.evaluate(() => localStorage.getItem('manao.signedIn'))).toBeNull()
      const refused = await page.request.post('/api/oauth/refresh-token', { data: {} })
      expect(refused.status()).toBe(401)
    })

    test('are not signed out by a server in trouble', async ({ page, say }) => {
      const { t, at } = say
      await enter(page, at('/account/dashboard'))
      await page.route('**/api/oauth/refresh-token', (route) => route.fulfill({ status: 503, json: {} }))
      await page.reload()
      await expect(page.getByText(t('common:session.unsure'))).toBeVisible()
      await page.unroute('**/api/oauth/refresh-token')
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(page.getByRole('heading', { name: t('account:dashboard.recent') })).toBeVisible()
    })
  })
})

for (const { size, use } of SIZES) {
  test.describe(`a visitor ${size}`, () => {
    test.use({ ...use, language: 'en' })
    test('finds the way to register and to log in, and does not end where the login began', async ({ page, say }) => {
      const { t, at } = say
      await page.goto(at('/account/coupons'))
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: t('common:session.login') })).toBeVisible()
      await main.getByRole('link', { name: t('common:session.register') }).click()
      await expect(page.getByRole('heading', { name: t('account:login.registerHeading') })).toBeVisible()
      await accessible(page)
      // The provider is left again; the next try leads where one wanted to go.
      await page.route('**/api/auth/login?*', (route) => route.fulfill({ json: { url: at('/login?error=access_denied') } }))
      await page.getByRole('button', { name: t('account:login.registerGo', { provider: 'AIS' }) }).click()
      await page.getByRole('link', { name: t('account:login.again') }).click()
      await expect(page.getByRole('heading', { name: t('account:login.heading') })).toBeVisible()
      expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/account/coupons')
      await page.goto(at('/login?error=access_denied'))
      await page
        .getByRole('banner')
        .getByRole('link', { name: t('common:session.login') })
        .click()
      await expect(page.getByRole('heading', { name: t('account:login.heading') })).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
    })
  })
}

test.describe('at another address of the shop', () => {
  test.use({ language: 'en' })
  test('signing in goes on at the one that the provider knows, and Back shows nothing of the way', async ({ page, baseURL, say }) => {
    const { t, at } = say
    await accept(page.request, 'somchai')
    const elsewhere = new URL(at('/auth/login?returnTo=%2Fcart'), baseURL)
    elsewhere.hostname = '127.0.0.1'
    await page.goto(elsewhere.href)
    const go = page.getByRole('button', { name: t('account:login.go', { provider: 'AIS' }) })
    await go.click()
    await expect(page).toHaveURL(at('/auth/login?returnTo=%2Fcart'))
    await go.click()
    await expect(page).toHaveURL(/\/oidc\//)
    await page.locator('[data-person="somchai"]').click()
    await expect(page).toHaveURL(at('/cart'))
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell:menu.contact.label') })
      .click()
    await expect(page).toHaveURL(at('/contact'))
    await page.goBack()
    await expect(page).toHaveURL(at('/cart'))
    await page.goBack()
    expect(page.url(), 'where the tab began').toBe('about:blank')
  })
})
