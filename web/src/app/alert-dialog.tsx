import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { clearAlert, useAlert } from './alert'

export function AlertDialog() {
  const t = useTexts('common')
  const { alert } = useAlert()
  const buttons = alert?.buttons ?? [{ name: t('action.ok'), look: 'plain' as const }]
  return (
    <Dialog
      open={alert !== undefined}
      onClose={clearAlert}
      title={alert?.title}
      actions={buttons.map((button) => (
        <Button
          key={button.name}
          look={button.look ?? 'plain'}
          onClick={() => {
            clearAlert()
            button.action?.()
          }}
        >
          {button.name}
        </Button>
      ))}
    >
      <p>{alert?.message}</p>
      {alert?.href && (
        <a className="text-lime underline" href={alert.href}>
          {alert.href}
        </a>
      )}
    </Dialog>
  )
}
