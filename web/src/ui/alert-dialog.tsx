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
      {alert?.links?.map((link) => (
        <a
          key={link}
          className="mt-2 flex focus-visible:-outline-offset-2 min-h-11 items-center break-all text-lime underline"
          href={link}
          target="_blank"
          rel="noopener"
        >
          {link}
        </a>
      ))}
    </Dialog>
  )
}
