import { useEffect } from 'react'

/** Shows the whole page without colours, as a day of mourning does: the class is on the app's own frame. */
export function useMonochrome(on: boolean): void {
  useEffect(() => {
    const frame = document.getElementById('main')?.parentElement
    if (!on || !frame) return
    frame.classList.add('monochrome')
    return () => frame.classList.remove('monochrome')
  }, [on])
}

const REDUCED = '(prefers-reduced-motion: reduce)'

/** Applies the styles for reduced motion. Scripts that ask the browser are not affected. */
export function useReducedMotion(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const rules = [...document.styleSheets].flatMap((sheet) => mediaRules(sheet.cssRules))
    for (const { media } of rules) media.mediaText = 'all'
    return () => {
      for (const { media } of rules) media.mediaText = REDUCED
    }
  }, [on])
}

/** Returns the rules for reduced motion, also those within other rules. */
function mediaRules(rules: CSSRuleList): CSSMediaRule[] {
  return [...rules].flatMap((rule) => {
    const inner = 'cssRules' in rule ? mediaRules(rule.cssRules as CSSRuleList) : []
    return rule instanceof CSSMediaRule && rule.media.mediaText === REDUCED ? [rule, ...inner] : inner
  })
}
