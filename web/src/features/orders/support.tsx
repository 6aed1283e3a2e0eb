import { Link } from '@tanstack/react-router'
import { useTexts } from '@/i18n'
import { type ButtonLook, buttonClass } from '@/ui/button'

/** On to support, whose page writes the letter about this order. */
export function SupportLink({ number, look, wide = false }: { number: string; look: ButtonLook; wide?: boolean }) {
  const t = useTexts('orders')
  return (
    <Link to="/contact" search={{ order: number }} className={buttonClass(look, 'md', wide)}>
      {t('result.support')}
    </Link>
  )
}
