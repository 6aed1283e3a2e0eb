import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { Elsewhere } from '@/features/catalogue/elsewhere-lazy'
import { useTexts } from '@/i18n'
import { buttonClass } from '@/ui/button'
import { useHead } from '@/ui/head'
import { LISTS, type ListedKind } from './kinds'

/** There is no such article, or not any more. */
export function Gone({ kind }: { kind?: ListedKind }) {
  const t = useTexts('articles')
  const common = useTexts('common')
  const title = common('error.notFoundTitle')
  useHead({ title, noindex: true })
  return (
    <div className="flex flex-col items-center gap-5 py-12 text-center">
      <h1 className="text-2xl">{title}</h1>
      <p className="max-w-md text-mute">{t('gone')}</p>
      <Link to={kind ? LISTS[kind] : '/'} className={buttonClass('primary')}>
        {kind ? t(`kind.${kind}`) : common('error.backHome')}
      </Link>
      <Suspense>
        <Elsewhere />
      </Suspense>
    </div>
  )
}
