import { Suspense, useState } from 'react'
import { queries } from '@/api/queries'
import { ConsentDialog } from '@/features/numbers/consent-lazy'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/feedback'
import { cartQuery } from './cart'
import type { CartLine } from './lines'

/** Says that the number of a line belongs to somebody else, and asks its owner to agree. */
export function ConsentNotice({ line }: { line: CartLine }) {
  const t = useTexts('cart')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('consent.ask')}
          </Button>
        }
      >
        {t('consent.needed')}
      </Notice>
      {asking && (
        <Suspense>
          <ConsentDialog
            productId={line.productId}
            masked={line.playerName}
            onClose={() => setAsking(false)}
            onGiven={() => {
              setAsking(false)
              void queries.invalidateQueries({ queryKey: cartQuery.queryKey })
            }}
          />
        </Suspense>
      )}
    </>
  )
}
