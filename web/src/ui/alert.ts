import { create } from 'zustand'

interface Alert {
  title: string
  message: string
  /** Addresses that it leads to. */
  links?: readonly string[]
  /** However it is closed. */
  onClose?: () => void
  buttons?: Array<{ name: string; look?: 'primary' | 'plain' | 'danger'; action?: () => void }>
}

export const useAlert = create<{ alert: Alert | undefined }>(() => ({ alert: undefined }))

/** The one alert of the whole page; a second one takes the place of the first. */
export function showAlert(alert: Alert): void {
  useAlert.setState({ alert })
}

export function clearAlert(): void {
  const { alert } = useAlert.getState()
  if (!alert) return
  useAlert.setState({ alert: undefined })
  alert.onClose?.()
}
