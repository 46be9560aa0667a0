import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'

const SHARED = process.env['CLEARWAY_SHARED'] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared')
/** The folder of the official artefacts. */
export const ARTEFACTS = join(SHARED, 'artefacts')

/** The folder of the interfaces that governments have published. */
export const GOVERNMENTS = join(SHARED, 'governments')

/**
 * Whether the official artefacts are there; if not, a line says what was left out, or the test
 * fails where they must be.
 */
export function hasArtefacts(t: Test, leftOut: string): boolean {
  if (existsSync(ARTEFACTS)) return true
  if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official artefacts are not there')
  else t.comment(`left out, as the official artefacts are not there: ${leftOut}`)
  return false
}
