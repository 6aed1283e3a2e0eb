import { Banners } from './banners'
import { Header } from './header'

/** What stands above a page. */
export function Head({ eventHref }: { eventHref: string | null | undefined }) {
  return (
    <>
      <Header eventHref={eventHref} />
      <Banners />
    </>
  )
}
