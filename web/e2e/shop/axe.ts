import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Experimental in axe, so off by itself: who speaks to the page says what they see (WCAG 2.5.3). */
const RULES = { 'label-content-name-mismatch': { enabled: true } }

/** Returns what axe finds wrong with the page. */
export async function violations(page: Page) {
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().options({ rules: RULES }).withTags(TAGS).analyze()
  return found
}
