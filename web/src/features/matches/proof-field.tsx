import { Camera, RotateCw, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { matchScoreSentLimits } from '@/api/limits.gen'
import { useTexts } from '@/i18n'
import { BlobImage } from '@/features/messages/pictures'
import type { Attached } from '@/features/messages/use-pictures'
import { useErrorText } from '@/ui/form'
import { Picture } from './picture'
import type { Proofs } from './use-proofs'

/** Screenshots of the result, from the camera or the files; each shows its progress. */
export function ProofField({ matchId, proofs, onChange }: { matchId: number; proofs: Proofs; onChange: () => void }) {
  const t = useTexts('matches')
  const input = useRef<HTMLInputElement>(null)
  const [tooMany, setTooMany] = useState(false)
  const { earlier, attached, full } = proofs
  const change = (act: () => unknown) => {
    setTooMany(false)
    act()
    onChange()
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="num">
        {t('score.proofs')}{' '}
        <span className="text-sm font-normal text-mute">{t('score.proofsNote', { most: matchScoreSentLimits.proofs })}</span>
      </p>
      <ul className="grid grid-cols-3 gap-2.5">
        {earlier.map((proof, index) => (
          <li key={proof.id} className="flex flex-col gap-1 text-xs">
            <Frame number={index + 1} onRemove={() => change(() => proofs.remove(proof))}>
              <Picture matchId={matchId} id={proof.id} alt={t('score.picture', { number: index + 1 })} className="size-full object-cover" />
            </Frame>
            <span className="text-mute">{t('score.pictureSent')}</span>
          </li>
        ))}
        {attached.map((proof, index) => (
          <li key={proof.key}>
            <AttachedProof
              proof={proof}
              number={earlier.length + index + 1}
              onRemove={() => change(() => proofs.remove(proof))}
              onRetry={() => change(() => proofs.again(proof))}
            />
          </li>
        ))}
        {!full && (
          <li>
            <button
              type="button"
              onClick={() => input.current?.click()}
              className="flex h-24 w-full flex-col items-center justify-center gap-1 rounded-control border border-dashed border-control text-sm text-mute hover:border-lime hover:text-text"
            >
              <Camera className="size-6" aria-hidden="true" />
              {t('score.addPicture')}
            </button>
          </li>
        )}
      </ul>
      {tooMany && (
        <p role="alert" className="text-sm text-amber">
          {t('score.mostPictures', { most: matchScoreSentLimits.proofs })}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple
        hidden
        aria-label={t('score.addPicture')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          change(() => setTooMany(proofs.add(files) > 0))
        }}
      />
    </div>
  )
}

function Frame({ number, onRemove, children }: { number: number; onRemove: () => void; children: ReactNode }) {
  const t = useTexts('matches')
  return (
    <div className="relative h-24 overflow-hidden rounded-control bg-ground ring-1 ring-line">
      {children}
      <button
        type="button"
        aria-label={t('score.removePicture', { number })}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full bg-ink/85">
          <X className="size-4" aria-hidden="true" />
        </span>
      </button>
    </div>
  )
}

interface SentProps {
  proof: Attached
  number: number
  onRemove: () => void
  onRetry: () => void
}

function AttachedProof({ proof: { file, share, done, error }, number, onRemove, onRetry }: SentProps) {
  const t = useTexts('matches')
  const common = useTexts('common')
  const textOf = useErrorText()
  return (
    <div className="flex flex-col gap-1 text-xs">
      <Frame number={number} onRemove={onRemove}>
        <BlobImage blob={file} alt={t('score.picture', { number })} className="size-full object-cover" />
        {!done && !error && (
          <span
            aria-hidden="true"
            className="absolute bottom-0 left-0 h-1 bg-lime transition-[width]"
            style={{ width: `${share * 100}%` }}
          />
        )}
      </Frame>
      {error ? (
        <>
          <span role="alert" className="text-red">
            {error.code ? textOf({ type: error.code }) : (error.message ?? common('error.network'))}
          </span>
          <button type="button" onClick={onRetry} className="flex min-h-11 items-center gap-1 text-text underline underline-offset-2">
            <RotateCw className="size-3.5" aria-hidden="true" />
            {common('action.retry')}
          </button>
        </>
      ) : (
        <span className="text-mute">{done ? t('score.pictureSent') : t('score.pictureSending', { percent: Math.round(share * 100) })}</span>
      )}
    </div>
  )
}
