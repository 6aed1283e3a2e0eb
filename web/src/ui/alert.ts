import { create } from 'zustand'

interface AlertButton {
  name: string
  look?: 'primary' | 'plain' | 'danger'
  action?: () => void
}

export interface Alert {
  title: string
  /** The colour of plain text by default. */
  titleColor?: 'lime' | 'amber' | 'red'
  message: string
  /** The message as HTML; whatever is more than text and links is removed. The plain message is shown until then. */
  html?: string
  /** Addresses below the message; one without a name is shown as it is. */
  links?: ReadonlyArray<{ href: string; name?: string }>
  /** 450 by default. */
  width?: 450 | 600 | 700
  /** Called however it is closed. */
  onClose?: () => void
  /** The last one is the main one; without any, one that closes it. */
  buttons?: readonly AlertButton[]
}

export const useAlert = create<{ alert: Alert | undefined }>(() => ({ alert: undefined }))

/** Shows the page's only alert; a second one replaces the first. A change of the page closes it. */
export function showAlert(alert: Alert): void {
  useAlert.setState({ alert })
}

export function clearAlert(): void {
  const { alert } = useAlert.getState()
  if (!alert) return
  useAlert.setState({ alert: undefined })
  alert.onClose?.()
}
