import { useMutation, useQuery } from '@tanstack/react-query'
import { FileDown, Printer, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { purchaseGetReceipt, type Receipt, type SalesDocumentSummary, type TaxInvoice } from '@/api/generated'
import { ApiProblem, answerOf, problemOf } from '@/api/problem'
import { apiFetch } from '@/api/fetch'
import { QueryError, useProblemText } from '@/ui/query-error'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Dialog } from '@/ui/dialog'
import { toast } from '@/ui/toast'
import { HEAD_OFFICE, TaxInvoiceForm } from './tax-invoice-form'
import { useTarget } from './labels'

const keyOf = (number: string) => ['Receipt', number] as const

/** The receipt of a paid order: to read, save as a PDF, share or print; with a link to a tax invoice. */
export function ReceiptDialog({ number, onClose }: { number: string; onClose: () => void }) {
  const t = useTexts('orders')
  const { data, error, refetch } = useQuery({ queryKey: keyOf(number), queryFn: () => answerOf(purchaseGetReceipt({ path: { number } })) })
  const [asking, setAsking] = useState(false)
  return (
    <Dialog
      open
      width={700}
      onClose={onClose}
      title={t(asking ? 'tax.title' : 'receipt.title')}
      actions={data && !asking && <Tools receipt={data} />}
    >
      {error && !data ? (
        <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div className="skeleton h-96" />
      ) : asking ? (
        <TaxInvoiceForm receipt={data} cacheKey={keyOf(number)} onDone={() => setAsking(false)} />
      ) : (
        <div className="flex flex-col gap-5">
          <Paper receipt={data} />
          {data.documents.length > 1 && <Documents receipt={data} />}
          <TaxInvoiceOffer receipt={data} onAsk={() => setAsking(true)} />
        </div>
      )}
    </Dialog>
  )
}

async function readPdf(order: string, document: string): Promise<File> {
  const path = `/api/purchase/receipt/${encodeURIComponent(order)}/pdf?document=${encodeURIComponent(document)}`
  const answer = await apiFetch(path).catch(() => undefined)
  if (!answer) throw ApiProblem.offline()
  if (!answer.ok) throw new ApiProblem(answer.status, (await answer.json().catch(() => ({}))) as Record<string, unknown>)
  return new File([await answer.blob()], `${document}.pdf`, { type: 'application/pdf' })
}

function save(file: File) {
  const url = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: url, download: file.name }).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function Tools({ receipt }: { receipt: Receipt }) {
  const t = useTexts('orders')
  const problemText = useProblemText()
  const failed = (cause: unknown) => void toast(problemText(problemOf(cause)), { tone: 'error' })
  const read = () => readPdf(receipt.orderNumber, receipt.receiptNumber)
  const saving = useMutation({ mutationFn: read, onSuccess: save, onError: failed })
  const sharing = useMutation({
    mutationFn: async () => {
      const file = await read()
      // Some browsers share texts only.
      if (!navigator.canShare?.({ files: [file] })) return save(file)
      await navigator.share({ files: [file], title: `${t('receipt.title')} ${receipt.receiptNumber}` }).catch((error: Error) => {
        // Closing the sheet is not a failure.
        if (error.name !== 'AbortError') save(file)
      })
    },
    onError: failed,
  })
  return (
    <>
      <Button className="max-sm:hidden" onClick={() => window.print()}>
        <Printer className="size-5" aria-hidden="true" />
        {t('receipt.print')}
      </Button>
      {typeof navigator.share === 'function' && (
        <Button busy={sharing.isPending} onClick={() => sharing.mutate()}>
          <Share2 className="size-5" aria-hidden="true" />
          {t('receipt.share')}
        </Button>
      )}
      <Button look="primary" busy={saving.isPending} onClick={() => saving.mutate()}>
        <FileDown className="size-5" aria-hidden="true" />
        {t('receipt.pdf')}
      </Button>
    </>
  )
}

function TaxInvoiceOffer({ receipt, onAsk }: { receipt: Receipt; onAsk: () => void }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const [now] = useState(Date.now)
  if (!receipt.taxInvoiceUntil || Date.parse(receipt.taxInvoiceUntil) <= now) return null
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-mute">
      <button type="button" className="min-h-11 text-lime underline" onClick={onAsk}>
        {t(receipt.taxInvoice ? 'tax.correct' : 'tax.ask')}
      </button>
      {t('tax.until', { date: formatDate(receipt.taxInvoiceUntil, language) })}
    </p>
  )
}

/** A number that does not break at its hyphens; text copied from the page has no joiners. */
const whole = (number: string) => number.replaceAll('-', '\u2060-\u2060')

