import { Suspense, useId } from 'react'
import { useTexts } from '@/i18n'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { type Alert, clearAlert, useAlert } from './alert'
import { part } from './load'

/** With the library that removes what is dangerous. */
const Html = part(() => import('./clean-html'))

const COLORS = { lime: 'text-lime', amber: 'text-amber', red: 'text-red' }

export function AlertDialog() {
  const t = useTexts('common')
  const message = useId()
  const { alert } = useAlert()
  const buttons = alert?.buttons ?? [{ name: t('action.ok') }]
  return (
    <Dialog
      open={alert !== undefined}
      onClose={clearAlert}
      width={alert?.width ?? 450}
      describedBy={message}
      title={<span className={alert?.titleColor && COLORS[alert.titleColor]}>{alert?.title}</span>}
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
      {alert && <Message alert={alert} id={message} />}
    </Dialog>
  )
}

function Message({ alert: { message, html, links = [] }, id }: { alert: Alert; id: string }) {
  const plain = <p>{message}</p>
  const clean = html !== undefined && (
    <Suspense fallback={plain}>
      <Html html={html} />
    </Suspense>
  )
  return (
    <>
      <div id={id}>{clean || plain}</div>
      {links.map(({ href, name = href }) => (
        <a
          key={`${href} ${name}`}
          className="mt-2 flex focus-visible:-outline-offset-2 min-h-11 items-center break-all text-lime underline"
          href={href}
          target="_blank"
          rel="noopener"
        >
          {name}
        </a>
      ))}
    </>
  )
}
