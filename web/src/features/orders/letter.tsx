import type { ReactNode } from 'react'
import type { Order } from '@/api/generated'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDateTime } from '@/i18n/format'
import { plain } from '@/i18n/plain'
import { formatBaht } from '@/ui/amount'
import { useOrder } from './order'
import { useSteps } from './steps'

interface LetterLinkProps {
  number: string
  email: string
  className: string
  children: ReactNode
}

/** A mail to support about the user's own order, with the details support needs; for an unknown order, its number only. */
export function LetterLink({ number, ...link }: LetterLinkProps) {
  const { data } = useOrder(number, true)
  return data ? <Written order={data} {...link} /> : <Mail subject={number} {...link} />
}

function Written({ order, ...link }: { order: Order } & Omit<LetterLinkProps, 'number'>) {
  const body = useLetter(order)
  return <Mail subject={order.number} body={body} {...link} />
}

function Mail({ email, subject, body, className, children }: { subject: string; body?: string } & Omit<LetterLinkProps, 'number'>) {
  const query = [`subject=${encodeURIComponent(subject)}`, ...(body === undefined ? [] : [`body=${encodeURIComponent(plain(body))}`])]
  return (
    <a className={className} href={`mailto:${email}?${query.join('&')}`}>
      {children}
    </a>
  )
}

/** Order, payment, lines and steps with their times, as plain lines for mail programs; the place to write comes first. */
function useLetter(order: Order): string {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const steps = useSteps(order)
  const { payment } = order
  const facts = [
    [t('result.number'), order.number],
    [t('letter.ordered'), formatDateTime(order.createdAt, language)],
    [t('result.ordered'), `${formatBaht(order.totalSatang, 'exact')} ${t('unit')}`],
    [t('letter.channel'), order.channel],
    [t('result.reference'), [payment?.reference, payment?.transactionId].filter(Boolean).join(' / ')],
    [t('letter.status'), [payment?.status, payment?.failureCode].filter(Boolean).join(' / ')],
  ]
  const lines = order.lines.map(({ gameName, name, quantity, playerId, playerName, server, serverName, delivery, target }) => {
    const player =
      target === 'number' ? playerName : playerId && [`ID ${playerId}`, serverName ?? server, playerName].filter(Boolean).join(' / ')
    const status = [t(`delivery.${delivery.status}`), delivery.failureCode].filter(Boolean).join(' / ')
    return `- ${[`${content(gameName)} ${content(name)} × ${quantity}`, player, order.paidAt && status].filter(Boolean).join(', ')}`
  })
  return [
    t('letter.write'),
    '',
    '',
    ...facts.filter(([, value]) => value).map(([label, value]) => `${label}: ${value}`),
    '',
    ...lines,
    '',
    ...steps.filter(({ at }) => at !== undefined).map(({ at, label }) => `${at} ${label}`),
  ].join('\r\n')
}
