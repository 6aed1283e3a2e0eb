import { Suspense } from 'react'
import type { ApiCode } from '@/api/problem'
import { texts } from '@/i18n'
import type { EMPTY_LINKS } from '@/rules/help-links'
import { part } from './load'

/** Few readers see a refusal: the headings are loaded with the first. */
const HelpLink = part(async () => {
  const [link] = await Promise.all([import('./help-link'), texts('manual')()])
  return link
})

/** "Read how": leads to the heading of the manual that explains a refusal, or how an empty list is filled. */
export function ReadHow({ code }: { code: ApiCode | keyof typeof EMPTY_LINKS }) {
  return (
    <Suspense>
      <HelpLink code={code} />
    </Suspense>
  )
}
