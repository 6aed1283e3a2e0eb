import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queries } from '@/api/queries'
import { configQuery } from '@/features/catalogue/queries'
import { startTexts, texts } from '@/i18n'
import { config } from '@/testing/config'
import { Documents } from './documents'
import { readyPicture } from './resize'

it('takes files as large as the shop says', async () => {
  await startTexts('en')
  await texts('profile')()
  queries.setQueryData(configQuery.queryKey, { ...config, appConfig: { ...config.appConfig, uploadPictureMb: 3 } })
  render(
    <QueryClientProvider client={queries}>
      <Documents documents={[]} disabled={false} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('.jpg, .jpeg or .png, at most 3 MB')).toBeDefined()
  const file = new File([new Uint8Array(3 * 1024 * 1024 + 1)], 'card.png')
  await expect(readyPicture(file, 'picture', { profile: 1, picture: 3 })).rejects.toMatchObject({ code: 'file_too_large' })
})
