import { NextShow } from '@/features/articles/studio/next-show'
import { Recordings } from '@/features/articles/studio/recordings'
import { Week } from '@/features/articles/studio/week'
import { TextPage } from './text-page'

/** The studio: what is on next, the week, recordings, and its text. */
export const StudioPage = () => (
  <TextPage
    slug="estudio"
    renderBefore={({ shows, recordings }) => (
      <>
        <NextShow shows={shows} />
        <Week shows={shows} />
        <Recordings recordings={recordings} />
      </>
    )}
  />
)
