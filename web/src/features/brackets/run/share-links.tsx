import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { Bracket, Tournament } from '@/api/generated'
import { useLanguage, useTexts } from '@/i18n'
import { inLanguage } from '@/i18n/language'
import { Button, buttonClass } from '@/ui/button'
import { SelectField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { lookupOf } from '../rounds'
import { useBracketLabels } from '../labels'
import { Part } from './part'

const KINDS = ['tv', 'embed', 'overlay'] as const

/** Addresses for televisions, websites and streams. */
export function ShareLinks({ tournament, bracket }: { tournament: Tournament; bracket: Bracket }) {
  const t = useTexts('competition')
  const language = useLanguage()
  const [match, setMatch] = useState('')
  const labels = useBracketLabels(lookupOf(bracket))
  const playable = bracket.matches.filter(({ home, away }) => home.contestantId && away.contestantId)
  const address = (kind: (typeof KINDS)[number]) => {
    const path = inLanguage(`/esport/tournament/${tournament.id}/${kind}`, language)
    const query =
      kind === 'overlay' && match ? `?match=${match}` : kind === 'embed' && bracket.stages.length > 1 ? `?stage=${bracket.stage}` : ''
    return path + query
  }
  const copy = async (kind: (typeof KINDS)[number]) => {
    await navigator.clipboard.writeText(location.origin + address(kind))
    void toast(t('share.copied'), { tone: 'success' })
  }
  return (
    <Part title={t('share.heading')} text={t('share.text')}>
      <ul className="rounded-panel border border-line bg-panel px-4">
        {KINDS.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
            <div className="min-w-44 flex-1">
              <p className="num">{t(`share.${kind}`)}</p>
              <p className="text-sm text-mute">{t(`share.${kind}Text`)}</p>
              {kind === 'overlay' && playable.length > 0 && (
                <SelectField
                  label={t('share.match')}
                  value={match}
                  placeholder={t('share.matchNow')}
                  none={t('share.matchNow')}
                  options={playable.map((each) => ({
                    value: String(each.id),
                    label: `${labels.match(each.label)} · ${labels.slot(each.home)} – ${labels.slot(each.away)}`,
                  }))}
                  onChange={setMatch}
                  className="mt-2 max-w-md"
                />
              )}
            </div>
            <Button size="sm" onClick={() => void copy(kind)}>
              <Copy className="size-4" aria-hidden="true" />
              {t('share.copy')}
            </Button>
            <a href={address(kind)} target="_blank" rel="noreferrer" className={buttonClass('ghost', 'sm')}>
              <ExternalLink className="size-4" aria-hidden="true" />
              {t('share.open')}
            </a>
          </li>
        ))}
      </ul>
    </Part>
  )
}
