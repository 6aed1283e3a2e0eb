import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { couponsRedeem } from '@/api/generated'
import { answerOf, problemOf } from '@/api/problem'
import { useSession } from '@/api/session'
import { couponsQuery } from '@/features/coupons/coupons'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { useProblemText } from '@/ui/query-error'
import { toast } from '@/ui/toast'

function useCopy(code: string): () => void {
  const t = useTexts('articles')
  return () => void navigator.clipboard.writeText(code).then(() => toast(t('promotion.copiedCode', { code }), { tone: 'success' }))
}

/** The code itself, large; one tap copies it. */
export function Code({ code }: { code: string }) {
  const t = useTexts('articles')
  const copy = useCopy(code)
  return (
    <button
      type="button"
      onClick={copy}
      className="flex min-h-14 w-full items-center gap-3 rounded-panel border border-dashed border-control bg-panel px-4 text-left hover:border-lime"
    >
      <span className="text-sm text-mute">{t('promotion.code')}</span>
      <span className="num min-w-0 flex-1 text-xl break-all text-lime">{code}</span>
      <span className="sr-only">{t('promotion.copy')}</span>
      <Copy className="size-5 flex-none text-mute" aria-hidden="true" />
    </button>
  )
}

/** Whether a member has the code, and how to get it. One for all buttons of a page. */
export function useCollect(code: string | null) {
  const t = useTexts('articles')
  const problemText = useProblemText()
  const client = useQueryClient()
  const me = useSession((session) => session.me?.id)
  const { data } = useQuery({ ...couponsQuery(me ?? 0, 'usable'), enabled: me !== undefined && code !== null })
  const collecting = useMutation({
    mutationFn: () => answerOf(couponsRedeem({ body: { code: code ?? '' } })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['coupons'] })
      void toast(t('promotion.collectedText', { code }), { tone: 'success' })
    },
  })
  return {
    isMember: me !== undefined,
    collected: collecting.isSuccess || data?.items.some((coupon) => coupon.code === code) === true,
    busy: collecting.isPending,
    error: collecting.error ? problemText(problemOf(collecting.error)) : undefined,
    collect: () => collecting.mutate(),
  }
}

interface CollectButtonProps {
  code: string
  collect: ReturnType<typeof useCollect>
}

/** A member collects the code; a visitor, who has no coupons, copies it. */
export function CollectButton({ code, collect }: CollectButtonProps) {
  const t = useTexts('articles')
  const copy = useCopy(code)
  if (!collect.isMember) {
    return (
      <Button wide onClick={copy} className="max-xs:px-2">
        {t('promotion.copy')}
      </Button>
    )
  }
  if (collect.collected) {
    return (
      <p className="num flex min-h-12 items-center justify-center gap-2 text-lime">
        <Check className="size-5" aria-hidden="true" />
        {t('promotion.collected')}
      </p>
    )
  }
  return (
    <Button wide busy={collect.busy} onClick={collect.collect} className="max-xs:px-2">
      {t('promotion.collect')}
    </Button>
  )
}
