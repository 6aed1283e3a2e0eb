import { Bookmark, Settings2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { SavedPlayer } from '@/api/generated'
import { useTexts } from '@/i18n'
import { part } from '@/ui/load'

/** Few users save many players. */
const PlayersDialog = part(() => import('./players-dialog'))

interface SaveKnownProps {
  gameId: number
  /** Whether they are mobile numbers. */
  byNumber?: boolean
  saved: readonly SavedPlayer[]
  /** The recipient that can be saved, if any. */
  savable: { playerId: string; server: string; name: string } | undefined
}

/** Buttons that save the recipient, and manage the saved ones. */
export function SaveKnown({ gameId, byNumber = false, saved, savable }: SaveKnownProps) {
  const t = useTexts('games')
  const texts = byNumber ? 'number' : 'game'
  const [open, setOpen] = useState<'save' | 'all'>()
  return (
    <>
      {savable && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-1.5 rounded-control px-3 text-left text-sm text-lime ring-1 ring-lime/40 ring-inset hover:ring-lime"
          onClick={() => setOpen('save')}
        >
          <Bookmark className="size-4 flex-none" aria-hidden="true" />
          {t(`${texts}.savePlayer`)}
        </button>
      )}
      {saved.length > 0 && (
        <button
          type="button"
          aria-label={t(`${texts}.managePlayers`)}
          title={t(`${texts}.managePlayers`)}
          className="grid size-11 place-items-center rounded-control text-mute hover:text-text"
          onClick={() => setOpen('all')}
        >
          <Settings2 className="size-4.5" aria-hidden="true" />
        </button>
      )}
      {open && (
        <Suspense>
          <PlayersDialog
            gameId={gameId}
            byNumber={byNumber}
            players={saved}
            adding={open === 'save' ? savable : undefined}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
