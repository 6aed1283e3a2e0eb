import { useQuery } from '@tanstack/react-query'
import { Maximize, Minus, Plus, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { profileViewDocument } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useTexts } from '@/i18n'
import { useProblemText } from '@/ui/query-error'

/** A user's document, fetched with the viewer's right and never stored: its owner can see each access. */
export function DocumentPicture({ documentId, name }: { documentId: string; name: string }) {
  const t = useTexts('desk')
  const problemText = useProblemText()
  const picture = useQuery({
    queryKey: ['evidence', documentId],
    queryFn: async () =>
      URL.createObjectURL((await answerOf(profileViewDocument({ path: { id: documentId }, parseAs: 'blob' }))) as unknown as Blob),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const link = picture.data
  useEffect(() => (link ? () => URL.revokeObjectURL(link) : undefined), [link])
  if (picture.error)
    return (
      <p role="alert" className="grid aspect-[4/3] place-items-center bg-black p-6 text-center text-red">
        {problemOf(picture.error).status === 404 ? t('viewer.gone') : problemText(problemOf(picture.error))}
      </p>
    )
  if (!link) return <div className="skeleton aspect-[4/3] rounded-none!" />
  return <Zoomed link={link} name={name} />
}

const STEP = 1.5
const MOST = 6

function Zoomed({ link, name }: { link: string; name: string }) {
  const t = useTexts('desk')
  const [scale, setScale] = useState(1)
  const [turns, setTurns] = useState(0)
  const zoom = (by: number) => setScale((now) => Math.min(MOST, Math.max(1, now * by)))
  return (
    <div
      className="relative bg-black"
      onKeyDown={(event) => {
        if (event.key === '+' || event.key === '=') zoom(STEP)
        if (event.key === '-') zoom(1 / STEP)
        if (event.key === '0') setScale(1)
      }}
      role="presentation"
    >
      {/* When zoomed in, it is moved by scrolling, with a finger, a wheel or the keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label={name} tabIndex={0} className="aspect-[4/3] overflow-auto focus-visible:-outline-offset-2">
        <div className="size-full" style={{ width: `${scale * 100}%`, height: `${scale * 100}%` }}>
          <img
            src={link}
            alt={name}
            className="size-full object-contain"
            style={{ transform: `rotate(${turns * 90}deg)${turns % 2 ? ' scale(0.75)' : ''}` }}
          />
        </div>
      </div>
      <div
        role="toolbar"
        aria-label={t('viewer.tools')}
        className="absolute right-2 bottom-2 flex rounded-control border border-line bg-panel"
      >
        <Tool label={t('viewer.out')} disabled={scale === 1} onPress={() => zoom(1 / STEP)}>
          <Minus className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label={t('viewer.fit')} onPress={() => setScale(1)}>
          <Maximize className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label={t('viewer.in')} disabled={scale >= MOST} onPress={() => zoom(STEP)}>
          <Plus className="size-4" aria-hidden="true" />
        </Tool>
        <Tool label={t('viewer.turn')} onPress={() => setTurns((turns + 1) % 4)}>
          <RotateCw className="size-4" aria-hidden="true" />
        </Tool>
      </div>
    </div>
  )
}

function Tool({
  label,
  disabled = false,
  onPress,
  children,
}: {
  label: string
  disabled?: boolean
  onPress: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
      className="grid size-11 place-items-center rounded-control hover:bg-raise aria-disabled:text-control"
    >
      {children}
    </button>
  )
}
