import { expect, type Page } from '@playwright/test'
import { violations } from './axe'

/** Checks that the page fits its width and is accessible. */
export async function everybodyCanUse(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // From the top, so that what sticks to the edges does not cut through a button just then.
  await page.evaluate(() => window.scrollTo(0, 0))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'nothing stands beyond the right edge').toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  // A toast that is fading in is pale for a moment. In a folded part no frame is drawn, and what runs there never ends.
  await page.evaluate(async () => {
    const ends = ({ playState, effect }: Animation) =>
      playState === 'running' &&
      effect instanceof KeyframeEffect &&
      effect.target?.checkVisibility() === true &&
      effect.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    const ended = document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished)
    await Promise.race([Promise.allSettled(ended), new Promise((go) => setTimeout(go, 2_000))])
  })
  const found = await violations(page)
  expect(found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
}
