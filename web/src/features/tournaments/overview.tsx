import { useQuery } from '@tanstack/react-query'
import { ClientOnly, Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import type { Tournament, TournamentInformation } from '@/api/generated'
import { useContent, useLanguage, useTexts } from '@/i18n'
import { ordinal } from '@/i18n/ordinal'
import { Avatar } from '@/ui/avatar'
import { cx } from '@/ui/cx'
import { Baht } from './card'
import { Moment } from './countdown'
import { Prose } from './prose'
import { informationQuery } from './queries'
import { useStageLabels, useTournamentLabels } from './labels'

interface OverviewProps {
  tournament: Tournament
  /** The winners; shown once a drawn tournament is finished. */
  podium: ReactNode
}

/** Everything a team should know before it enters, and the winners afterwards. */
export function Overview({ tournament, podium }: OverviewProps) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const { data } = useQuery(informationQuery(tournament.id, language))
  return (
    <div className="flex flex-col gap-9">
      {tournament.phase === 'finished' && tournament.bracketPublishedAt && (
        <ClientOnly>
          <Suspense fallback={null}>{podium}</Suspense>
        </ClientOnly>
      )}
      <Prizes tournament={tournament} />
      <Section title={t('overview.about')}>
        <About information={data} />
      </Section>
      <Section title={t('overview.facts')}>
        <Facts tournament={tournament} />
      </Section>
      <Section title={t('overview.stages')}>
        <Stages tournament={tournament} />
      </Section>
      <Section title={t('overview.dates')}>
        <Dates tournament={tournament} />
      </Section>
      <Section title={t('overview.people')}>
        <People tournament={tournament} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

function About({ information }: { information: TournamentInformation | undefined }) {
  const t = useTexts('tournaments')
  if (!information) return <div aria-busy="true" className="skeleton h-24" />
  return <Prose text={information.description} written={information.lang} none={t('overview.noAbout')} />
}

/** The first three prizes as figures; the rest in a list. */
function Prizes({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  const labels = useTournamentLabels()
  const { prizes } = tournament
  if (prizes.length === 0) return null
  const [podium, rest] = [prizes.slice(0, 3), prizes.slice(3)]
  return (
    <Section title={t('overview.prizes')}>
      <ol className="grid grid-cols-[1.3fr_1fr_1fr] divide-x divide-line">
        {podium.map(({ place, baht, text }, index) => (
          <li key={`${place} ${text}`} className="min-w-0 px-2 first:pl-0 sm:px-3 md:px-6">
            <p className="text-sm text-mute">{t('overview.place', { place: ordinal(place, language) })}</p>
            {baht ? (
              <p className={cx('num whitespace-nowrap', index === 0 ? 'text-xl sm:text-3xl' : 'text-lg sm:text-2xl')}>
                <Baht amount={baht} />
              </p>
            ) : null}
            {text && <p className={cx('text-sm', baht ? 'text-mute' : 'text-text')}>{text}</p>}
          </li>
        ))}
      </ol>
      {rest.length > 0 && (
        <ol className="flex flex-col divide-y divide-line border-t border-line">
          {rest.map(({ place, baht, text }) => (
            <li key={`${place} ${text}`} className="flex items-baseline justify-between gap-4 py-2">
              <span className="text-mute">{t('overview.place', { place: ordinal(place, language) })}</span>
              <span className="text-right">
                {baht ? <span className="num">{labels.baht(baht)}</span> : null} {text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Facts({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const content = useContent()
  const { category, organization, contestantType, mainPlayers, maxSubstitutes, joinMode, documents, mode, location, entryFee } = tournament
  const players =
    contestantType === 'single'
      ? t('overview.single')
      : t('overview.team', { count: mainPlayers }) + (maxSubstitutes > 0 ? t('overview.andSubstitutes', { count: maxSubstitutes }) : '')
  return (
    <FactList>
      <Fact name={t('overview.for')}>
        {organization ? t('overview.forOnly', { name: content(organization.name) }) : t(`overview.forAll.${category}`)}
        {tournament.inviteOnly && <span className="block text-sm text-amber">{t('inviteOnly')}</span>}
      </Fact>
      <Fact name={t('overview.players')}>{players}</Fact>
      <Fact name={t('overview.join')}>{t(joinMode === 'auto' ? 'overview.auto' : 'overview.review')}</Fact>
      <Fact name={t('overview.documents')}>
        {documents.length === 0 ? t('overview.noDocuments') : documents.map((kind) => t(`document.${kind}`)).join(', ')}
      </Fact>
      <Fact name={t('overview.where')}>{mode === 'online' ? t('overview.online') : (location ?? '')}</Fact>
      <Fact name={t('overview.fee')}>{entryFee ?? t('overview.free')}</Fact>
    </FactList>
  )
}

function FactList({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-mute">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Stages({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const stageLabels = useStageLabels()
  const { stages } = tournament
  return (
    <ol className="flex flex-col gap-3">
      {stages.map((stage, index) => (
        // A stage has no name but its place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="flex gap-3.5">
          {stages.length > 1 && (
            <span aria-hidden="true" className="num grid size-8 flex-none place-items-center rounded-[9px] bg-raise text-sm text-mute">
              {index + 1}
            </span>
          )}
          <div className="min-w-0">
            {(stages.length > 1 || stage.name) && (
              <p className="font-semibold">{stage.name ?? t('overview.stage', { count: index + 1 })}</p>
            )}
            {stageLabels(stage).map((line) => (
              <p key={line} className="text-mute first:text-text">
                {line}
              </p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Dates({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const { registrationStartAt, registrationEndAt, drawAt, startAt, endAt } = tournament
  return (
    <>
      <FactList>
        <Fact name={t('overview.registration')}>
          <Moment at={registrationStartAt} zone={false} /> – <Moment at={registrationEndAt} zone={false} />
        </Fact>
        <Fact name={t('overview.draw')}>
          <Moment at={drawAt} zone={false} />
        </Fact>
        <Fact name={t('overview.play')}>
          <Moment at={startAt} zone={false} /> – <Moment at={endAt} zone={false} />
        </Fact>
      </FactList>
      <p className="text-sm text-mute">{t('overview.zone')}</p>
    </>
  )
}

function People({ tournament }: { tournament: Tournament }) {
  const t = useTexts('tournaments')
  const { staff, contact } = tournament
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-wrap gap-x-6 gap-y-3">
        {staff.map(({ userId, displayName, picture, role }) => (
          <li key={userId} className="relative flex min-w-0 items-center gap-3">
            <Avatar name={displayName} picture={picture} />
            <span className="min-w-0">
              <Link to={`/esport/player/${userId}` as string} className="block leading-6 after:absolute after:inset-0 hover:text-lime">
                {displayName}
              </Link>
              <span className="block text-sm leading-5 text-mute">{t(`overview.${role}`)}</span>
            </span>
          </li>
        ))}
      </ul>
      {contact && (
        <div>
          <p className="text-sm text-mute">{t('overview.contact')}</p>
          <Prose text={contact} none="" />
        </div>
      )}
    </div>
  )
}
