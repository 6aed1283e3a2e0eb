import type { AnyRouter, LinkOptions } from '@tanstack/react-router'

/** Opens a page of ours in a new tab. */
export function openTab(router: Pick<AnyRouter, 'buildLocation'>, target: LinkOptions): void {
  window.open(router.buildLocation(target as never).publicHref, '_blank', 'noopener')
}
