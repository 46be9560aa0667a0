import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { XML_LIMITS } from '../../src/einvoice/xml/refused-xml.js'
import { DOCTYPE, type OfficialFile } from './official-file.js'

/** How much of a file is read to identify it; licences stand at its head. */
const HEAD_BYTES = 16_384

/** Root elements of files that state rules, types, codes or levels. */
const ROOTS = new Set(['schema', 'pattern', 'stylesheet', 'transform', 'CodeList', 'codedb', 'scenarios'])

/** What may stand before the root element: how it begins, how it ends. */
const ASIDES = [
  ['<?', '?>'],
  ['<!--', '-->'],
] as const

/** Why a folder can't be searched; for the caller. */
export class UnusableFolder extends Error {}

/** All files below a folder, by name. Links to folders aren't followed: they might lead back. */
function* filesBelow(folder: string): Generator<string> {
  const items = readdirSync(folder, { withFileTypes: true })
  for (const item of items.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, item.name)
    if (item.isDirectory()) yield* filesBelow(path)
    else if (item.isFile() || (item.isSymbolicLink() && statSync(path, { throwIfNoEntry: false })?.isFile() === true))
      yield path
  }
}

/** The ASCII characters at the beginning of a file, in any encoding of Unicode. */
function headOf(path: string, bytes: number): string {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(bytes)
    return head
      .toString('latin1', 0, readSync(file, head, 0, bytes, 0))
      .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
      .replaceAll('\0', '')
  } finally {
    closeSync(file)
  }
}

/**
 * The local name of the root element after declaration, comments and DOCTYPE; `{` for JSON; null
 * for anything else; undefined if it comes later.
 */
function rootIn(head: string): string | null | undefined {
  let at = 0
  for (;;) {
    while (at < head.length && head.charCodeAt(at) <= 0x20) at += 1
    if (at === 0 && head === '') return null
    if (head.startsWith('{', at)) return '{'
    if (at < head.length && !head.startsWith('<', at)) return null
    DOCTYPE.lastIndex = at
    if (DOCTYPE.test(head)) {
      at = DOCTYPE.lastIndex
      continue
    }
    const end = ASIDES.find(([start]) => head.startsWith(start, at))?.[1]
    if (end === undefined) return /^<(?:[\w.-]+:)?([\w.-]+)[ \t\r\n/>]/.exec(head.slice(at, at + 200))?.[1]
    const close = head.indexOf(end, at)
    if (close < 0) return undefined
    at = close + end.length
  }
}

function rootOf(path: string): string | null {
  const found = rootIn(headOf(path, HEAD_BYTES))
  return found === undefined ? (rootIn(headOf(path, XML_LIMITS.bytes)) ?? null) : found
}

/**
 * The files of a folder that may state something, recognised by their content, not their names.
 * @throws UnusableFolder
 */
export function officialFiles(folder: string): readonly OfficialFile[] {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) throw new UnusableFolder(`${folder} does not exist`)
  if (!found.isDirectory()) throw new UnusableFolder(`${folder} is not a folder`)
  const files: OfficialFile[] = []
  for (const path of filesBelow(folder)) {
    const root = rootOf(path)
    if (root !== null && (root === '{' || ROOTS.has(root)))
      files.push({ path, name: relative(folder, path).split(sep).join('/'), root })
  }
  return files
}
