import { createInstance } from 'i18next'
import { expect, it } from 'vitest'
import en from '@/i18n/en/orders'
import th from '@/i18n/th/orders'
import { pictureCaptions } from './picture-captions'

const order = {
  number: 'MN-7F3K-2A9C',
  totalSatang: 10_500,
  payment: { qrPayload: '00020101021253037645802TH5910MANAO SHOP6304ABCD', nameAtBank: 'OPN*MANAO', expiresAt: '2026-11-21T07:50:30Z' },
} as unknown as Parameters<typeof pictureCaptions>[0]

async function speak(language: 'th' | 'en', texts: object) {
  const speaker = createInstance()
  await speaker.init({ lng: language, resources: { [language]: { orders: texts } }, ns: ['orders'], interpolation: { escapeValue: false } })
  return (key: string, values: object) => speaker.t(key, { ns: 'orders', ...values })
}

it('prints amount, number, payee and the end of its time under the code', async () => {
  expect(pictureCaptions(order, 'th', await speak('th', th))).toEqual([
    '105.00 THB',
    'MN-7F3K-2A9C',
    'ร้าน MANAO SHOP',
    'ชำระภายใน 21 พ.ย. 2569 14:50 น.',
  ])
  expect(pictureCaptions(order, 'en', await speak('en', en))).toEqual([
    '105.00 THB',
    'MN-7F3K-2A9C',
    'Paid to MANAO SHOP',
    'Pay before 21 Nov 2026 14:50',
  ])
})

it('names the payee that the bank shows where the code names none, and promises no end that is not known', async () => {
  const payment = { ...order.payment, qrPayload: '0002010102125802TH6304ABCD', expiresAt: null } as typeof order.payment
  expect(pictureCaptions({ ...order, payment }, 'en', await speak('en', en))).toEqual(['105.00 THB', 'MN-7F3K-2A9C', 'Paid to OPN*MANAO'])
})
