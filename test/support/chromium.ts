import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/**
 * A page of a separate browser. null where there is none, unless REQUIRE_BROWSER is set: then
 * that is an error.
 */
export async function openBrowser(t: { teardown(handler: () => Promise<void>): void }): Promise<BrowserContext | null> {
  if (!existsSync(EXECUTABLE)) {
    if (process.env['REQUIRE_BROWSER']) throw new Error(`there is no browser at ${EXECUTABLE}`)
    return null
  }
  const profile = mkdtempSync(join(tmpdir(), 'clearway-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A page's request to any other host fails at once.
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
  t.teardown(async () => {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  })
  return context
}
