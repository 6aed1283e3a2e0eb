import type { Game } from '@/features/catalogue/queries'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { WherePicture } from './where-picture'

interface WhereDialogProps {
  game: Game
  rule: NonNullable<Game['playerId']>
  onClose: () => void
}

/** Shows where in the game the ID is found: a picture with the place marked, and directions. */
export default function WhereDialog({ game, rule, onClose }: WhereDialogProps) {
  const t = useTexts('games')
  const common = useTexts('common')
  const content = useContent()
  const { picture, where } = game.about
  return (
    <Dialog
      open
      onClose={onClose}
      width={600}
      title={t('game.whereOf', { name: content(game.name) })}
      actions={<Button onClick={onClose}>{common('action.close')}</Button>}
    >
      <div className="flex flex-col gap-4">
        {picture !== null && <WherePicture kind={picture} hue={game.hue} example={rule.pasteExample ?? rule.example} />}
        <ol className="flex list-decimal flex-col gap-1.5 pl-6 marker:text-lime">
          {where.map((step) => (
            <li key={step.en}>{content(step)}</li>
          ))}
        </ol>
        {where.length === 0 && <p>{content(rule.hint)}</p>}
      </div>
    </Dialog>
  )
}
