import { Below } from '@/features/home/below-lazy'
import { Doorway } from '@/pages/frames/doorway-lazy'
import { Foot, Head } from './frame-lazy'
import { NotFoundPage } from './root'

/** For rendering a page at once: loads everything that would come after it. */
export const late = () =>
  Promise.all([NotFoundPage.preload?.(), Head.preload?.(), Foot.preload?.(), Doorway.preload?.(), Below.preload?.()])
