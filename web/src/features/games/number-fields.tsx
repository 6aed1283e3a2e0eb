import { Check } from 'lucide-react'
import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import { problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import type { Game, Product } from '@/features/catalogue/queries'
import { KnownChip } from '@/features/favorites/known-chip'
import { KnownNumbers } from '@/features/favorites/known-numbers'
import { ConsentDialog } from '@/features/numbers/consent-lazy'
import { useTexts } from '@/i18n'
import { groupTyped } from '@/rules/msisdn'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/field'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { Spinner } from '@/ui/spinner'
import { numberRefusal, OWN_NUMBER } from '@/features/numbers/number'
import type { usePlayer } from './player'
import { type Part, Step } from './step'

interface NumberFieldsProps {
  game: Game
  product: Pick<Product, 'id'> | undefined
  player: ReturnType<typeof usePlayer>
  /** The number as typed, or `me` */
  typed: string
  /** The number to send; empty until it is complete */
  number: string
  /** The missing parts, once the customer tried to continue. */
  missing: ReadonlySet<Part>
  onNumber: (typed: string) => void
  /** Surrounds the fields, outside the steps of a game's page */
  Frame?: ComponentType<ComponentProps<typeof Step>>
}

/** The mobile number that receives the goods: the account's own one or a saved one with one tap, or another one, checked with the operator before paying. */
export function NumberFields({ game, product, player, typed, number, missing, onNumber, Frame = Step }: NumberFieldsProps) {
  const t = useTexts('games')
  const problemText = useProblemText()
  const me = useSession((session) => session.me)
  const own = me?.mobileVerified ? (me.mobileMasked ?? undefined) : undefined
  const mine = typed === OWN_NUMBER
  const [left, setLeft] = useState(false)
  const malformed = typed !== '' && number === ''
  const problem = player.error && !player.checking ? problemOf(player.error) : undefined
  const refusal = problem && numberRefusal(problem)
  const error = problem
    ? refusal
      ? t(`number.refused.${refusal}`)
      : mine && problem.code.startsWith('mobile_number_')
        ? t('number.typeOwn')
        : problemText(problem)
    : malformed && (left || missing.has('player') || typed.replace(/\D/g, '').length > 10)
      ? t('number.malformed')
      : missing.has('player') && typed === ''
        ? t('number.enter')
        : undefined
  // The text names a package; before one is chosen, the first.
  const consentFor = product?.id ?? game.products[0]?.id
  const found = player.data && !player.checking && number !== '' ? player.data : undefined
  return (
    <Frame id="step-player" number={1} title={t('number.step')} done={found !== undefined && !(me && found.consentNeeded)}>
      <TextField
        className="[&_input]:font-num [&_input]:tabular-nums"
        label={t('number.label')}
        name="player"
        value={mine ? (own ?? '') : typed}
        readOnly={mine}
        onChange={(event) => {
          const { value, selectionStart } = event.target
          setLeft(false)
          // Digits are grouped where they are added at the end: elsewhere the caret would jump.
          const atEnd = typed === '' || (selectionStart === value.length && value.length > typed.length)
          onNumber(atEnd ? groupTyped(value) : value)
        }}
        onBlur={() => {
          setLeft(true)
          if (!mine) onNumber(groupTyped(typed))
        }}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={24}
        hint={t('number.hint')}
        error={error}
        after={player.checking && <Spinner />}
      />
      <fieldset className="hidden flex-wrap items-center gap-2 has-[button]:flex">
        <legend className="sr-only">{t('number.saved')}</legend>
        {own !== undefined && (
          <KnownChip pressed={mine} onChoose={() => onNumber(OWN_NUMBER)}>
            {mine && <Check className="size-4 flex-none" aria-hidden="true" />}
            <span className="font-semibold">{t('number.mine')}</span> <span className="num whitespace-nowrap">{own}</span>
          </KnownChip>
        )}
        <KnownNumbers
          gameId={game.id}
          number={number}
          found={mine ? undefined : found?.displayName}
          onChoose={(saved) => {
            setLeft(false)
            onNumber(groupTyped(saved))
          }}
        />
        {mine && (
          <Button
            look="ghost"
            size="sm"
            onClick={() => {
              setLeft(false)
              onNumber('')
            }}
          >
            {t('number.another')}
          </Button>
        )}
      </fieldset>
      <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
        {found && (
          <p className="flex min-h-12 items-center gap-3 rounded-panel border border-lime/50 bg-lime-dim/50 px-3.5 py-2">
            <Check className="size-5 flex-none text-lime" aria-hidden="true" />
            <span className="min-w-0">
              <span className="num block leading-snug font-semibold whitespace-nowrap">{found.displayName}</span>
              <span className="block text-sm text-lime">{t(product ? 'number.fits' : 'number.known')}</span>
            </span>
          </p>
        )}
        {found && !me && <p className="text-sm text-mute">{t('number.consentLater')}</p>}
        {found?.consentNeeded && me && consentFor !== undefined && (
          <Consent
            key={number}
            number={number}
            masked={found.displayName}
            productId={consentFor}
            missing={missing.has('consent')}
            onGiven={() => void player.refetch()}
          />
        )}
      </div>
    </Frame>
  )
}

interface ConsentProps {
  number: string
  masked: string
  productId: number
  /** Whether the customer tried to continue without it. */
  missing: boolean
  onGiven: () => void
}

/** Says that somebody else's number needs its owner's consent, and asks for it. */
function Consent({ number, masked, productId, missing, onGiven }: ConsentProps) {
  const t = useTexts('games')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Notice
        tone={missing ? 'error' : 'warn'}
        action={
          <Button size="sm" name="consent" onClick={() => setAsking(true)}>
            {t('number.askConsent')}
          </Button>
        }
      >
        {t(missing ? 'number.consentFirst' : 'number.consent')}
      </Notice>
      {asking && (
        <Suspense>
          <ConsentDialog
            productId={productId}
            number={number}
            masked={masked}
            onClose={() => setAsking(false)}
            onGiven={() => {
              setAsking(false)
              onGiven()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
