import { readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

/** What the build made for the pages: texts, script and style sheet. */
export function builtFile(name: string): Buffer {
  const here = import.meta.dirname
  const build = here.slice(0, here.lastIndexOf(`${sep}dist`) + `${sep}dist`.length)
  return readFileSync(join(build, 'pages', name))
}
