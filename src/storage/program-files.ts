import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** The folder of the build: single files and bundles lie at different depths below it. */
const BUILD = `${sep}dist${sep}`

/**
 * A file that the build put beside the program.
 * @param name below `dist/`, for example `pages/script.js`
 */
export function programFile(name: string): Buffer {
  const here = import.meta.dirname + sep
  return readFileSync(join(here.slice(0, here.lastIndexOf(BUILD) + BUILD.length), name))
}

/**
 * The lines of a data file without its comments. The first call reads the file, and later calls
 * return the same lines: the start of the program does not wait for data that few requests need.
 * @param name below `src/`, for example `countries/rejections/official/peppol.txt`
 */
export function dataLines(name: string): () => readonly string[] {
  let lines: readonly string[] | undefined
  return () => {
    lines ??= programFile(join('data', name))
      .toString('utf8')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    return lines
  }
}
