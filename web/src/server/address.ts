type Pair = readonly [name: string, value: string]

const encode = (text: string) =>
  encodeURIComponent(text)
    .replace(/%20/g, '+')
    .replace(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function decode(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

/** The part of URLSearchParams that our own addresses need. */
export class Query {
  readonly #pairs: Pair[]
  constructor(from: string | readonly Pair[] = '') {
    this.#pairs =
      typeof from === 'string'
        ? from
            .replace(/^\?/, '')
            .split('&')
            .filter(Boolean)
            .map((pair) => {
              const at = pair.indexOf('=')
              return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))]
            })
        : [...from]
  }
  [Symbol.iterator]() {
    return this.#pairs[Symbol.iterator]()
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  }
}

/** The part of URL that our own addresses need: an origin, a path, a query and a hash. */
export class Address {
  readonly origin: string
  readonly username = ''
  readonly password = ''
  pathname: string
  #search: string
  #hash: string
  constructor(address: string, base?: string) {
    const [, origin, rest = ''] = /^([a-z]+:\/\/[^/?#]*)?(.*)$/i.exec(address) ?? []
    const from = origin ?? base
    if (from === undefined) throw new TypeError(`no address: ${address}`)
    const [, pathname, search, hash] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(rest) ?? []
    this.origin = from
    this.pathname = encodeURI(pathname || '/').replace(/%25([0-9a-f]{2})/gi, '%$1')
    this.#search = search ?? ''
    this.#hash = hash ?? ''
  }
  get protocol(): string {
    return this.origin.slice(0, this.origin.indexOf(':') + 1)
  }
  get search(): string {
    return this.#search
  }
  set search(search: string) {
    this.#search = search && !search.startsWith('?') ? `?${search}` : search
  }
  get hash(): string {
    return this.#hash
  }
  get href(): string {
    return this.origin + this.pathname + this.#search + this.#hash
  }
}
