import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { askCatalogue } from '@/api/catalogue'
import type { RedeemQuery } from '@/api/catalogue.gen'
import { useContent, useTexts } from '@/i18n'
import { Disclosure } from '@/ui/disclosure'
import document from './redeem.graphql?raw'

/** How and where a code of this game is redeemed; nothing if the shop does not know. */
export function Redeem({ slug }: { slug: string }) {
  const t = useTexts('orders')
  const content = useContent()
  const { data } = useQuery({
    queryKey: ['RedeemQuery', { id: slug }],
    meta: { public: true },
    queryFn: () => askCatalogue<RedeemQuery>('/product', document, { id: slug }),
    staleTime: 300_000,
  })
  const about = data?.game?.about
  if (!about || (about.steps.length === 0 && !about.redeemUrl)) return null
  return (
    <Disclosure title={<span className="num text-sm">{t('result.redeem')}</span>} className="-mb-2 border-t border-line pt-1">
      <div className="flex flex-col gap-2 pb-3 text-sm">
        <ol className="flex list-decimal flex-col gap-1 pl-5 text-mute marker:text-lime">
          {about.steps.map((step) => (
            <li key={step.en}>{content(step)}</li>
          ))}
        </ol>
        {about.region && <p className="text-amber">{content(about.region)}</p>}
        {about.redeemUrl && (
          <a
            href={about.redeemUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex min-h-11 items-center gap-2 self-start text-lime underline"
          >
            {t('result.redeemAt')}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        )}
      </div>
    </Disclosure>
  )
}
