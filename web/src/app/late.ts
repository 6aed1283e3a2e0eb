import { Below } from '@/features/home/below-lazy'
import { Doorway } from '@/pages/frames/doorway-lazy'
import { Foot } from './foot-lazy'

/** For rendering a page at once: loads everything that would come after it. */
export const late = () => Promise.all([Foot.preload?.(), Doorway.preload?.(), Below.preload?.()])
