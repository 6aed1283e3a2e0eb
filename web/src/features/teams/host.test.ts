import { expect, it } from 'vitest'
import { hostOf } from './host'

it('shows a host that looks like another as the network knows it', () => {
  for (const [link, host] of [
    ['https://apple.com/team', 'apple.com'],
    ['https://Shop.Example.co.th:8080/a', 'shop.example.co.th'],
    ['https://มะนาว.ไทย/', 'มะนาว.ไทย'],
    ['https://аpple.com/', 'xn--pple-43d.com'],
    ['https://арр.com/', 'xn--80a6aa.com'],
    ['https://ɑpple.com', 'xn--pple-p5b.com'],
    ['https://ｅvil.example', 'evil.example'],
    ['https://aมะนาว.com', new URL('https://aมะนาว.com').hostname],
    ['nonsense', ''],
  ] as const)
    expect(hostOf(link), link).toBe(host)
})
