import { useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { useTexts } from '@/i18n'
import { Found, SearchInput } from './list'

export function SearchPage() {
  const t = useTexts('games')
  const { q = '' } = useSearch({ from: '/search' })
  const navigate = useNavigate()
  const search = useDeferredValue(q.trim())
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-2xl">{t('searchHeading')}</h1>
      <SearchInput
        focused
        value={q}
        onChange={(value) => {
          void navigate({ to: '/search', search: value.trim() ? { q: value } : {}, replace: true })
        }}
      />
      <Found search={search} kind={null} onAll={() => void navigate({ to: '/games' })} />
    </div>
  )
}
