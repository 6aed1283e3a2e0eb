import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type DocumentKind, type EntryPlayer, type EsportGame, registrationGiveDocuments, type Tournament } from '@/api/generated'
import { ownPartLimits } from '@/api/limits.gen'
import { answerOf } from '@/api/problem'
import { useContent } from '@/i18n'
import { useEntrantTexts } from '@/i18n/entrants'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { TextField } from '@/ui/field'
import { toast } from '@/ui/toast'
import { ProblemNotice } from '@/ui/problem-notice'
import { keptUntil } from './evidence'
import { Give } from './give'
import { fitsPattern } from './roster'

interface MyPartProps {
  tournament: Tournament
  game: EsportGame
  player: EntryPlayer
  /** Rosters are locked: nothing can be changed any more. */
  locked: boolean
}

/** A player's own part of an entry: game ID and documents, and their missing items. */
export function MyPart({ tournament, game, player, locked }: MyPartProps) {
  const t = useEntrantTexts('registration')
  const content = useContent()
  const queries = useQueryClient()
  const [gameId, setGameId] = useState(player.gameId)
  const [given, setGiven] = useState<Partial<Record<DocumentKind, string>>>({})
  const before = Object.fromEntries(player.documents.flatMap(({ kind, documentId }) => (documentId ? [[kind, documentId]] : [])))
  const giving = useMutation({
    mutationFn: () =>
      answerOf(
        registrationGiveDocuments({
          body: {
            tournamentId: tournament.id,
            gameId: gameId.trim(),
            documents: Object.entries(given).map(([kind, documentId]) => ({ kind: kind as DocumentKind, documentId })),
          },
        }),
      ),
    onSuccess: async () => {
      setGiven({})
      await queries.invalidateQueries({ queryKey: ['tournamentMe', tournament.id] })
      void toast(t('mine.kept'), { tone: 'success' })
    },
  })
  const elsewhere = player.missing.filter(({ what }) => what !== 'game_id' && what !== 'document')
  const changed = gameId.trim() !== player.gameId || Object.keys(given).length > 0
  const wrong = gameId.trim() !== '' && !fitsPattern(gameId, game.idPattern)
  return (
    <section aria-labelledby="mine" className="flex flex-col gap-5">
      <div>
        <h2 id="mine" className="text-xl">
          {t('mine.heading')}
        </h2>
        <p className="text-mute">{player.ready ? t('mine.ready') : t('mine.text')}</p>
      </div>
      {player.refusal && <Notice tone="error">{player.refusal.message}</Notice>}
      {elsewhere.length > 0 && (
        <ul className="flex flex-col gap-2">
          {elsewhere.map((lack) => (
            <li key={lack.code}>
              <Notice
                tone="warn"
                action={
                  lack.href && (
                    <Link to={lack.href} className="inline-flex min-h-11 items-center text-lime underline underline-offset-4">
                      {t('mend')}
                    </Link>
                  )
                }
              >
                {lack.message}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t('who.gameId', { label: content(game.idLabel), game: content(game.name) })}
        hint={t('who.gameIdHint', { hint: content(game.idHint), example: game.idExample })}
        error={wrong ? t('who.gameIdWrong', { example: game.idExample }) : undefined}
        value={gameId}
        readOnly={locked}
        maxLength={ownPartLimits.gameId}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => setGameId(event.target.value)}
      />
      {tournament.documents.length > 0 && !locked && (
        <Give
          kinds={tournament.documents}
          given={{ ...before, ...given }}
          onGive={(kind, documentId) => setGiven({ ...given, [kind]: documentId })}
          checked={player.documents}
          keptUntil={keptUntil(tournament)}
        />
      )}
      {giving.error && <ProblemNotice error={giving.error} />}
      {!locked && (
        <Button
          look={player.ready ? 'plain' : 'primary'}
          className="self-start max-sm:w-full"
          busy={giving.isPending}
          disabled={!changed || wrong}
          onClick={() => giving.mutate()}
        >
          {t('mine.keep')}
        </Button>
      )}
    </section>
  )
}
