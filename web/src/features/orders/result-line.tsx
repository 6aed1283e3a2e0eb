import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type Order, type OrderLine, purchaseRevealCode } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useProblemText } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button } from '@/ui/button'
import { Cover } from '@/ui/cover'
import { Notice } from '@/ui/feedback'
import { Tag } from '@/ui/tag'
import { toast } from '@/ui/toast'
import { deliveryFailure, isPaidBack } from './failure'
import { Redeem } from './redeem'
import { useTarget } from './labels'

export function ResultLine({ line, order }: { line: OrderLine; order: Order }) {
  const t = useTexts('orders')
  const content = useContent()
  const target = useTarget()
  const { status } = line.delivery
  const shortfall = status === 'repair' ? deliveryFailure(line.delivery.failureCode) : undefined
  const tone = status === 'delivered' ? 'lime' : status === 'repair' || status === 'retrying' ? 'amber' : undefined
  return (
    <article className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <div className="flex flex-wrap items-start gap-x-3.5 gap-y-2">
        <Cover
          hue={line.hue}
          motif={line.motif}
          glyph={line.glyph}
          card={line.kind === 'voucher'}
          className="size-14 flex-none rounded-[10px]"
        />
        <div className="min-w-36 flex-1">
          <h2 className="font-sans text-base font-semibold">
            {content(line.name)}
            {line.quantity > 1 && ` ×\u00A0${line.quantity}`}
          </h2>
          <p className="text-sm text-mute" lang="en">
            {content(line.gameName)}
          </p>
          {line.playerId && <p className="text-sm">{target(line)}</p>}
        </div>
        <div className="ml-auto flex flex-none flex-col items-end gap-1">
          <Amount satang={line.unitPriceSatang * line.quantity} decimals="exact" />
          {order.paidAt != null && (
            <Tag tone={tone}>{t(status === 'closed' && isPaidBack(order) ? 'delivery.paidBack' : `delivery.${status}`)}</Tag>
          )}
        </div>
      </div>
      {shortfall && <p className="text-sm text-amber">{t(`shortfall.${shortfall}`)}</p>}
      {line.delivery.hasCode && (
        <>
          <Codes number={order.number} lineId={line.id} />
          <Redeem slug={line.gameSlug} />
        </>
      )}
    </article>
  )
}

/** Codes stay hidden until requested; they are shown in groups of four, and each access is logged. */
function Codes({ number, lineId }: { number: string; lineId: number }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const problemText = useProblemText()
  const [copied, setCopied] = useState('')
  const reveal = useMutation({ mutationFn: () => answerOf(purchaseRevealCode({ body: { number, lineId } })) })
  if (!reveal.data) {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={reveal.isPending} onClick={() => reveal.mutate()}>
          {t('result.reveal')}
        </Button>
        <p className="text-sm text-mute">{t('result.revealNote')}</p>
        {reveal.error && <Notice tone="error">{problemText(problemOf(reveal.error))}</Notice>}
      </div>
    )
  }
  return (
    <ul className="flex flex-col gap-2">
      {reveal.data.codes.map(({ code, serial, expiresOn }) => (
        <li key={serial} className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-ground p-3">
          <div>
            <p className="num text-lg break-all" lang="en">
              {grouped(code)}
            </p>
            <p className="text-xs text-mute">
              {t('result.serial', { serial })}
              {expiresOn && ` · ${t('result.expires', { date: formatDate(`${expiresOn}T00:00:00Z`, language) })}`}
            </p>
          </div>
          <Button
            size="sm"
            onClick={() =>
              void navigator.clipboard.writeText(code).then(
                () => setCopied(serial),
                () => void toast(code),
              )
            }
          >
            {copied === serial ? t('result.copied') : t('result.copy')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Splits codes without groups of their own into fours, for reading aloud. */
function grouped(code: string): string {
  return /[-\s]/.test(code) ? code : (code.match(/.{1,4}/g) ?? [code]).join(' ')
}