/** Tax invoices, credit and debit notes of the order, each with its state and its PDF. */
function Documents({ receipt }: { receipt: Receipt }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const problemText = useProblemText()
  const saving = useMutation({
    mutationFn: (document: string) => readPdf(receipt.orderNumber, document),
    onSuccess: save,
    onError: (cause) => void toast(problemText(problemOf(cause)), { tone: 'error' }),
  })
  const state = ({ replacedBy, replaces, creditedSatang, totalSatang, refersTo, kind }: SalesDocumentSummary) => [
    ...(replacedBy ? [t('documents.replacedBy', { number: whole(replacedBy) })] : []),
    ...(replaces ? [t('documents.replaces', { number: whole(replaces) })] : []),
    ...(creditedSatang > 0 ? [t(creditedSatang < totalSatang ? 'documents.creditedPart' : 'documents.credited')] : []),
    ...((kind === 'credit_note' || kind === 'debit_note') && refersTo ? [t('documents.corrects', { number: whole(refersTo) })] : []),
  ]
  return (
    <section aria-labelledby="order-documents">
      <h3 id="order-documents" className="font-semibold">
        {t('documents.title')}
      </h3>
      <ul className="divide-y divide-line">
        {receipt.documents.map((document) => (
          <li key={document.number} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 py-2.5 text-sm">
            <span>
              <span className="block">
                <span className="inline-block">{t(`documents.kind.${document.kind}`)}</span>{' '}
                <span className={cx('num whitespace-nowrap', document.replacedBy && 'text-mute line-through')}>{document.number}</span>
              </span>
              <span className="block text-mute">
                {formatDate(document.issuedAt, language)} · <Amount satang={document.totalSatang} decimals="exact" />
              </span>
              {state(document).map((text) => (
                <span key={text} className={cx('block', document.replacedBy ? 'text-amber' : 'text-mute')}>
                  {text}
                </span>
              ))}
              {document.number === receipt.taxInvoice?.number && <TaxBuyer invoice={receipt.taxInvoice} />}
            </span>
            <Button
              size="sm"
              aria-label={t('documents.pdf', { number: document.number })}
              busy={saving.isPending && saving.variables === document.number}
              onClick={() => saving.mutate(document.number)}
            >
              <FileDown className="size-5" aria-hidden="true" />
              PDF
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function TaxBuyer({ invoice: { name, branch, address, taxId } }: { invoice: TaxInvoice }) {
  const t = useTexts('orders')
  return (
    <>
      <span className="block break-words text-mute">
        {name} · {branch === HEAD_OFFICE ? t('tax.headOffice') : t('tax.branchNo', { number: branch })}
      </span>
      <span className="block break-words text-mute">{address}</span>
      <span className="block text-mute">{t('receipt.taxId', { id: taxId })}</span>
    </>
  )
}

function Paper({ receipt }: { receipt: Receipt }) {
  const t = useTexts('orders')
  const content = useContent()
  const language = useLanguage()
  const target = useTarget()
  const { seller } = receipt
  const facts: Array<[string, string]> = [
    [t('result.receipt'), receipt.receiptNumber],
    [t('result.number'), receipt.orderNumber],
    [t('result.paidAt'), formatDateTime(receipt.paidAt, language)],
    [t('receipt.channel'), content(receipt.channel)],
    ...(receipt.transactionId ? [[t('result.reference'), receipt.transactionId] as [string, string]] : []),
    ...(receipt.providerReference ? [[t('receipt.providerReference'), receipt.providerReference] as [string, string]] : []),
  ]
  return (
    <div data-print="" className="flex flex-col gap-4">
      <div className="grid gap-4 text-sm sm:grid-cols-2">
        <address className="not-italic">
          <span className="block text-base font-semibold">
            {content(seller.name)} <span className="text-sm font-normal text-mute">({content(seller.branch)})</span>
          </span>
          <span className="block text-mute">{content(seller.address)}</span>
          <span className="block text-mute">{t('receipt.taxId', { id: seller.taxId })}</span>
          <span className="block text-mute">{t('receipt.phone', { phone: seller.phone })}</span>
        </address>
        <dl className="grid grid-cols-[auto_1fr] content-start gap-x-4 gap-y-0.5 [&>div>dd]:text-right [&>div>dd]:break-all [&>div>dt]:text-mute">
          {facts.map(([name, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="border-t border-line pt-3 text-sm">
        <span className="text-mute">{t('receipt.buyer')} </span>
        <span className="font-semibold">{receipt.buyer}</span>
      </p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {receipt.lines.map((line, index) => (
          // Two lines may be equal in everything; their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex items-start justify-between gap-4 py-3">
            <span className="min-w-0">
              <span className="block">
                {content(line.gameName)} · {content(line.name)}
              </span>
              <span className="block text-sm text-mute">
                {line.quantity} × <Amount satang={line.unitPriceSatang} decimals="exact" />
                {line.playerId && ` · ${target(line)}`}
              </span>
              <span className="block text-sm text-mute">{t('receipt.seller', { name: line.seller })}</span>
              {line.changedTo && (
                <span className="mt-1 block border-l-2 border-lime pl-2 text-sm">
                  {t('receipt.changedTo', {
                    date: formatDate(line.changedTo.at, language),
                    goods: `${content(line.changedTo.gameName)} · ${content(line.changedTo.name)}`,
                  })}
                  {line.changedTo.playerId && ` · ${target(line.changedTo)}`}
                </span>
              )}
            </span>
            <Amount satang={line.amountSatang} decimals="exact" className="flex-none" />
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 [&>dd]:text-right [&>dt]:text-mute">
        <Sum name={t('receipt.subtotal')} satang={receipt.subtotalSatang} />
        {receipt.discountSatang > 0 && (
          <Sum
            name={receipt.couponCode ? t('receipt.coupon', { code: receipt.couponCode }) : t('process.discount')}
            satang={-receipt.discountSatang}
          />
        )}
        {receipt.vatSatang > 0 && <Sum name={t('receipt.vat')} satang={receipt.vatSatang} />}
        <Sum name={t('receipt.total')} satang={receipt.totalSatang} className="text-lg text-text!" />
        <Sum
          name={t('receipt.vatIncluded', { percent: receipt.vatPercent })}
          satang={receipt.vatIncludedSatang}
          className="text-sm text-mute"
        />
        {receipt.refundedSatang != null && (
          <Sum
            name={receipt.refundedAt ? t('receipt.refundedAt', { date: formatDate(receipt.refundedAt, language) }) : t('receipt.refunded')}
            satang={-receipt.refundedSatang}
          />
        )}
      </dl>
    </div>
  )
}

function Sum({ name, satang, className }: { name: ReactNode; satang: number; className?: string }) {
  return (
    <>
      <dt className={className}>{name}</dt>
      <dd className={className}>
        <Amount satang={satang} decimals="exact" />
      </dd>
    </>
  )
}
