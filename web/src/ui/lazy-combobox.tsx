import { Suspense } from 'react'
import { useTexts } from '@/i18n'
import type { ComboboxProps } from './combobox'
import { part } from './load'

const Combobox = part(() => import('./combobox'))

/** A combobox whose library is loaded with the first one. */
export function LazyCombobox(props: Omit<ComboboxProps, 'texts'>) {
  const t = useTexts('form')
  const texts = {
    none: t('combobox.none'),
    searching: t('combobox.searching'),
    clear: t('combobox.clear'),
    open: t('combobox.open'),
    failed: t('combobox.failed'),
  }
  return (
    <div>
      <Suspense fallback={<div className="skeleton h-20" />}>
        <Combobox {...props} texts={texts} />
      </Suspense>
    </div>
  )
}
