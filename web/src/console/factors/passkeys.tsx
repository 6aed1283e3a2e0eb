import { useState } from 'react'
import { consoleRemovePasskey, type PasskeyInfo } from '@/api/generated'
import { answerOf } from '@/api/problem'
import { useLanguage, useTexts } from '@/i18n'
import { formatDate, formatDateTime } from '@/i18n/format'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { useCanPasskeys } from '../entry/use-entry'
import { SetUpPasskey } from '../entry/set-up'
import { Section } from './section'
import { type ChangeProps, isLast, useChange } from './use-change'

/** The user's passkeys: add one, remove one. */
export function Passkeys({ factors, onChange }: ChangeProps) {
  const t = useTexts('console')
  const [adds, setAdds] = useState(false)
  const removal = useChange(onChange)
  const last = isLast(factors)
  const can = useCanPasskeys()
  const { passkeys } = factors
  const remove = ({ id, name }: PasskeyInfo) =>
    removal.ask({
      title: t('factors.removePasskeyTitle', { name }),
      message: t('factors.removePasskeyText'),
      action: t('factors.remove'),
      done: t('factors.removed'),
      call: () => answerOf(consoleRemovePasskey({ body: { id } })),
    })
  return (
    <Section
      heading={t('factors.passkeys')}
      state={passkeys.length === 0 && t('factors.noPasskey')}
      error={removal.error}
      actions={
        <Button size="sm" disabled={!can} onClick={() => setAdds(true)}>
          {t('setUp.addPasskey')}
        </Button>
      }
    >
      {!can && <p className="text-mute">{t('entry.noPasskeys')}</p>}
      {passkeys.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} last={last} busy={removal.isPending} onRemove={() => remove(passkey)} />
          ))}
        </ul>
      )}
      {last && passkeys.length > 0 && <p className="text-mute">{t('factors.last')}</p>}
      {adds && (
        <Dialog open onClose={() => setAdds(false)} title={t('setUp.addPasskey')}>
          <SetUpPasskey
            onDone={(entry) => {
              setAdds(false)
              onChange(entry)
            }}
          />
        </Dialog>
      )}
    </Section>
  )
}

interface RowProps {
  passkey: PasskeyInfo
  /** It is the user's only factor. */
  last: boolean
  busy: boolean
  onRemove: () => void
}

function Row({ passkey: { name, createdAt, lastUsedAt }, last, busy, onRemove }: RowProps) {
  const t = useTexts('console')
  const language = useLanguage()
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <p className="min-w-0 flex-1 basis-56">
        <bdi>{name}</bdi>
        <span className="block text-xs text-mute">
          {t('factors.added', { time: formatDate(createdAt, language) })}
          {' · '}
          {lastUsedAt ? t('factors.lastUsed', { time: formatDateTime(lastUsedAt, language) }) : t('factors.neverUsed')}
        </span>
      </p>
      <Button size="sm" look="ghost" disabled={last} busy={busy} aria-label={`${t('factors.remove')} ${name}`} onClick={onRemove}>
        {t('factors.remove')}
      </Button>
    </li>
  )
}
