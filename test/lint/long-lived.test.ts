import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Files and folders whose collections end with one piece of work: a document, a command of the
 * command line, one pass over the events. What lives longer is listed in docs/security.md.
 */
const SHORT = [
  'src/audit/export/',
  'src/audit/reconcile/',
  'src/audit/verify/',
  'src/cli/',
  'src/countries/it/fatturapa/',
  'src/countries/pl/fa3/',
  'src/documents/rendering/paper.ts',
  'src/einvoice/request/to-request/basics.ts',
  'src/einvoice/rules/bindings/binding.ts',
  'src/einvoice/rules/bindings/item-index.ts',
  'src/einvoice/rules/causes.ts',
  'src/einvoice/rules/judge-document.ts',
  'src/einvoice/syntax/name-index.ts',
  'src/einvoice/syntax/reading.ts',
  'src/einvoice/syntax/tree-sink.ts',
  'src/einvoice/xml/build-tree.ts',
  'src/einvoice/xml/element.ts',
  'src/eventstore/moving/',
  'src/processors/deliveries/lane.ts',
  'src/projections/engine/bulk/',
  'src/storage/documents/document-store.ts',
]

/** For tests only. */
const NEVER_RUNS = ['src/eventstore/memory.ts']

/** A field that collects, or a variable of the module that is assigned. */
const KEEPS =
  /^ {2}(?:static |readonly )*#?\w+(?: *:[^=\n]*)? = new (?:Map|Set|WeakMap|WeakSet|Bounded)\b|^(?:export )?let \w/m

function keeping(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('/browser/'))
    .filter((name) => KEEPS.test(readFileSync(join(ROOT, name), 'utf8')))
    .sort()
}

function listed(): readonly string[] {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
  const [, section = ''] = /^## What outlives a request\n([^]*?)^## /m.exec(text) ?? []
  return Array.from(section.matchAll(/`((?:src|test)\/[^`]+)`/g), ([, path = '']) => path)
}

t.test('what a process keeps beyond a request is listed in docs/security.md', (t) => {
  const short = [...SHORT, ...NEVER_RUNS]
  const unlisted = keeping().filter(
    (file) =>
      !listed().includes(file) && !short.some((each) => file === each || (each.endsWith('/') && file.startsWith(each))),
  )
  t.strictSame(unlisted, [])
  t.end()
})

t.test('what is listed exists, and no file is called both short-lived and long-lived', (t) => {
  for (const path of [...listed(), ...SHORT, ...NEVER_RUNS]) t.ok(existsSync(join(ROOT, path)), path)
  t.strictSame(
    listed().filter((path) => SHORT.includes(path)),
    [],
  )
  t.end()
})

t.test('fields and variables that keep something are found', (t) => {
  for (const text of [
    'class A {\n  readonly #known = new Map<string, string>()\n}',
    'class A {\n  #known: ReadonlyMap<string, Gate> = new Map()\n}',
    'class A {\n  static seen = new Set<string>()\n}',
    'let made: Table | undefined',
  ])
    t.match(text, KEEPS)
  t.notMatch('function f() {\n  const seen = new Set<string>()\n  let made = 0\n}', KEEPS)
  t.end()
})
