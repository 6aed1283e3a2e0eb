import { expect, it } from 'vitest'
import { deviceOf, inAppBrowserOf } from './device'

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A546E) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

it.each([
  ['android', { userAgent: ANDROID }],
  ['android', { userAgent: WINDOWS, userAgentData: { platform: 'Android' } }],
  ['ios', { userAgent: IPHONE, maxTouchPoints: 5 }],
  ['ios', { userAgent: MAC, maxTouchPoints: 5 }],
  ['web', { userAgent: MAC, maxTouchPoints: 0 }],
  ['web', { userAgent: WINDOWS, maxTouchPoints: 10 }],
] as const)('recognises %s: %o', (device, traits) => {
  expect(deviceOf(traits)).toBe(device)
})

it.each([
  ['line', `${IPHONE} Safari Line/14.8.0`],
  ['line', `${ANDROID} Line/14.8.0/IAB`],
  ['facebook', `${IPHONE} [FBAN/FBIOS;FBAV/468.0.0.50.70;FBDV/iPhone15,2]`],
  ['facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/468.0.0.50.70;]`],
  ['messenger', `${IPHONE} [FBAN/MessengerForiOS;FBAV/465.0.0.34.107]`],
  ['messenger', `${ANDROID} [FB_IAB/Orca-Android;FBAV/465.0.0.34.107;]`],
  ['instagram', `${IPHONE} Instagram 337.0.3.23.54 (iPhone15,2; iOS 17_5)`],
  ['tiktok', `${ANDROID} trill_2023505030 BytedanceWebview/d8a21c6`],
  ['tiktok', `${IPHONE} musical_ly_35.1.0 BytedanceWebview/d8a21c6`],
  [undefined, ANDROID],
  [undefined, IPHONE],
  [undefined, `${WINDOWS} Edg/126.0.0.0`],
] as const)('recognises the browser of %s', (app, userAgent) => {
  expect(inAppBrowserOf(userAgent)).toBe(app)
})
