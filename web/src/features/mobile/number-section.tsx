import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { mobileCheckCreditBalance, kycGetStatus, type CreditBalance, type Me } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { queries } from '@/api/queries'
import { useProblemText } from '@/ui/query-error'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate } from '@/i18n/format'
import { Amount } from '@/ui/amount'
import { Button, buttonClass } from '@/ui/button'
import { Tag } from '@/ui/tag'
import { KycDialog } from './kyc-dialog'

/** The user's numbers: the account's, the one of the identity check (KYC), and its balance. `children`: rows above them. */
export function NumberSection({ me, children }: { me: Me; children?: ReactNode }) {
  const t = useTexts('mobile')
  const problemText = useProblemText()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const kyc = useQuery({ queryKey: ['kyc', me.id], queryFn: readKyc })
  const fixed = kyc.data?.fixedUntil
  return (
    <section aria-labelledby="numbers" className="flex flex-col gap-4">
      <h2 id="numbers" className="text-xl">
        {t('numbers.heading')}
      </h2>
      <dl className="grid divide-y divide-line rounded-panel border border-line bg-panel">
        {children}
        <Row
          name={t('numbers.account')}
          action={
            !me.mobileVerified &&
            !me.suspended && (
              <Link to="/account/verify" className={buttonClass('plain', 'sm')}>
                {t('numbers.verify')}
              </Link>
            )
          }
        >
          <span className="num">{me.mobileMasked ?? t('numbers.none')}</span>
          {me.mobileMasked && (
            <Tag tone={me.mobileVerified ? 'lime' : 'amber'}>{t(me.mobileVerified ? 'numbers.verified' : 'numbers.unverified')}</Tag>
          )}
        </Row>
        <Row
          name={t('numbers.kyc')}
          action={
            kyc.data &&
            !fixed &&
            !me.suspended && (
              <Button size="sm" onClick={() => setOpen(true)}>
                {t(kyc.data.verified ? 'numbers.kycChange' : 'numbers.kycStart')}
              </Button>
            )
          }
        >
          {kyc.error ? (
            <span className="text-mute">{problemText(problemOf(kyc.error))}</span>
          ) : !kyc.data ? (
            <span className="skeleton block h-6 w-40" />
          ) : (
            <>
              <span className="num">{kyc.data.mobileMasked ?? t('numbers.kycNone')}</span>
              {kyc.data.verified && <Tag tone="lime">{t('numbers.verified')}</Tag>}
              {fixed && (
                <span className="basis-full text-sm text-mute">{t('numbers.kycFixed', { date: formatDate(fixed, language) })}</span>
              )}
            </>
          )}
        </Row>
        {kyc.data && (kyc.data.verified || me.mobileVerified) && <Credit number={kyc.data.mobileMasked ?? me.mobileMasked ?? ''} />}
      </dl>
      <KycDialog
        open={open}
        onClose={() => setOpen(false)}
        onDone={() => {
          setOpen(false)
          queries.removeQueries({ queryKey: ['credit'] })
          void kyc.refetch()
        }}
      />
    </section>
  )
}

/** Returns the status, and until when the number is fixed. */
async function readKyc() {
  const status = await answerOf(kycGetStatus())
  const { changeableAt } = status
  return { ...status, fixedUntil: changeableAt && Date.parse(changeableAt) > Date.now() ? changeableAt : undefined }
}

export function Row({ name, action, children }: { name: string; action?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid min-h-19 items-center gap-x-4 gap-y-1 px-5 py-4 sm:grid-cols-[210px_minmax(0,1fr)_auto] sm:py-3">
      <dt className="text-sm text-mute">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
      {action && <dd className="mt-2 sm:mt-0">{action}</dd>}
    </div>
  )
}

/** `number`: the number of the balance, so that another number's is never shown for it. */
function Credit({ number }: { number: string }) {
  const t = useTexts('mobile')
  const problemText = useProblemText()
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['credit', number],
    queryFn: () => answerOf(mobileCheckCreditBalance({ body: {} })),
    staleTime: 60_000,
    retry: false,
  })
  return (
    <Row
      name={t(data?.networkType === 'postpaid' ? 'numbers.creditLimit' : 'numbers.credit')}
      action={
        error && (
          <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
            {t('numbers.again')}
          </Button>
        )
      }
    >
      {error ? (
        <span className="text-mute">{problemText(problemOf(error))}</span>
      ) : data ? (
        <Left credit={data} />
      ) : (
        <span className="skeleton block h-6 w-32" />
      )}
    </Row>
  )
}

function Left({ credit }: { credit: CreditBalance }) {
  const t = useTexts('mobile')
  const left = credit.balanceSatang ?? credit.availableSatang
  return (
    <>
      {left !== undefined && left !== null && <Amount satang={left} decimals="exact" className="text-lg" />}
      <Tag>{t(`numbers.${credit.networkType}`)}</Tag>
      {credit.status === 'suspended' && <Tag tone="red">{t('numbers.suspended')}</Tag>}
      {credit.limitSatang !== undefined && credit.limitSatang !== null && (
        <span className="text-sm text-mute">
          {t('numbers.limit')} <Amount satang={credit.limitSatang} decimals="exact" />
        </span>
      )}
    </>
  )
}
