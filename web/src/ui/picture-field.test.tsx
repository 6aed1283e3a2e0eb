import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTexts, texts } from '@/i18n'
import form from '@/i18n/en/form'
import { PictureField } from './picture-field'

const { upload } = vi.hoisted(() => ({ upload: vi.fn() }))
vi.mock('@/api/generated', () => ({ filesUploadPicture: upload }))

const drawn = vi.fn()

beforeAll(async () => {
  await startTexts('en')
  await texts('form')()
})
beforeEach(() => {
  drawn.mockClear()
  vi.stubGlobal('createImageBitmap', (file: File) =>
    file.name.startsWith('broken') ? Promise.reject(new Error('no picture')) : Promise.resolve({ width: 2000, height: 1000 }),
  )
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({ fillRect: () => {}, drawImage: drawn })
      convertToBlob = () => Promise.resolve(new Blob(['cut'], { type: 'image/jpeg' }))
    },
  )
  HTMLCanvasElement.prototype.getContext = () => null
})

function show() {
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PictureField label="Logo" value="" onChange={onChange} dir="tournament" size={{ width: 200, height: 200 }} />
    </QueryClientProvider>,
  )
  const choose = (name: string) =>
    fireEvent.change(screen.getByLabelText('Logo', { selector: 'input' }), { target: { files: [new File(['x'], name)] } })
  return { onChange, choose }
}

it('is cut by keys alone, sent, and answered with a link', async () => {
  upload.mockResolvedValue({ data: { data: '/files/tournament/1.jpg' }, response: new Response() })
  const { onChange, choose } = show()
  choose('logo.png')
  const stage = await screen.findByRole('application', { name: form.crop.stage })
  // To the left edge, and half as much of it.
  for (let step = 0; step < 20; step++) fireEvent.keyDown(stage, { key: 'ArrowLeft', shiftKey: true })
  for (let step = 0; step < 10; step++) fireEvent.keyDown(stage, { key: '+' })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: form.crop.done })))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('/files/tournament/1.jpg'))
  const [, left, top, width, height] = drawn.mock.calls[0] as number[]
  expect([width, height]).toEqual([1000 / 1.1 ** 10, 1000 / 1.1 ** 10].map((side) => expect.closeTo(side, 3)))
  expect(left).toBeCloseTo(500 - 500 / 1.1 ** 10, 3)
  expect(top).toBeCloseTo(500 - 500 / 1.1 ** 10, 3)
  expect(upload.mock.calls[0]?.[0]).toMatchObject({ path: { dir: 'tournament' }, body: { file_content: expect.any(File) } })
  expect(screen.queryByRole('application')).toBeNull()
})

it('says what is wrong with a file without opening it', async () => {
  const { onChange, choose } = show()
  choose('logo.pdf')
  await screen.findByText(form.codes.file_type_invalid)
  choose('broken.png')
  await screen.findByText(form.codes.file_type_invalid)
  expect(screen.queryByRole('application')).toBeNull()
  expect(onChange).not.toHaveBeenCalled()
})
