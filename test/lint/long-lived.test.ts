import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Files and folders whose collections end with one piece of work: a document, a command of the
 * command line, one pass over the events. What lives longer is listed in docs/security.md.
 */
const SHORT = [
  'src/audit/export/',
  'src/audit/reconcile/',
  'src/audit/retention/report.ts',
  'src/audit/seals/merkle.ts',
  'src/audit/seals/tree.ts',
  'src/audit/verify/',
  'src/cli/',
  'src/countries/de/line-groups.ts',
  'src/countries/it/fatturapa/',
  'src/countries/pl/fa3/',
  'src/documents/intake/check.ts',
  'src/documents/intake/json-scan.ts',
  'src/documents/intake/listed-details.ts',
  'src/documents/rendering/paper.ts',
  'src/einvoice/pdf/read-pdf.ts',
  'src/einvoice/request/to-request/basics.ts',
  'src/einvoice/rules/bindings/binding.ts',
  'src/einvoice/rules/bindings/item-index.ts',
  'src/einvoice/rules/bindings/ubl/totals.ts',
  'src/einvoice/rules/causes.ts',
  'src/einvoice/rules/finding-list.ts',
  'src/einvoice/rules/judge-document.ts',
  'src/einvoice/syntax/name-index.ts',
  'src/einvoice/syntax/reading.ts',
  'src/einvoice/syntax/tree-sink.ts',
  'src/einvoice/xml/build-tree.ts',
  'src/einvoice/xml/element.ts',
  'src/einvoice/xml/tree-stack.ts',
  'src/eventstore/moving/',
  'src/http/api/request-body.ts',
  'src/countries/pl/ksef/package.ts',
  'src/processors/deliveries/lane.ts',
  'src/processors/receiving/turn-book.ts',
  'src/processors/work/correlation.ts',
  'src/projections/engine/bulk/',
  'src/storage/documents/document-store.ts',
]

/** For tests only. */
const NEVER_RUNS = ['src/eventstore/memory.ts']

/**
 * A field that collects, a variable of the module that is assigned, or a collection of the module
 * that begins empty.
 */
const KEEPS = new RegExp(
  [
    String.raw`^ {2}(?:static |readonly )*#?\w+(?: *:[^=\n]*)? = new (?:Map|Set|WeakMap|WeakSet|Bounded)\b`,
    String.raw`^ {2}(?:static |readonly )*#\w+(?: *:[^=\n]*)? = \[\]`,
    String.raw`^(?:export )?let \w`,
    String.raw`^(?:export )?const \w+(?: *:(?! *readonly )[^=\n]*)? = (?:new (?:Map|Set|WeakMap|WeakSet)(?:<[^\n]*>)?\(\)|\[\]|\{\})$`,
  ].join('|'),
  'm',
)

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

function keeping(): readonly string[] {
  return readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((name) => name.endsWith('.ts') && !name.includes('/browser/'))
    .filter((name) => KEEPS.test(textOf(name)))
    .sort()
}

/** A property that holds a row. */
interface Named {
  readonly file: string
  readonly title: string
}

/** A row of the list. */
interface Row {
  readonly name: string
  readonly kept: readonly string[]
  /** Files that hold it. */
  readonly tests: readonly string[]
  readonly properties: readonly Named[]
}

function rowsOf(document: string): readonly Row[] {
  const [, section = ''] = /^## What outlives a request\n([^]*?)^## /m.exec(document) ?? []
  return Array.from(section.matchAll(/^- \*\*([^]*?)\*\*([^]*?)\n(?=- |\n)/gm), ([, name = '', text = '']) => {
    const [before = '', held = ''] = text.replace(/\s+/g, ' ').split(' Held by ')
    const pathsIn = (part: string): string[] =>
      Array.from(part.matchAll(/`((?:src|test)\/[^`]+)`/g), ([, path = '']) => path)
    const properties = Array.from(
      held.matchAll(/`(test\/[^`]+)`: ((?:"[^"]+"(?:, )?)+)/g),
      ([, file = '', titles = '']) => Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = '']) => ({ file, title })),
    )
    return {
      name: name.replace(/\s+/g, ' '),
      kept: pathsIn(before),
      tests: pathsIn(held),
      properties: properties.flat(),
    }
  })
}

const ROWS = rowsOf(textOf('docs/security.md'))
const listed = ROWS.flatMap(({ kept }) => kept)

