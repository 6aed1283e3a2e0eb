import { expect, test } from 'vitest'
import { importStorageKey, seal, unseal } from './seal'

const keyOf = (byte: number) => importStorageKey(btoa(String.fromCharCode(...Array.from({ length: 32 }, () => byte))))

test('what is kept for one account is opened by its key alone, and under its own name alone', async () => {
  const sealed = await seal(await keyOf(1), '1.a', { text: 'เจอกันทุ่มตรง' })
  expect(new TextDecoder().decode(sealed.data)).not.toContain('เจอกัน')
  expect(await unseal(await keyOf(1), '1.a', sealed)).toEqual({ text: 'เจอกันทุ่มตรง' })
  expect(await unseal(await keyOf(2), '1.a', sealed)).toBeUndefined()
  expect(await unseal(await keyOf(1), '2.a', sealed)).toBeUndefined()
})
