import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What stands on the page now fits its width, and everybody can use it. */
export async function everybodyCanUse(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // From the top, so that what sticks to the edges does not cut through a button just then.
  await page.evaluate(() => window.scrollTo(0, 0))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'nothing stands beyond the right edge').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  // A toast that is fading in is pale for a moment.
  await page.evaluate(async () => {
    const ends = (one: Animation) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(ends)
        .map(({ finished }) => finished),
    )
  })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(RULES).analyze()
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
}
