import { create } from 'zustand'

interface Alert {
  title: string
  message: string
  /** Addresses for the links in its text. */
  links?: readonly string[]
  /** Called however it is closed. */
  onClose?: () => void
  buttons?: Array<{ name: string; look?: 'primary' | 'plain' | 'danger'; action?: () => void }>
}

export const useAlert = create<{ alert: Alert | undefined }>(() => ({ alert: undefined }))

/** Shows the page's only alert; a second one replaces the first. */
export function showAlert(alert: Alert): void {
  useAlert.setState({ alert })
}

export function clearAlert(): void {
  const { alert } = useAlert.getState()
  if (!alert) return
  useAlert.setState({ alert: undefined })
  alert.onClose?.()
}
