import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { type LineCode, purchaseListCodes, purchaseRevealCode, type RevealedCode } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { texts, useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { deviceName } from '@/ui/device-name'
import { Disclosure } from '@/ui/disclosure'
import { Notice } from '@/ui/feedback'
import { part } from '@/ui/load'
import { QueryError, useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { ClaimDialog } from './claim-dialog'
import { alikesOf, compact, groupsOf, isAlike } from './voucher-code'

const ProofDialog = part(async () => {
  const [dialog] = await Promise.all([import('@/features/mobile/proof-dialog'), texts('mobile')()])
  return { default: dialog.ProofDialog }
})

interface Line {
  number: string
  lineId: number
}

interface VoucherCodesProps extends Line {
  /** The order's version: a decision about a code raises it. */
  version: number
}

const codesQuery = ({ number, lineId }: Line) => ({
  queryKey: ['codes', number, lineId],
  queryFn: () => answerOf(purchaseListCodes({ body: { number, lineId } })),
})

/** The codes of a line. Each stays hidden until it is requested, and each view is logged. */
export function VoucherCodes({ version, ...line }: VoucherCodesProps) {
  const { number, lineId } = line
  const { data, error, refetch } = useQuery(codesQuery(line))
  const known = useRef(version)
  useEffect(() => {
    if (known.current === version) return
    known.current = version
    void queries.invalidateQueries({ queryKey: codesQuery({ number, lineId }).queryKey })
  }, [version, number, lineId])
  // Revealed codes stay in this component: they enter neither the query cache nor any storage.
  const [shown, setShown] = useState<readonly RevealedCode[]>([])
  const [proving, setProving] = useState<number>()
  const reveal = useMutation({
    mutationFn: (index: number) => answerOf(purchaseRevealCode({ body: { ...line, index } })),
    onSuccess: (code) => {
      setShown((before) => [...before.filter(({ index }) => index !== code.index), code])
      void queries.invalidateQueries({ queryKey: codesQuery(line).queryKey })
    },
    onError: (cause, index) => {
      if (problemOf(cause).code === 'fresh_proof_needed') setProving(index)
    },
  })
  if (error && !data) return <QueryError problem={problemOf(error)} onRetry={() => void refetch()} />
  if (!data) return <div className="skeleton h-16" />
  const refused = reveal.error ? problemOf(reveal.error) : undefined
  return (
    <>
      <ul className="flex flex-col gap-2">
        {data.codes.map((code) => (
          <Code
            key={code.serial}
            line={line}
            code={code}
            revealed={shown.find(({ serial }) => serial === code.serial)}
            busy={reveal.isPending && reveal.variables === code.index}
            problem={reveal.variables === code.index && refused?.code !== 'fresh_proof_needed' ? refused : undefined}
            onReveal={() => reveal.mutate(code.index)}
          />
        ))}
      </ul>
      {proving !== undefined && (
        <Suspense>
          <ProofDialog
            onClose={() => setProving(undefined)}
            onProved={() => {
              setProving(undefined)
              reveal.mutate(proving)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

interface CodeProps {
  line: Line
  code: LineCode
  revealed: RevealedCode | undefined
  busy: boolean
  problem: ReturnType<typeof problemOf> | undefined
  onReveal: () => void
}

function Code({ line, code, revealed, busy, problem, onReveal }: CodeProps) {
  const t = useTexts('orders')
  const language = useLanguage()
  const problemText = useProblemText()
  const { index, of, serial, expiresOn } = code
  return (
    <li className="flex flex-col gap-2 rounded-control bg-ground p-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          {of > 1 && <p className="text-sm font-semibold">{t('result.codeOf', { index, of })}</p>}
          {revealed && <Characters code={revealed.code} />}
          <p className="text-xs text-mute">
            {t('result.serial', { serial })}
            {expiresOn && ` · ${t('result.expires', { date: formatDate(`${expiresOn}T00:00:00Z`, language) })}`}
          </p>
        </div>
        {revealed ? <CopyButton code={revealed.code} /> : <RevealButton code={code} busy={busy} onReveal={onReveal} />}
      </div>
      {revealed && <AlikeNote code={revealed.code} />}
      {!revealed && <p className="text-sm text-mute">{t('result.revealNote')}</p>}
      {problem && <Notice tone="error">{problemText(problem)}</Notice>}
      <Views code={code} />
      <Claim line={line} code={code} />
    </li>
  )
}

function RevealButton({ code: { index, of }, busy, onReveal }: { code: LineCode; busy: boolean; onReveal: () => void }) {
  const t = useTexts('orders')
  return (
    <Button size="sm" busy={busy} onClick={onReveal}>
      {of > 1 ? t('result.revealOne', { index }) : t('result.reveal')}
    </Button>
  )
}

function CopyButton({ code }: { code: string }) {
  const t = useTexts('orders')
  const [copied, setCopied] = useState(false)
  return (
    <Button
      size="sm"
      onClick={() =>
        void navigator.clipboard.writeText(compact(code)).then(
          () => setCopied(true),
          () => void toast(compact(code)),
        )
      }
    >
      {t(copied ? 'result.copied' : 'result.copy')}
    </Button>
  )
}

/** The code in groups of four; look-alike characters are underlined, and the note below names them. */
function Characters({ code }: { code: string }) {
  return (
    <p className="num flex flex-wrap gap-x-3 text-lg" lang="en">
      {groupsOf(code).map((group, at) => (
        // Groups may repeat, and never move.
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>
          {[...group].map((character, place) =>
            isAlike(character) ? (
              // oxlint-disable-next-line react/no-array-index-key
              <u key={place} className="decoration-dotted underline-offset-4">
                {character}
              </u>
            ) : (
              character
            ),
          )}
        </span>
      ))}
    </p>
  )
}

function AlikeNote({ code }: { code: string }) {
  const t = useTexts('orders')
  const alikes = alikesOf(code)
  if (alikes.length === 0) return null
  return (
    <div className="text-sm text-mute">
      <p>{t('result.alikeNote')}</p>
      <ul className="flex flex-wrap gap-x-4">
        {alikes.map(({ character, name, places }) => (
          <li key={character}>
            <span className="num text-text" lang="en">
              {character}
            </span>{' '}
            {t(`result.alike.${name}`)} {t('result.alikeAt', { places: places.join(', ') })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** When and in which browser the code was shown. */
function Views({ code: { views } }: { code: LineCode }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const [first, ...later] = views
  if (!first) return null
  const line = (view: LineCode['views'][number]) =>
    `${formatDateTime(view.at, language)} · ${deviceName(view.userAgent) ?? t('result.unknownDevice')}`
  const firstLine = t('result.firstShown', { when: line(first) })
  if (later.length === 0) return <p className="text-xs text-mute">{firstLine}</p>
  return (
    <Disclosure title={<span className="text-xs text-mute">{firstLine}</span>}>
      <p className="text-xs text-mute">{t('result.shownAgain')}</p>
      <ul className="flex flex-col gap-1 pb-2 text-xs text-mute">
        {later.map((view) => (
          <li key={view.at}>{line(view)}</li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** The state of the claim that the code is used already, and the way to make one. */
function Claim({ line, code: { index, serial, views, claim } }: { line: Line; code: LineCode }) {
  const t = useTexts('orders')
  const language = useLanguage()
  const [asking, setAsking] = useState(false)
  // A code that was given in exchange carries the claim of the one before; it may be claimed itself.
  const isSettled = claim?.state !== 'open'
  return (
    <>
      {claim && (
        <Notice tone={claim.state === 'refused' ? 'warn' : 'info'}>
          <p>
            {claim.state === 'open' && t('claim.open', { when: formatDateTime(claim.createdAt, language) })}
            {claim.state === 'exchanged' && t('claim.exchanged', { serial: claim.serial })}
            {claim.state === 'refused' && t('claim.refused', { reason: claim.reason })}
          </p>
          <Link
            to="/account/threads/$id"
            params={{ id: String(claim.threadId) }}
            className="inline-flex min-h-11 items-center text-sm underline"
          >
            {t('claim.thread')}
          </Link>
        </Notice>
      )}
      {isSettled && views.length > 0 && (
        <Button look="ghost" size="sm" className="self-start text-mute" onClick={() => setAsking(true)}>
          {t('claim.start')}
        </Button>
      )}
      {asking && (
        <ClaimDialog
          {...line}
          index={index}
          serial={serial}
          onClose={() => setAsking(false)}
          onClaimed={() => {
            setAsking(false)
            void queries.invalidateQueries({ queryKey: codesQuery(line).queryKey })
          }}
        />
      )}
    </>
  )
}
