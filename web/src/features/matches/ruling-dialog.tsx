import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { MatchNow, MatchRoom, MatchScoreSent, MatchSide } from '@/api/generated'
import { problemOf } from '@/api/problem'
import { submitScore } from '@/features/brackets/calls'
import { Reason } from '@/features/brackets/run/reason-field'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { ChoiceCard } from '@/ui/choice'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/feedback'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'
import { roomKey } from './queries'
import { Reports } from './reports'
import { reportsBySide } from './room'
import { showNow } from './use-room'
import { type MatchLabels, useMatchLabels } from './labels'

interface RulingDialogProps {
  room: MatchRoom
  onEnd: () => void
  /** A result other than those reported. */
  onOther: () => void
}

type Ruling = Pick<MatchScoreSent, 'games' | 'walkover' | 'doubleForfeit'>

/** Both reports side by side, and the choice between them; the reason is logged and sent to both sides. */
export function RulingDialog({ room, onEnd, onOther }: RulingDialogProps) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const labels = useMatchLabels()
  const problemText = useProblemText()
  const client = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const name = useId()
  const rulings = rulingsOf(room, labels, t)
  const ruling = rulings.find(({ key }) => key === chosen)
  const deciding = useMutation({
    mutationFn: (what: Ruling) => submitScore(room.id, { ...what, version: room.now.matchVersion, reason: reason.trim() }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: roomKey(room.id) })
      void toast(t('rule.done'), { tone: 'success' })
      onEnd()
    },
    onError: (error) => {
      const now = problemOf(error).body.match as MatchNow | undefined
      if (now?.next) showNow(client, now)
    },
  })
  const decide = () => {
    setTried(true)
    if (!ruling) document.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)?.focus()
    else if (!reason.trim()) document.getElementById(`${name}-reason`)?.focus()
    else deciding.mutate(ruling.what)
  }
  return (
    <Dialog
      open
      onClose={onEnd}
      width={700}
      title={t('rule.title', { match: labels.match(room.label) })}
      actions={
        <>
          <Button look="ghost" onClick={onOther}>
            {t('rule.other')}
          </Button>
          <Button onClick={onEnd}>{common('action.cancel')}</Button>
          <Button look="primary" busy={deciding.isPending} onClick={decide}>
            {ruling ? t('rule.go', { what: ruling.label }) : t('rule.goEmpty')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Reports room={room} large />
        <fieldset className="flex flex-col gap-2" aria-describedby={tried && !ruling ? `${name}-alert` : undefined}>
          <legend className="num mb-1.5">{t('rule.which')}</legend>
          {rulings.map(({ key, label, text }) => (
            <ChoiceCard key={key} name={name} value={key} checked={chosen === key} onChange={setChosen} ring>
              {label}
              {text && <span className="block text-sm text-mute">{text}</span>}
            </ChoiceCard>
          ))}
          {tried && !ruling && (
            <p id={`${name}-alert`} role="alert" className="text-sm text-red">
              {t('rule.choose')}
            </p>
          )}
        </fieldset>
        <Reason id={`${name}-reason`} value={reason} onChange={setReason} lacks={tried && !reason.trim()} />
        {deciding.error && <Notice tone="error">{problemText(problemOf(deciding.error))}</Notice>}
      </div>
    </Dialog>
  )
}

const SIDES: readonly MatchSide[] = ['home', 'away']

function rulingsOf(room: MatchRoom, labels: MatchLabels, t: ReturnType<typeof useTexts<'matches'>>) {
  const reports = reportsBySide(room.reports)
  const all: Array<{ key: string; label: string; text?: string; what: Ruling }> = []
  for (const side of SIDES) {
    const report = reports[side]
    if (report?.kind !== 'score') continue
    const score = `${report.homeScore}–${report.awayScore}`
    all.push({
      key: `report ${side}`,
      label: t('rule.report', { home: labels.short(room, 'home'), away: labels.short(room, 'away'), score }),
      text: t('rule.reportOf', { name: labels.name(room, side) }),
      what: { games: report.games },
    })
  }
  for (const side of SIDES)
    all.push({ key: `walkover ${side}`, label: t('rule.walkover', { name: labels.name(room, side) }), what: { walkover: side } })
  all.push({ key: 'both', label: t('rule.both'), text: t('rule.bothText'), what: { doubleForfeit: true } })
  return all
}
