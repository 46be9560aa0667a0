import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'
import type { Test } from 'tap'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How a page is looked at. */
interface Look {
  readonly inspector: CDPSession
  /** Widths of the window. */
  readonly widths: readonly number[]
  /** Faults of these impacts are no faults. */
  readonly ignored?: readonly string[]
  /** What else must hold in a width. */
  readonly inWidth?: (width: number) => Promise<unknown>
}

/**
 * In each width and colour scheme a page has no fault of accessibility, and does not scroll
 * sideways.
 */
export async function isAccessible(t: Test, page: Page, url: string, look: Look): Promise<void> {
  await page.goto(url)
  // The policy of the page lets no script in; the browser's own tools are not bound by it.
  await look.inspector.send('Runtime.evaluate', { expression: AXE })
  for (const width of look.widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      t.same(await faultsOf(page, colorScheme, look.ignored ?? []), [], `${url} ${width} ${colorScheme}`)
    }
    const wide = await page.evaluate('document.documentElement.scrollWidth')
    t.ok(Number(wide) <= width, `${url}: ${wide} of ${width}`)
    await look.inWidth?.(width)
  }
}

/** What axe finds; in the dark the colours alone are other ones. */
async function faultsOf(page: Page, colours: 'light' | 'dark', ignored: readonly string[]): Promise<readonly string[]> {
  const options = { resultTypes: ['violations'], ...(colours === 'dark' && { runOnly: ['color-contrast'] }) }
  const found = await page.evaluate<readonly (readonly [impact: string, fault: string])[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations
      .map(({ id, impact, nodes }) => [impact, impact + ' ' + id + ' ' + nodes[0].html]))`,
  )
  return found.filter(([impact]) => !ignored.includes(impact)).map(([, fault]) => fault)
}
