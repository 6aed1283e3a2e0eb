/** The view of a picture: the centre of the crop in the picture's pixels, and the zoom. 1 is the largest crop that fits. */
export interface View {
  x: number
  y: number
  zoom: number
}

export interface Size {
  width: number
  height: number
}

export interface Area extends Size {
  left: number
  top: number
}

export const NEAREST = 8

/** Returns the largest part of the picture in that shape, from its centre. */
export const wholeOf = (picture: Size): View => ({ x: picture.width / 2, y: picture.height / 2, zoom: 1 })

/** Returns the crop: in the requested shape, and never beyond the picture. */
export function areaOf(picture: Size, ratio: number, view: View): Area {
  const zoom = Math.min(NEAREST, Math.max(1, view.zoom))
  const width = Math.min(picture.width, picture.height * ratio) / zoom
  const height = width / ratio
  const within = (middle: number, size: number, all: number) => Math.min(all - size, Math.max(0, middle - size / 2))
  return { left: within(view.x, width, picture.width), top: within(view.y, height, picture.height), width, height }
}

/** Returns the same crop within bounds, so that moving away from an edge takes effect at once. */
export function settled(picture: Size, ratio: number, view: View): View {
  const area = areaOf(picture, ratio, view)
  return { x: area.left + area.width / 2, y: area.top + area.height / 2, zoom: Math.min(NEAREST, Math.max(1, view.zoom)) }
}

/** Moves by fractions of the crop's own width and height. */
export function moved(picture: Size, ratio: number, view: View, right: number, down: number): View {
  const { width, height } = areaOf(picture, ratio, view)
  return settled(picture, ratio, { ...view, x: view.x + right * width, y: view.y + down * height })
}

/** Returns the size to send: as sharp as the crop is, between the requested size and `longest`. */
export function sentSize(area: Area, asked: Size, longest: number): Size {
  const width = Math.round(Math.min(longest, Math.max(asked.width, area.width)))
  return { width, height: Math.round((width * asked.height) / asked.width) }
}
