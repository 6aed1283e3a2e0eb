import { useEffect, useRef, useState } from 'react'
import type { OtpSent } from '@/api/generated'
import { ApiProblem, problemOf } from '@/api/problem'
import { rememberNumber } from './own-number'

/** A code that was requested. */
export interface Pending {
  /** The number, or the e-mail address, as typed. */
  to: string
  sent: OtpSent
  /** When it was requested, Unix ms. */
  at: number
}

interface Flow<T> {
  /**
   * Key under which the pending code is stored, with its user if known: on a phone the browser may drop the page while the user reads the text.
   */
  name: string
  send: (to: string) => Promise<OtpSent>
  confirm: (reference: string, code: string) => Promise<T>
  onDone: (result: T) => void | Promise<void>
  /** Way of the code: a text message, unless it is mailed to an address. */
  by?: 'number' | 'email'
  /** The number the user probably means. */
  initial?: string | undefined
  /** The number belongs to somebody else: it is not remembered as the user's own. */
  others?: boolean
}

const keyOf = (name: string) => `manao.code.${name}`

function remembered(name: string): Pending | undefined {
  try {
    const pending = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? 'null') as Pending | null
    // An entry without its number comes from an earlier version of this page.
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
    // Storage may be refused; then a reloaded page asks for the number again.
  }
}

/** Returns the six digits in a typed or pasted text, Thai ones included. */
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
    /** Returns the code once it is complete: it is then submitted without a button. */
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

/** Asks for a number or an address, then for the code sent to it. */
export function useCode<T>({ name, send, confirm, onDone, by = 'number', initial = '', others = false }: Flow<T>) {
  const [pending, setPending] = useState<Pending>()
  const [to, setTo] = useState(initial)
  const [problem, setProblem] = useState<ApiProblem>()
  const [busy, setBusy] = useState<'sending' | 'confirming'>()
  const working = useRef<'sending' | 'confirming'>(undefined)
  /** Digits typed while a code was being sent: the text message may arrive before the answer. */
  const meanwhile = useRef('')
  const { code, clear, type } = useDigits()

  // After the first paint: a rendering server knows nothing of this tab.
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
    // If none was sent, the previous one still counts.
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
        if (by === 'number' && !others) rememberNumber(sent.to)
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
    /** Goes back to the number, or the address. */
    change() {
      setPending(undefined)
      clear()
      meanwhile.current = ''
      setProblem(undefined)
      remember(name, undefined)
    },
  }
}
