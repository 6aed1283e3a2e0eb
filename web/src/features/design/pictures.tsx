import { useState } from 'react'
import { useContent, useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { CropDialog } from '@/ui/crop'
import { PictureField } from '@/ui/picture-field'
import { Remark, State } from './specimen'

const LOGO = { width: 500, height: 500 }
const BANNER = { width: 1200, height: 630 }

export function PictureFields() {
  const t = useTexts('form')
  const profile = useTexts('profile')
  const [logo, setLogo] = useState('')
  const [banner, setBanner] = useState('/share.png')
  const still = { label: profile('picture.label'), value: '', onChange: () => {}, dir: 'team', size: LOGO } as const
  return (
    <>
      <State th="ว่าง จำเป็น" en="Empty, required">
        <PictureField {...still} value={logo} onChange={setLogo} required />
      </State>
      <State th="มีรูป แนวนอน" en="With a picture, landscape">
        <PictureField {...still} dir="tournament" size={BANNER} value={banner} onChange={setBanner} />
      </State>
      <State th="ผิด" en="Error">
        <PictureField {...still} error={t('codes.file_required')} />
      </State>
      <State th="ปิดใช้" en="Disabled">
        <PictureField {...still} value="/share.png" disabled />
      </State>
      <Remark
        th="รูปส่งขึ้นเซิร์ฟเวอร์ของ make run ไม่มีเซิร์ฟเวอร์หรือไม่ได้เข้าสู่ระบบ: เห็นคำปฏิเสธ"
        en="The picture goes to the server of make run; without it, or without a login, the refusal is shown."
      />
    </>
  )
}

/** Pictures to crop, drawn here. */
const SAMPLES = {
  '500 × 500': { size: LOGO, drawn: { width: 1600, height: 1000 } },
  '1200 × 630': { size: BANNER, drawn: { width: 1600, height: 1600 } },
  small: { size: BANNER, drawn: { width: 400, height: 300 } },
} as const

async function draw({ width, height }: { width: number; height: number }): Promise<ImageBitmap> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const tile = width / 8
  for (let x = 0; x * tile < width; x++) {
    for (let y = 0; y * tile < height; y++) {
      context.fillStyle = `hsl(${x * 30 + y * 20} 60% ${(x + y) % 2 === 0 ? 30 : 45}%)`
      context.fillRect(x * tile, y * tile, tile, tile)
    }
  }
  return createImageBitmap(canvas)
}

export function Crops() {
  const t = useTexts('form')
  const content = useContent()
  const [open, setOpen] = useState<{ name: keyof typeof SAMPLES; picture: ImageBitmap }>()
  const [cut, setCut] = useState<string>()
  const show = async (name: keyof typeof SAMPLES) => setOpen({ name, picture: await draw(SAMPLES[name].drawn) })
  const done = (blob: Blob) => {
    setCut(URL.createObjectURL(blob))
    setOpen(undefined)
  }
  return (
    <>
      <State th="จัตุรัส · แนวนอน · เล็กไปจนเตือน" en="Square · landscape · so small that it warns" wide>
        <div className="design-row">
          {(Object.keys(SAMPLES) as Array<keyof typeof SAMPLES>).map((name) => (
            <Button key={name} onClick={() => void show(name)}>
              {name}
            </Button>
          ))}
        </div>
        {cut && <img src={cut} alt={content({ th: 'ส่วนที่ตัด', en: 'The crop' })} className="max-w-40" />}
      </State>
      {open && (
        <CropDialog
          picture={open.picture}
          size={SAMPLES[open.name].size}
          title={t('picture.choose')}
          onDone={done}
          onCancel={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
