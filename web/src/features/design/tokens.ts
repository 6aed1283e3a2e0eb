import css from '@/ui/styles.css?raw'

/** The colours of the theme, as `styles.css` has them. */
export const COLORS = [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', hex = '']) => ({ name, hex }))

/** The sizes of text, the smallest first. */
export const SIZES = [...css.matchAll(/--text-(\w+): ([\d.]+rem);\s*--text-\w+--line-height: ([\d.]+);/g)].map(
  ([, name = '', size = '', lineHeight = '']) => ({ name, size, lineHeight }),
)
