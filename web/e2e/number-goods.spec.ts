import type { Page } from '@playwright/test'
import { formatBaht } from '../src/ui/amount'
import { everybodyCanUse } from './shop/fits'
import { masked, newNumber, shownNumber, wrong } from './shop/numbers'
import type { Outside } from './shop/outside'
import { enter, expect, payButton, productOf, test } from './shop/test'
import type { speaker } from './shop/texts'

type Say = ReturnType<typeof speaker>

/** Goods for a mobile number: checked with the operator, with its owner's consent, switched on, and cancelled. */

const exact = (satang: number) => formatBaht(satang, 'exact')
/** A number as it stands in addresses and pages by mistake, in any of its forms. */
const forms = (number: string) => [number, shownNumber(number), number.slice(1)]

/** A member whose own number ends in two digits: they decide what its operator does. */
function owner(ending: string): { person: string; number: string } {
  const given = (process.pid % 10_000) * 1_000 + 900 + Number(ending)
  return { person: `load-${given}`, number: `090${String(given).padStart(7, '0')}` }
}

const field = (page: Page, { t }: Say) => page.getByLabel(t('games:number.label'))
const fits = (page: Page, { t }: Say) => page.getByText(t('games:number.fits'))
const promptPay = (page: Page) => page.getByRole('radio', { name: /PromptPay|พร้อม.*เพย์/ })
const dialog = (page: Page, { t }: Say) => page.getByRole('dialog', { name: t('numbers:consent.title') })

/** Goes from the game's page to the checkout, to pay by PromptPay. */
async function toCheckout(page: Page, { t }: Say): Promise<void> {
  await promptPay(page).check()
  await page
    .getByRole('link', { name: new RegExp(`^${t('games:game.payBy', { channel: '' })}`) })
    .filter({ visible: true })
    .click()
}

/** The number's owner is texted, and tells the code; a wrong one is refused first. */
async function consent(page: Page, say: Say, outside: Outside, number: string): Promise<void> {
  const { t } = say
  const asking = dialog(page, say)
  await expect(asking.getByText(t('numbers:consent.text', { number: masked(number) }))).toBeVisible()
  await everybodyCanUse(page)
  await asking.getByRole('button', { name: t('numbers:consent.send', { number: masked(number) }) }).click()
  const code = asking.getByLabel(t('numbers:consent.code'))
  await expect(code).toBeFocused()
  const right = await outside.code(number)
  await code.pressSequentially(wrong(right))
  await expect(asking.getByRole('alert')).toBeVisible()
  await expect(code).toHaveValue('')
  await everybodyCanUse(page)
  await code.pressSequentially(right)
  await expect(asking).toHaveCount(0)
}

/** Pays the order that the page waits for; answers its number, and stands at its result. */
async function paid(page: Page, { t, at }: Say, outside: Outside, satang: number): Promise<string> {
  await expect(page.getByRole('img', { name: t('orders:promptpay.qrLabel', { amount: exact(satang) }) })).toBeVisible()
  const order = new URL(page.url()).searchParams.get('number') ?? ''
  await outside.pay(order)
  await expect(page).toHaveURL(at(`/purchase/result?number=${order}`))
  return order
}

/** Nobody who looks at the page, or at its address, learns the number. */
async function hides(page: Page, number: string): Promise<void> {
  const text = `${page.url()} ${await page.getByRole('main').innerText()}`
  for (const form of forms(number)) expect(text).not.toContain(form)
}

