import DOMPurify from 'dompurify'
import { useLayoutEffect, useRef } from 'react'

const ALLOWED = {
  ALLOWED_TAGS: ['a', 'b', 'br', 'em', 'h3', 'i', 'li', 'ol', 'p', 'strong', 'ul'],
  ALLOWED_ATTR: ['href', 'lang'],
  ALLOWED_URI_REGEXP: /^(https?:|mailto:|tel:|\/(?!\/)|#)/i,
}

/** HTML from elsewhere: text, lists and links; links to other sites open in a tab of their own. */
export default function CleanHtml({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(html, { ...ALLOWED, RETURN_DOM_FRAGMENT: true })
    for (const link of clean.querySelectorAll('a')) {
      if (!/^https?:/i.test(link.getAttribute('href') ?? '')) continue
      link.target = '_blank'
      link.rel = 'noopener nofollow'
    }
    box.current?.replaceChildren(clean)
  }, [html])
  return (
    <div
      ref={box}
      className="flex flex-col gap-3 [&_a]:text-lime [&_a]:underline [&_em]:not-italic [&_i]:not-italic [&_ol]:list-decimal [&_ol]:pl-6 [&_ul]:list-disc [&_ul]:pl-6"
    />
  )
}
