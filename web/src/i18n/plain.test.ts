// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { joinThai } from '../../vite.thai'
import { copyPlain, plain } from './plain'

const TEXT = 'กรุณาเข้าสู่ระบบ แล้วยกเลิกคำสั่งซื้อที่ผู้จัดการแข่งขันส่งใน RoV'

it('holds the longest words together, as the server does, and takes them apart again', () => {
  const shown = joinThai(TEXT)
  expect(shown.replaceAll('\u2060', '|')).toBe('กรุณาเข้า|สู่|ระบบ แล้วยกเลิกคำ|สั่ง|ซื้อที่ผู้|จัดการ|แข่งขันส่งใน RoV')
  expect(joinThai(shown)).toBe(shown)
  expect(plain(shown)).toBe(TEXT)
})

it('copies what is selected without joiners, and leaves other copying alone', () => {
  const copy = (selected: string) => {
    vi.spyOn(document, 'getSelection').mockReturnValue({ toString: () => selected } as Selection)
    const event = Object.assign(new Event('copy', { cancelable: true }), { clipboardData: { setData: vi.fn() } })
    copyPlain(event as unknown as ClipboardEvent)
    return event
  }
  const joined = copy(joinThai(TEXT))
  expect(joined.clipboardData.setData).toHaveBeenCalledWith('text/plain', TEXT)
  expect(joined.defaultPrevented).toBe(true)
  const other = copy(TEXT)
  expect(other.clipboardData.setData).not.toHaveBeenCalled()
  expect(other.defaultPrevented).toBe(false)
})