test.describe('on a phone in Thai', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    language: 'th',
    noise: [/status of (409|422)/],
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a friend’s number is checked, its owner agrees, and the package is switched on', async ({ page, say, outside }) => {
    test.slow()
    const { t, at } = say
    const product = await productOf(page, 'game-net', 'game-data-3d')
    await enter(page, at(`/games/game-net?product=${product.id}`), owner('71').person)
    const number = field(page, say)
    await number.fill('02-123-4567')
    await number.blur()
    await expect(page.getByText(t('games:number.malformed'))).toBeVisible()
    for (const [ending, reason] of [
      ['05', 'number_wrong_network'],
      ['95', 'number_already_active'],
      ['96', 'number_not_eligible'],
      ['97', 'mobile_number_suspended'],
    ] as const) {
      await number.fill(newNumber(ending))
      await expect(page.getByRole('alert').filter({ hasText: t(`games:number.refused.${reason}`) })).toBeVisible()
    }
    await everybodyCanUse(page)

    const friend = newNumber('73')
    await number.fill('')
    await number.pressSequentially(friend)
    await expect(number, 'grouped while one types').toHaveValue(shownNumber(friend))
    await expect(fits(page, say)).toBeVisible()
    await expect(page.getByText(t('games:number.consent'))).toBeVisible()
    await everybodyCanUse(page)
    // Going on leads to what is missing.
    await page
      .getByRole('button', { name: t('games:game.pay') })
      .filter({ visible: true })
      .click()
    await expect(page.getByText(t('games:number.consentFirst'))).toBeVisible()
    await page.getByRole('button', { name: t('games:number.askConsent') }).click()
    await consent(page, say, outside, friend)
    await expect(page.getByText(t('games:number.consentFirst'))).toHaveCount(0)

    await toCheckout(page, say)
    await expect(page).toHaveURL(/player=kept/)
    await expect(page.getByText(masked(friend)).first()).toBeVisible()
    await hides(page, friend)
    await everybodyCanUse(page)
    await payButton(page, say, exact(product.priceSatang)).click()
    await paid(page, say, outside, product.priceSatang)
    await expect(page.getByText(t('numbers:status.active'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('numbers:until')).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: t('orders:result.completed') })).toBeVisible()
    await hides(page, friend)
    await everybodyCanUse(page)

    await page.getByRole('link', { name: t('numbers:manage') }).click()
    await expect(page).toHaveURL(at('/account/subscriptions'))
    await expect(page.getByText(masked(friend)).first()).toBeVisible()
    // Nothing renews it, so nothing is to be cancelled.
    await expect(page.getByRole('button', { name: new RegExp(`^${t('numbers:cancel.open')}`) })).toHaveCount(0)
    await hides(page, friend)
    await everybodyCanUse(page)

    // The address alone does not know the number.
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(at(`/payment/process?product=${product.id}&quantity=1&player=kept`))
    await expect(page.getByText(t('numbers:forgotten'))).toBeVisible()
  })

  test('the consent is asked for at the checkout, and a refusal says where the money is', async ({ page, say, outside }) => {
    test.slow()
    const { t, at } = say
    const product = await productOf(page, 'game-net', 'game-data-7d')
    // Accepted by the operator, and refused a moment later.
    const number = newNumber('94')
    await enter(page, at(`/games/game-net?product=${product.id}`), owner('77').person)
    await field(page, say).fill(number)
    await expect(fits(page, say)).toBeVisible()
    await page.getByRole('button', { name: t('games:game.addToCart') }).click()
    await expect(page.getByText(t('games:game.added'))).toBeVisible()
    await page.goto(at('/cart'))
    await expect(page.getByText(t('cart:number', { number: masked(number) }))).toBeVisible()
    await expect(page.getByText(t('cart:onePerNumber'))).toBeVisible()
    await expect(page.getByText(t('cart:consent.needed'))).toBeVisible()
    await hides(page, number)
    await everybodyCanUse(page)

    await page.getByRole('button', { name: t('cart:checkout') }).click()
    await promptPay(page).check()
    await payButton(page, say, exact(product.priceSatang)).click()
    // The order goes out by itself once its owner has agreed.
    await consent(page, say, outside, number)
    await paid(page, say, outside, product.priceSatang)
    await expect(page.getByText(t('numbers:refused.not_eligible'))).toBeVisible()
    await expect(page.getByText(t('corrections:ask'))).toBeVisible()
    await hides(page, number)
    await everybodyCanUse(page)
  })
})

test.describe('on a computer in English', () => {
  test.use({
    viewport: { width: 1280, height: 800 },
    language: 'en',
    noise: [/status of 409/],
    contextOptions: { reducedMotion: 'reduce' },
  })

  test('a subscription is bought for the own number with one tap, renews, and is cancelled', async ({ page, say, outside }) => {
    test.slow()
    const { t, at } = say
    const product = await productOf(page, 'arcade-club', 'arcade-pass')
    const { person, number } = owner('73')
    await page.goto(at('/games?kind=SUBSCRIPTION'))
    await expect(page.getByRole('button', { name: t('games:filter.SUBSCRIPTION'), pressed: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Arcade Club' })).toBeVisible()
    await enter(page, at(`/games/arcade-club?product=${product.id}`), person)
    const summary = page.getByRole('complementary', { name: t('games:game.summary') })
    await expect(summary.getByText(/Renews every 30 days, billed to the number by AIS; cancel any time/)).toBeVisible()
    await expect(summary.getByText(t('games:number.one'))).toBeVisible()
    await page.getByRole('button', { name: `${t('games:number.mine')} ${masked(number)}` }).click()
    await expect(field(page, say)).toHaveValue(masked(number))
    await expect(fits(page, say)).toBeVisible()
    await expect(page.getByText(t('games:number.consent')), 'the own number needs none').toHaveCount(0)
    await everybodyCanUse(page)

    await toCheckout(page, say)
    await expect(page.getByText(masked(number)).first()).toBeVisible()
    // Its price is without VAT.
    const total = product.priceSatang + Math.round(product.priceSatang * 0.07)
    await payButton(page, say, exact(total)).click()
    const order = await paid(page, say, outside, total)
    await expect(page.getByText(t('numbers:nextRenewal'))).toBeVisible()
    await expect(page.getByText(t('numbers:billed', { amount: formatBaht(product.priceSatang) }))).toBeVisible()
    await hides(page, number)
    await everybodyCanUse(page)

    await page.goto(at('/account/subscriptions'))
    await page.getByRole('button', { name: t('numbers:cancel.named', { name: 'Single, monthly' }) }).click()
    const cancel = page.getByRole('dialog', { name: t('numbers:cancel.title', { name: 'Single, monthly' }) })
    await expect(cancel.getByText(t('numbers:cancel.renewing', { number: masked(number) }))).toBeVisible()
    await expect(cancel.getByText(new RegExp(t('numbers:cancel.stillWorks', { date: '.+' })))).toBeVisible()
    await everybodyCanUse(page)
    await cancel.getByRole('button', { name: t('numbers:cancel.yes') }).click()
    await expect(cancel).toHaveCount(0)
    await expect(page.getByText(t('numbers:status.cancelled'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('numbers:noRenewal'))).toBeVisible()

    // The number has the package until its period is over.
    await page.goto(at(`/games/arcade-club?product=${product.id}`))
    await page.getByRole('button', { name: `${t('games:number.mine')} ${masked(number)}` }).click()
    await expect(page.getByText(t('games:number.refused.number_already_active'))).toBeVisible()
    await page.goto(at('/account/purchased'))
    await expect(page.getByText(order)).toBeVisible()
    await expect(page.getByRole('main').getByText(masked(number))).toBeVisible()
  })
})
