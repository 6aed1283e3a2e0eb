import { useLanguage, useTexts } from '@/i18n'
import { formatBaht } from '@/ui/amount'
import { useInSentence } from './labels'
import { opensHere } from './open-bank'
import type { Channel } from './pay-by'

interface PayLabelProps {
  channel: Channel | undefined
  satang: number
  /** A phone shows the amount beside the button. */
  beside?: boolean
}

/** "Pay ฿105 by PromptPay", "Open K PLUS, pay ฿105" where the button opens the bank's app or page, or "Enter card, pay ฿105". */
export function PayLabel({ channel, satang, beside = false }: PayLabelProps) {
  const t = useTexts('orders')
  const inSentence = useInSentence()
  // Thai joins its words where the amount is beside the button.
  const gap = useLanguage() === 'th' ? '' : ' '
  const name = channel ? inSentence(channel.name) : ''
  const plainAmount = formatBaht(satang, 'exact')
  if (channel && opensHere(channel)) return t('redirect.openAndPay', { channel: name, amount: plainAmount })
  if (channel?.byCard) return t('card.enterAndPay', { amount: plainAmount })
  const amount = t('process.amount', { amount: plainAmount })
  const by = channel && <span className="inline-block">{t('process.by', { channel: name })}</span>
  if (!beside) {
    return (
      <>
        {t('process.pay')} {amount} {by}
      </>
    )
  }
  return (
    <>
      {t('process.pay')}
      {gap}
      <span className="max-md:sr-only">{gap ? amount : ` ${amount} `}</span>
      {gap}
      {by}
    </>
  )
}
