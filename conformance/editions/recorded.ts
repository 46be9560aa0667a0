import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordOf, written, type Artefact, type Recorded } from './table.js'

/** The recorded sets of a folder, by name. */
export function readRecorded(folder: string): readonly Recorded[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recorded)
}

/** Distinguishes several editions of one family: `d16b`, `2.1`. */
function suffixOf(edition: string): string {
  return (/\bD\d\d[AB]\b/.exec(edition)?.[0] ?? edition.match(/\d+(?:\.\d+)*/g)?.at(-1) ?? '').toLowerCase()
}

/**
 * The artefacts as they are recorded; a family of which there are several editions has the edition
 * in the name.
 * @param edition in the name of each
 */
export function recordsOf(artefacts: readonly Artefact[], edition?: string): readonly Recorded[] {
  const names = new Set<string>()
  return artefacts
    .map((artefact) => {
      const isAlone = artefacts.filter(({ family }) => family === artefact.family).length === 1
      const suffix = edition ?? (isAlone ? undefined : suffixOf(artefact.edition))
      const name = suffix === undefined ? artefact.family : `${artefact.family}-${suffix}`
      if (names.has(name)) throw new Error(`two different artefacts would be recorded as ${name}`)
      names.add(name)
      return recordOf(name, artefact)
    })
    .sort((a, b) => (a.set < b.set ? -1 : 1))
}

/** Writes a file for each set, and removes those of removed sets. */
export function record(records: readonly Recorded[], folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) rmSync(join(folder, name))
  for (const each of records) writeFileSync(join(folder, `${each.set}.json`), written(each))
}
