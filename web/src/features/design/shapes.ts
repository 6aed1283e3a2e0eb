/** The glyphs of `public/glyphs.svg`; a test compares them. */
export const GLYPHS = [
  'shield',
  'flame',
  'crosshair',
  'swords',
  'star',
  'disc',
  'brick',
  'target',
  'crown',
  'ball',
  'anvil',
  'gear',
  'pad',
  'joystick',
  'controller',
  'triangle',
  'fist',
  'gift',
  'gem',
  'pass',
  'coins',
  'note',
  'parachute',
  'comet',
  'slice',
] as const

/** The motifs of covers, which the file has as `motif-…`. */
export const MOTIFS = ['rings', 'peaks', 'waves', 'rays', 'bars', 'hex', 'dots', 'diamonds'] as const
