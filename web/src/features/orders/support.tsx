import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { type ButtonLook, buttonClass } from '@/ui/button'

interface SupportLinkProps {
  number: string
  look: ButtonLook
  wide?: boolean
  /** The label, unless it is `contact support`. */
  text?: string
}

/** Links to support, whose page writes the mail about this order. */
export function SupportLink({ number, look, wide = false, text }: SupportLinkProps) {
  const t = useTexts('orders')
  return (
    <Link to="/contact" search={{ order: number }} className={buttonClass(look, 'md', wide)}>
      {text ?? t('result.support')}
    </Link>
  )
}
