import { encode } from 'uqr'

/** A QR code as one SVG path, dark on white whatever the theme: banking apps read nothing else reliably. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { path, size } = qrPath(text)
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges" className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function qrPath(text: string): { path: string; size: number } {
  // Four modules of quiet zone, as ISO/IEC 18004 asks.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  let path = ''
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) path += `M${x} ${y}h1v1h-1z`
    })
  })
  return { path, size }
}

/** The code as a PNG picture with captions beneath, the first one large, for the customer's gallery. */
export async function qrPicture(text: string, captions: readonly string[]): Promise<Blob> {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const scale = Math.floor(960 / size)
  const side = size * scale
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side + 40 + captions.length * 64
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  data.forEach((row, y) => {
    row.forEach((dark, x) => {
      if (dark) context.fillRect(x * scale, y * scale, scale, scale)
    })
  })
  context.textAlign = 'center'
  captions.forEach((caption, index) => {
    context.font = `600 ${index === 0 ? 52 : 34}px Chakra, Plex, sans-serif`
    // A long name is drawn narrower.
    context.fillText(caption, side / 2, side + 40 + index * 64, side - 64)
  })
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}
