import { useContent, useLanguage, useTexts } from '@/i18n'

interface Target {
  playerId?: string | null
  playerName?: string | null
  server?: string | null
  /** The server's name. */
  serverName?: string | null
  /** The recipient of the goods; a number is shown in place of an ID. */
  target?: 'none' | 'player' | 'number'
}

/** Returns the recipient in one line, with all that distinguishes it: `Mint (801234567 · Asia)`, or the masked number. */
export function useTarget(): (target: Target) => string {
  const t = useTexts('orders')
  return ({ playerId, playerName, server, serverName, target }) => {
    // A masked number is its own name; receipts have nothing else to tell it by.
    if (target === 'number' || (playerName && playerName === playerId)) return t('target.number', { number: playerName ?? playerId })
    const account = [playerId, serverName || server].filter(Boolean).join('\u00A0·\u00A0')
    return playerName ? `${playerName} (${account})` : t('target.id', { id: account })
  }
}

/** An order's number, or a masked mobile number, within a sentence: not broken at its hyphens. */
export const unbroken = (number: string) => number.replaceAll('-', '-\u2060')

/** A name within a sentence: Thai joins its words, but not to Latin letters. */
export function useInSentence(): (name: { th: string; en: string }) => string {
  const content = useContent()
  const language = useLanguage()
  return (name) => (language === 'th' && /^[A-Za-z]/.test(name.th) ? ` ${name.th}` : content(name))
}
