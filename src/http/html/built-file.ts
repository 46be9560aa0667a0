import { join } from 'node:path'
import { programFile } from '../../storage/program-files.js'

/** What the build made for the pages: texts, script and style sheet. */
export function builtFile(name: string): Buffer {
  return programFile(join('pages', name))
}
