import { redirect } from '@tanstack/react-router'
import { root } from './root'

/** Returns the options of a route that only redirects; the parameters of both addresses have the same names. */
export function moved<const Path extends string>(path: Path, movedTo: string) {
  return {
    getParentRoute: () => root,
    path,
    staticData: { movedTo },
    beforeLoad: ({ params }: { params: object }) => {
      throw redirect({ to: movedTo as string, params, replace: true })
    },
  }
}
