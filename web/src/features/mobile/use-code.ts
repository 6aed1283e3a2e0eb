import { useEffect, useRef, useState } from 'react'
import type { OtpSent } from '@/api/generated'
import { ApiProblem, problemOf } from '@/api/problem'
import { rememberNumber } from './own-number'

/** A code that is on its way. */
export interface Pending {
  /** The number, or the e-mail address, as it was typed. */
  to: string
  sent: OtpSent
  /** When it was asked for, Unix ms. */
  at: number
}

interface Flow<T> {
  /** Under which a code on its way is remembered, whose it is included where that is known: on a phone the browser may forget the page while one looks at the text. */
  name: string
  send: (to: string) => Promise<OtpSent>
  confirm: (reference: string, code: string) => Promise<T>
  onDone: (result: T) => void | Promise<void>
  /** How the code goes out: texted to a number, unless it is mailed to an address. */
  by?: 'number' | 'email'
  /** The number that was probably meant. */
  initial?: string | undefined
}

const keyOf = (name: string) => `manao.code.${name}`

function remembered(name: string): Pending | undefined {
  try {
    const pending = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Pending | null
    // One without its number was kept by an earlier version of this page.
    return pending?.to && pending.at + pending.sent.expiresIn * 1000 > Date.now() ? pending : undefined
  } catch {
    return undefined
  }
}

function remember(name: string, pending: Pending | undefined) {
  try {
    if (pending) sessionStorage.setItem(keyOf(name), JSON.stringify(pending))
    else sessionStorage.removeItem(keyOf(name))
  } catch {
    // Storage may be refused; then a forgotten page asks for the number again.
  }
}

/** The six digits in what was typed or pasted, Thai ones too. */
export function digitsOf(text: string): string {
  const plain = text.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
  return plain.replace(/\D/g, '').slice(0, 6)
}

/** A code as it is typed or pasted. */
export function useDigits() {
  const [code, setCode] = useState('')
  return {
    code,
    clear: () => setCode(''),
    /** Answers the code when this has made it whole: it goes out by itself then, nobody has to look for a button. */
    type(text: string): string | undefined {
      const digits = digitsOf(text)
      setCode(digits)
      return digits.length === 6 && digits !== code ? digits : undefined
    },
  }
}

/** `0812345678` → `081-234-5678`; anything else stays as it was typed. */
export function shownNumber(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^66(?=\d{9}$)/, '0')
  return digits.length === 10 ? `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}` : text
}

/** A number or an address, then the code that was sent to it. */
export function useCode<T>({ name, send, confirm, onDone, by = 'number', initial = '' }: Flow<T>) {
  const [pending, setPending] = useState<Pending>()
  const [to, setTo] = useState(initial)
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState<'sending' | 'confirming'>()
  const working = useRef<'sending' | 'confirming'>(undefined)
  /** Digits typed while a code was being sent: the text may come before the answer that it was sent. */
  const meanwhile = useRef('')
  const { code, clear, type } = useDigits()

  // After the first paint: a server that renders the page knows nothing of this tab.
  useEffect(() => {
    const timer = setTimeout(() => {
      const before = remembered(name)
      if (!before) return
      setPending(before)
      setTo(before.to)
    })
    return () => clearTimeout(timer)
  }, [name])

  async function work(what: 'sending' | 'confirming', task: () => Promise<void>) {
    if (working.current) return
    working.current = what
    setBusy(what)
    setProblem(undefined)
    try {
      await task()
    } catch (cause) {
      setProblem(problemOf(cause))
    } finally {
      working.current = undefined
      setBusy(undefined)
    }
  }

  async function ask() {
    if (working.current) return
    clear()
    meanwhile.current = ''
    // If none was sent, the one before still counts.
    let newest = pending
    await work('sending', async () => {
      newest = { to, sent: await send(to), at: Date.now() }
      setPending(newest)
      remember(name, newest)
    })
    if (meanwhile.current.length === 6) await answer(meanwhile.current, newest)
  }

  const answer = (digits: string, sent = pending) =>
    work('confirming', async () => {
      if (!sent) return
      try {
        const result = await confirm(sent.sent.reference, digits)
        remember(name, undefined)
        if (by === 'number') rememberNumber(sent.to)
        await onDone(result)
      } catch (cause) {
        clear()
        throw cause
      }
    })

  return {
    pending,
    to,
    code,
    problem,
    busy,
    setTo,
    ask,
    type(text: string) {
      const whole = type(text)
      if (working.current === 'sending') meanwhile.current = digitsOf(text)
      else if (whole) void answer(whole)
    },
    confirm: () => void answer(code),
    /** Back to the number, or the address. */
    change() {
      setPending(undefined)
      clear()
      meanwhile.current = ''
      setProblem(undefined)
      remember(name, undefined)
    },
  }
}
