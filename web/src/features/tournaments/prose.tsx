import { useLanguage, useTexts } from '@/i18n'
import type { Language } from '@/i18n/language'

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/

interface ProseProps {
  text: string | null | undefined
  /** Its language, if its author wrote only one. */
  written?: Language
  none: string
}

/** A text as plain paragraphs; addresses in it are links. */
export function Prose({ text, written, none }: ProseProps) {
  const t = useTexts('tournaments')
  const language = useLanguage()
  if (!text?.trim()) return none ? <p className="text-mute">{none}</p> : null
  const foreign = written !== undefined && written !== language
  return (
    <div className="flex max-w-prose flex-col gap-2">
      {foreign && <p className="text-sm text-mute">{t('overview.otherLanguage')}</p>}
      <p lang={written} className="whitespace-pre-line">
        {text.split(ADDRESS).map((part, index) =>
          // Every second part is an address.
          index % 2 === 0 ? (
            part
          ) : (
            // oxlint-disable-next-line react/no-array-index-key
            <a key={index} href={part} rel="nofollow noopener noreferrer" target="_blank" className="text-lime underline">
              {part}
            </a>
          ),
        )}
      </p>
    </div>
  )
}
