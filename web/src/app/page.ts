import type { AnyRoute } from '@tanstack/react-router'
import type { Namespace, TextKey } from '@/i18n'
import { component, needs } from './needs'
import { root } from './root'

/** A route's description of its page. The browser reads it, and so does the server, from the `pages.json` that the build makes of it. */
export interface About {
  /** The document's title. Several, by name, where the page's data decide which; `{{values}}` in it come with the data. */
  title: TextKey | Readonly<Record<string, TextKey>>
  /** For search engines. A public page without one is described as the shop is. */
  description?: TextKey
  /** Texts that it needs beside those that its title is in, and `common`. */
  texts?: readonly Namespace[]
  /** Every visitor sees the same: the server renders it. All other pages are sent as a frame. */
  public?: boolean
  /** Search engines may keep it; every public page is, unless this says otherwise. */
  indexed?: boolean
  /**
   * Name of the API's source of the page's data: `Feature.pages` there. A public page whose address has a parameter must have one. Of several
   * the first answers for the head too.
   */
  source?: string | readonly string[]
  /** Other sites may show it in a frame; it does nothing in a user's name. */
  embeddable?: boolean
  /** A conversation: on a phone it ends with the composer, without the shop's footer. */
  conversation?: boolean
  /** Without the shop's own bars around it; `own` ones stand there instead, and bring the page's `<main>`. */
  bare?: boolean | 'own'
  /** Status of the answer; 200 by default. */
  status?: number
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    about?: About
    texts?: readonly Namespace[]
    load?: () => Promise<unknown>
    movedTo?: string
  }
}

const namespaceOf = (key: TextKey) => key.split(':', 1)[0] as Namespace

/** The options of a page's route: `createRoute(page('/cart', () => import('…'), 'CartPage', { title: 'cart:title' }))`. */
export function page<const Path extends string, Name extends string, Module extends Record<Name, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: Name,
  about: About,
) {
  const titles = typeof about.title === 'string' ? [about.title] : Object.values(about.title)
  const texts = [...titles.map(namespaceOf), ...(about.texts ?? [])]
  return {
    getParentRoute: () => root,
    path,
    staticData: { about, texts, load },
    loader: ({ route }: { route: AnyRoute }) => needs(route),
    component: component(load, name),
  }
}
