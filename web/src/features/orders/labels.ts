import { useContent, useLanguage, useTexts } from '@/i18n'

interface Target {
  playerId?: string | null
  playerName?: string | null
  server?: string | null
  /** The server's name. */
  serverName?: string | null
}

/** To whom something goes, in one line with all that tells them from others: `Mint (801234567 · Asia)`. */
export function useTarget(): (target: Target) => string {
  const t = useTexts('orders')
  return ({ playerId, playerName, server, serverName }) => {
    const account = [playerId, serverName || server].filter(Boolean).join('\u00A0·\u00A0')
    return playerName ? `${playerName} (${account})` : t('target.id', { id: account })
  }
}

/** An order's number as it stands within a sentence: no line ends at its hyphens. */
export const unbroken = (number: string) => number.replaceAll('-', '-\u2060')

/** A name as it stands within a sentence: Thai joins its words, but not to Latin letters. */
export function useInSentence(): (name: { th: string; en: string }) => string {
  const content = useContent()
  const language = useLanguage()
  return (name) => (language === 'th' && /^[A-Za-z]/.test(name.th) ? ` ${name.th}` : content(name))
}
