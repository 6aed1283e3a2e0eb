import { Logo } from '@/ui/logo'

// As in `index.html`.
export const header = 'sticky top-0 z-20 border-b border-line bg-ink'
export const line = 'mx-auto flex h-14 max-w-[1200px] items-center gap-1 px-4 md:h-16 md:gap-5 min-[1232px]:px-0'

/** Keeps the place of the header on a page that the server has only framed. */
export function HeaderPlace() {
  return (
    <header className={header}>
      <div className={line}>
        <span className="flex min-h-11 flex-none items-center">
          <Logo />
        </span>
      </div>
    </header>
  )
}

/** Keeps the places of the footer and of the phone's navigation. */
export function FootPlace() {
  return (
    <>
      <div className="mt-12 min-h-[820px] border-t border-line md:min-h-[420px]" />
      <div className="bottom-bar fixed inset-x-0 bottom-0 z-20 h-[68px] border-t border-line bg-[#0c110e] md:hidden" />
    </>
  )
}
