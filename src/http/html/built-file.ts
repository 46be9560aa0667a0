import { join } from 'node:path'
import { programFile } from '../../storage/program-files.js'

/** A file that the build created for the pages: a text, a script or a style sheet. */
export function builtFile(name: string): Buffer {
  return programFile(join('pages', name))
}
