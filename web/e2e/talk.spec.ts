import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { openForm, signIn } from './shop/esports'
import { newName } from './shop/names'
import { everybodyCanUse } from './shop/fits'
import { enter, expect, SIZES, test } from './shop/test'

/** Two sides in the room of their match, and those who run it: what one writes, the others read, each message once and in one order. */

// A browser that is offline says so of each call.
test.use({ noise: [/ERR_INTERNET_DISCONNECTED|WebSocket connection/] })

const [{ use: wide }, { use: narrow }] = SIZES

interface Bracket {
  draw: { version: number }
  matches: Array<{ id: number; home: { contestantId?: number }; away: { contestantId?: number } }>
}

async function somebodyElse(browser: Browser, options: BrowserContextOptions, path: string, person: string): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
  await enter(page, path, person)
  return page
}

test.describe('talk', () => {
  test.use({ ...wide, contextOptions: { reducedMotion: 'reduce' } })

  test('two sides talk, also when one was away, and the promoter hears and answers', async ({
    page,
    browser,
    playwright,
    request,
    baseURL,
    say,
    locale,
  }) => {
    const { t } = say
    const shop = baseURL ?? ''
    const promoter = await signIn(request, 'promoter')
    const names = ['player-1851', 'player-1852'] as const
    const [home, away] = await Promise.all(
      names.map(async (name) => ({ name, ...(await signIn(await playwright.request.newContext({ baseURL: shop }), name)) })),
    )
    if (!home || !away) throw new Error('nobody came')
    const { items } = (await (await request.get('/api/tournament/form/create/list/game')).json()) as {
      items: Array<{ id: number; solo: boolean }>
    }
    const name = newName('ถ้วยแชต', 'Talk Cup')
    const { id } = (await promoter.call('create', openForm(name, -60, items.find(({ solo }) => solo)?.id ?? 0))) as { id: number }
    for (const [at, player] of [home, away].entries()) {
      // oxlint-disable-next-line no-await-in-loop
      await player.call('save-register-tournament', {
        tournamentId: id,
        players: [{ userId: player.id, gameId: `2039581${at}`, role: 'main' }],
      })
    }
    const { version } = (await (await request.get(`/api/tournament/get/${id}`)).json()) as { version: number }
    await promoter.call(`close-registration/${id}`, { version })
    const draft = (await promoter.call(`/bracket/generate-bracket/${id}`, { method: 'random', seed: '7' })) as Bracket
    await promoter.call(`/bracket/submit-bracket/${id}`, { version: draft.draw.version })
    const { matches } = (await promoter.call(`/bracket/send-bracket/${id}`)) as Bracket
    const match = matches.find((each) => each.home.contestantId && each.away.contestantId)

    const options = { baseURL: shop, ...(locale && { locale }), reducedMotion: 'reduce' as const }
    const room = `/esport/match/${match?.id}`
    await page.addInitScript(() => localStorage.setItem('manao.cookies', '2026-01-01'))
    await enter(page, room, home.name)
    let phone = await somebodyElse(browser, { ...options, ...narrow }, room, away.name)
    // On a phone the room opens at its next step, and the field is in sight all the same.
    await expect(phone.getByRole('textbox', { name: t('messages:write.label') })).toBeInViewport()
    expect(await phone.evaluate(() => scrollY)).toBe(0)
    const write = async (where: Page, text: string) => {
      const field = where.getByRole('textbox', { name: t('messages:write.label') })
      await field.fill(text)
      await where.getByRole('button', { name: t('messages:write.send'), exact: true }).click()
      await expect(field).toHaveValue('')
    }
    const log = (where: Page) => where.getByRole('log')
    const said = (where: Page) => log(where).locator('p[dir=auto]').allTextContents()

    await write(page, 'เสาร์ทุ่มนึงได้ไหมครับ')
    // The newest message too, until one goes there.
    const newest = phone.getByRole('button', { name: /เสาร์ทุ่มนึงได้ไหมครับ/ })
    await expect(newest).toBeInViewport()
    await expect(newest).toContainText(t('messages:newer.count', { count: 1 }))
    await expect(log(page).getByText(t('messages:state.read'))).toHaveCount(0)
    await newest.click()
    await expect(newest).toHaveCount(0)
    await expect(log(phone).getByText('เสาร์ทุ่มนึงได้ไหมครับ')).toBeVisible()
    await expect(log(page).getByText(t('messages:state.read'))).toBeVisible()
    await everybodyCanUse(page)
    await everybodyCanUse(phone)

    // Away: what is written waits, and goes out in its order behind what was said meanwhile.
    await phone.context().setOffline(true)
    await write(phone, 'ได้ครับ')
    await write(phone, '<b>เจอกัน</b>')
    await expect(log(phone).getByText(t('messages:state.waiting'))).toHaveCount(2)
    await expect(phone.getByText(t('messages:offlineWaiting.count', { count: 2 }))).toBeVisible()
    await write(page, 'ทุ่มตรงนะ')
    await expect(log(page).getByText(t('messages:state.sent'))).toBeVisible()
    await phone.context().setOffline(false)
    const all = ['เสาร์ทุ่มนึงได้ไหมครับ', 'ทุ่มตรงนะ', 'ได้ครับ', '<b>เจอกัน</b>']
    for (const each of [page, phone]) {
      // oxlint-disable-next-line no-await-in-loop
      await expect.poll(() => said(each)).toEqual(all)
    }

    // Closing the tab meanwhile loses nothing: the next page that is opened sends it.
    await phone.context().setOffline(true)
    await write(phone, 'ปิดแท็บแล้วก็ยังส่ง')
    await expect(log(phone).getByText(t('messages:state.waiting'))).toBeVisible()
    const [closed, next] = [phone, await phone.context().newPage()]
    await closed.close()
    await next.context().setOffline(false)
    await next.goto('/games')
    await expect(log(page).getByText('ปิดแท็บแล้วก็ยังส่ง')).toBeVisible()
    phone = next
    await phone.goto(room)
    await phone.getByRole('tab', { name: t('matches:parts.chat') }).click()
    await expect.poll(() => said(page)).toEqual([...all, 'ปิดแท็บแล้วก็ยังส่ง'])

    // A picture, and what it answers.
    await page.locator('input[type=file]').setInputFiles({ name: 'lobby.png', mimeType: 'image/png', buffer: await page.screenshot() })
    await write(page, 'ห้องนี้')
    const picture = log(phone).getByRole('button', { name: new RegExp(`^${t('messages:picture.open', { number: 1, name: '' }).trim()}`) })
    await picture.click()
    await expect(phone.getByRole('dialog').getByRole('img')).toHaveJSProperty('complete', true)
    await everybodyCanUse(phone)
    await phone
      .getByRole('dialog')
      .getByRole('button', { name: t('common:action.close') })
      .click()

    // The way to those who run it, and back.
    await phone.goto(`/esport/tournament/${id}/register#talk`)
    await write(phone, 'ขอเลื่อนเวลาได้ไหมครับ')
    const desk = await somebodyElse(browser, { ...options, ...wide }, `/esport/tournament/${id}/manage?section=messages`, 'promoter')
    const entrant = desk.getByRole('button', { name: /ขอเลื่อนเวลาได้ไหมครับ/ })
    await expect(entrant).toContainText(t('messages:desk.unread', { count: 1 }))
    await entrant.click()
    await write(desk, 'ได้ครับ เลื่อนได้ 30 นาที')
    await expect(log(phone).getByText('ได้ครับ เลื่อนได้ 30 นาที')).toBeVisible()

    await everybodyCanUse(desk)
    for (const each of [phone, desk]) {
      // oxlint-disable-next-line no-await-in-loop
      await each.context().close()
    }
  })
})
