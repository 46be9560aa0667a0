// Writes the tables of what a syntax has and EN 16931 does not, from the official lists: which
// paths the rules UBL-CR-*, UBL-DT-*, CII-SR-* and CII-DT-* forbid, and which they allow once.
// Only facts are copied: id, level, path.
//   npm run generate:binding-tables
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { docComment } from './doc-comment.js'
import { generatedBy } from './generated.js'
import { officialRules, type OfficialRule } from './shared.js'

const TARGET = join(import.meta.dirname, '..', '..', 'src', 'einvoice', 'rules', 'bindings')
const NOTICE = `// ${generatedBy('generate:binding-tables')}\n`
const STEP = String.raw`(?:@?[\w:]+)`
const PATH = new RegExp(`^(?://)?${STEP}(?:/${STEP})*$`)
const CII_ROOT = '/rsm:CrossIndustryInvoice'

/**
 * Contexts behind `//ram:TypeCode` in the same pattern: of the rules of a pattern only the first
 * that matches an element is judged.
 */
const NEVER: ReadonlySet<string> = new Set([`${CII_ROOT}/rsm:ExchangedDocument/ram:TypeCode`])

interface Entry {
  readonly context: string
  readonly id: string
  readonly path: string
}

/** `not(a/b)`: the path that is forbidden. Brackets and spaces are written in several ways. */
function forbidden(test: string): string | null {
  const path = /^not ?\((.*)\)$/.exec(test.trim())?.[1]?.trim().replace('(cac:InvoiceLine|cac:CreditNoteLine)', 'LINE')
  return path !== undefined && PATH.test(path) ? path : null
}

/** `count(a/b) <= 1`: the path that is allowed once. */
function once(test: string): string | null {
  const path = /^\(? ?count ?\(([^()]*)\) ?<= ?1 ?\)?$/.exec(test.trim())?.[1]?.trim()
  return path !== undefined && PATH.test(path) ? path : null
}

/**
 * The elements at which a rule of CII is judged, as the table writes them; null: a context that
 * needs more than a path.
 */
function ciiContext(context: string): string | null {
  const [, prefix, ending] = /^\/\/(ram:)?\*\[ends-with\(name\(\), '(\w+)'\)\]$/.exec(context) ?? []
  if (ending !== undefined) return `//${prefix ?? ''}*${ending}`
  if (context === CII_ROOT) return '/'
  if (context.startsWith(`${CII_ROOT}/`) && !/[|[ ]/.test(context)) return context.slice(CII_ROOT.length)
  return /^\/\/[\w:/]+$/.test(context) ? context : null
}

function entries(
  rules: readonly OfficialRule[],
  prefix: RegExp,
  contextOf: (context: string) => string | null,
  pathOf: (test: string) => string | null,
): readonly Entry[] {
  return rules.flatMap(({ id, flag, context, test }) => {
    const [at, path] = [contextOf(context), pathOf(test)]
    if (!prefix.test(id) || at === null || path === null || NEVER.has(context)) return []
    return [{ context: at, id: flag === 'fatal' ? `${id}!` : id, path }]
  })
}

function table(name: string, comment: string, rows: readonly Entry[]): string {
  const lines: string[] = []
  let last = ''
  for (const { context, id, path } of rows) {
    if (context !== last) lines.push(`  ${context}`)
    last = context
    lines.push(`  ${id} ${path}`)
  }
  return `${docComment(comment)}\nexport const ${name} = \`\n${lines.join('\n')}\n\`\n`
}

const HOW =
  'A line that begins with a slash says where the paths below it begin: / at the root, // anywhere, //* at every ' +
  'element whose name ends so. LINE is a line of either kind of document. An exclamation mark: fatal, else a warning.'

const root = (context: string): string | null => (context === '/ubl:Invoice | /cn:CreditNote' ? '/' : null)
const ubl = officialRules('en16931-ubl-1.3.16')
const anaf = officialRules('anaf-bundle-1.0.9-all')
const cii = officialRules('en16931-cii-1.3.16')
const current = entries(ubl, /^UBL-/, root, forbidden)
const isCurrent = new Set(current.map(({ id, path }) => `${id} ${path}`))

writeFileSync(
  join(TARGET, 'ubl', 'paths.ts'),
  NOTICE +
    [
      table('UBL_FORBIDDEN', `What UBL has and EN 16931 1.3.16 does not. ${HOW}`, current),
      table(
        'UBL_FORBIDDEN_ANAF',
        'What the edition that ANAF runs has otherwise: misspelt names that never match, and one rule more.',
        entries(anaf, /^UBL-/, root, forbidden).filter(({ id, path }) => !isCurrent.has(`${id} ${path}`)),
      ),
    ].join('\n'),
)
writeFileSync(
  join(TARGET, 'cii', 'paths.ts'),
  NOTICE +
    [
      table(
        'CII_FORBIDDEN',
        `What CII has and EN 16931 1.3.16 does not. ${HOW}`,
        entries(cii, /^CII-/, ciiContext, forbidden),
      ),
      table(
        'CII_ONCE',
        'What CII may repeat and EN 16931 may not: at most one for each place.',
        entries(cii, /^CII-/, ciiContext, once),
      ),
    ].join('\n'),
)

/** What the tables can't express and separate rules must. */
for (const [list, prefix, contextOf] of [
  [ubl, /^UBL-(?:CR|DT)/, root],
  [cii, /^CII-/, ciiContext],
] as const)
  for (const { id, flag, context, test } of list)
    if (prefix.test(id) && (contextOf(context) === null || (forbidden(test) === null && once(test) === null)))
      console.log(`${id} ${flag} at ${context}: ${test}`)