t.test('what a process keeps beyond a request is listed in docs/security.md', (t) => {
  const short = [...SHORT, ...NEVER_RUNS]
  const isOf = (file: string, place: string): boolean =>
    file === place || (place.endsWith('/') && file.startsWith(place))
  t.strictSame(
    keeping().filter((file) => !listed.includes(file) && !short.some((place) => isOf(file, place))),
    [],
  )
  t.end()
})

t.test('what is listed exists, and no file is called both short-lived and long-lived', (t) => {
  for (const path of [...listed, ...SHORT, ...NEVER_RUNS]) t.ok(existsSync(join(ROOT, path)), path)
  t.strictSame(
    listed.filter((path) => SHORT.includes(path)),
    [],
  )
  t.ok(ROWS.length > 20)
  t.end()
})

/** The files that a file imports, directly or by others. */
function importedBy(files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const rest = [...files]
  for (let file = rest.pop(); file !== undefined; file = rest.pop()) {
    if (found.has(file) || !existsSync(join(ROOT, file))) continue
    found.add(file)
    for (const [, path = ''] of textOf(file).matchAll(/(?:from|import\() ?'(\.[^']+)\.js'/g))
      rest.push(`${join(dirname(file), path)}.ts`)
    // What runs in a thread is named by its address.
    for (const [, path = ''] of textOf(file).matchAll(/new URL\('(\.[^']+)\.js'/g))
      rest.push(`${join(dirname(file), path)}.ts`)
  }
  return found
}

/** The text of a test from its title to the next test; null: there is none with this title. */
function testNamed(text: string, title: string): string | null {
  for (const block of text.split(/\bt\.test\(/).slice(1)) {
    const [, said = ''] = /^\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/.exec(block)?.slice(1) ?? []
    if (said.replace(/\\(.)/g, '$1') === title) return block
  }
  return null
}

const DRAWS = /\bfc\.assert\(|\bisUnaffected\(|\binBothOrders\(/

t.test('each row names properties, and these run its files', (t) => {
  for (const { name, kept, tests, properties } of ROWS) {
    t.ok(properties.length > 0, `${name}: a property`)
    for (const { file, title } of properties) {
      const text = existsSync(join(ROOT, file)) ? testNamed(textOf(file), title) : null
      t.match(text, DRAWS, `${file}: ${title}`)
    }
    const run = importedBy(tests)
    for (const path of kept)
      t.ok(run.has(path) || [...run].some((file) => file.startsWith(`${path}/`)), `${name}: its tests run ${path}`)
  }
  t.end()
})

t.test('a row without a property, or with one that draws nothing, is found', (t) => {
  const [row] = rowsOf(
    '## What outlives a request\n\n- **A\n  b** (`src/a.ts`): by id. Held by `test/a.test.ts`: "one", "it\'s\n  two".\n\n## Next\n',
  )
  t.strictSame(row, {
    name: 'A b',
    kept: ['src/a.ts'],
    tests: ['test/a.test.ts'],
    properties: [
      { file: 'test/a.test.ts', title: 'one' },
      { file: 'test/a.test.ts', title: "it's two" },
    ],
  })
  const tests = "t.test('one', () => {\n  fc.assert(x)\n})\nt.test(\n  'it\\'s two', () => {})\n"
  t.match(testNamed(tests, 'one'), DRAWS)
  t.notMatch(testNamed(tests, "it's two"), DRAWS)
  t.equal(testNamed(tests, 'three'), null)
  t.end()
})

t.test('fields and variables that keep something are found', (t) => {
  for (const text of [
    'class A {\n  readonly #known = new Map<string, string>()\n}',
    'class A {\n  #known: ReadonlyMap<string, Gate> = new Map()\n}',
    'class A {\n  static seen = new Set<string>()\n}',
    'class A {\n  #waiting: Call[] = []\n}',
    'let made: Table | undefined',
    'const checks = new WeakMap<Setup, Check>()',
    'export const seen: string[] = []',
  ])
    t.match(text, KEEPS)
  for (const text of [
    'function f() {\n  const seen = new Set<string>()\n  let made = 0\n}',
    "const CODES = new Set(['a'])",
    'const CODES = new Map(rows.map(codeOf))',
    'const NONE: readonly never[] = []',
  ])
    t.notMatch(text, KEEPS)
  t.end()
})
