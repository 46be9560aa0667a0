// Writes docs/rules.md: for each official rule of each country whether we have it, and if not,
// why.
//   npm run docs:rules
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { profileOf } from '../src/countries/judging/profiles.js'
import type { DocumentRuleSet } from '../src/einvoice/rules/judge-document.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../src/einvoice/rules/peppol/german-facts.js'
import { folded } from '../src/http/docs/reference/fold.js'
import { ruleFamilies } from '../src/http/docs/reference/reference.js'
import { type Difference, DIFFERENCES, POLICIES } from './differences.js'
import { reasonOf } from './never-fires.js'
import { officialRules } from './shared.js'

/** A list of official rules, and the sets that judge its documents. */
interface List {
  readonly title: string
  readonly file: string
  readonly sets: readonly (readonly [string, 'ubl' | 'cii', specification: string])[]
}

const scenarios = (syntax: 'ubl' | 'cii'): List['sets'] => [
  ['de', syntax, ''],
  ['de', syntax, XRECHNUNG_EXTENSION_ID],
  ['de', syntax, XRECHNUNG_CVD_ID],
]

const EXTENDED = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

/** The lists, in the order of the document. */
const LISTS: readonly List[] = [
  { title: 'EN 16931 1.3.16, UBL', file: 'en16931-ubl-1.3.16', sets: [['en', 'ubl', '']] },
  { title: 'EN 16931 1.3.16, CII', file: 'en16931-cii-1.3.16', sets: [['en', 'cii', '']] },
  { title: 'Romania: ANAF 1.0.9', file: 'anaf-bundle-1.0.9-all', sets: [['ro', 'ubl', '']] },
  { title: 'Belgium: Peppol BIS Billing 3.0.21', file: 'peppol-bis-3.0.21', sets: [['be', 'ubl', '']] },
  {
    title: 'Belgium: Peppol BIS Self-Billing 3.0.2',
    file: 'peppol-selfbilling-3.0.2',
    sets: [['be-sb', 'ubl', '']],
  },
  { title: 'Germany: XRechnung 3.0.2, UBL', file: 'xrechnung-ubl-2.5.0', sets: scenarios('ubl') },
  { title: 'Germany: XRechnung 3.0.2, CII', file: 'xrechnung-cii-2.5.0', sets: scenarios('cii') },
  { title: 'France: BR-FR-Flux2, UBL', file: 'fr-ctc-flux2-ubl-1.4.0.03', sets: [['fr', 'ubl', '']] },
  { title: 'France: BR-FR-Flux2, CII', file: 'fr-ctc-flux2-cii-1.4.0.03', sets: [['fr', 'cii', '']] },
  { title: 'France: EXTENDED-CTC-FR, UBL', file: 'fr-extended-ctc-ubl-1.4.0.03', sets: [['fr', 'ubl', EXTENDED]] },
  { title: 'France: EXTENDED-CTC-FR, CII', file: 'fr-extended-ctc-cii-1.4.0.03', sets: [['fr', 'cii', EXTENDED]] },
]

/** The ids of all rules that a set judges. */
function idsOf(set: DocumentRuleSet | undefined): readonly string[] {
  if (set === undefined) return []
  return [...set.assertions.flatMap(({ tests }) => tests.map(([id]) => id)), ...set.forbidden.ids]
}

/** Ids of a list by their status, in the order of the list. */
function statuses({ file, sets }: List): ReadonlyMap<string, readonly string[]> {
  const known = new Set(sets.flatMap(([name, syntax, id]) => idsOf(profileOf(id, name)?.rules(syntax, id))))
  const found = new Map<string, string[]>()
  for (const id of new Set(officialRules(file).map((rule) => rule.id))) {
    const status = known.has(id) ? 'implemented' : (reasonOf(file, id) ?? 'open')
    found.set(status, [...(found.get(status) ?? []), id])
  }
  return found
}

/** The judged rules of a list, and those that no document can break. */
function coverage(list: List): string {
  const rows = statuses(list)
  const judged = rows.get('implemented')?.length ?? 0
  const others = [...rows].filter(([status]) => status !== 'implemented')
  const left = others.map(
    ([status, ids]) => `${inRanges(ids)}: ${status === 'open' ? '**not implemented**' : oneLine(status)}`,
  )
  return `| ${list.title} | ${judged} | ${left.join('<br>')} |`
}

/** Ids by their ranges: `BR-S-01 … BR-S-10`. */
function inRanges(ids: readonly string[]): string {
  return folded(ids)
    .map(({ label }) =>
      label
        .split(' … ')
        .map((id) => `\`${id}\``)
        .join(' … '),
    )
    .join(', ')
}

function oneLine(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

const PROFILE_COLUMNS: readonly (readonly [title: string, profile: string])[] = [
  ['EN 16931', 'en'],
  ['Romania', 'ro'],
  ['Belgium', 'be'],
  ['Germany', 'de'],
  ['France', 'fr'],
  ['Italy', 'it'],
  ['Poland', 'pl'],
]

/** A family with how many rules each profile judges, and how many of these are warnings. */
function familyRow({ name, rules }: ReturnType<typeof ruleFamilies>[number]): string {
  const cells = PROFILE_COLUMNS.map(([, profile]) => {
    const levels = rules.flatMap(({ uses }) => {
      const ofProfile = uses.filter((use) => use.profile === profile)
      return ofProfile.length === 0 ? [] : [ofProfile.some(({ level }) => level === 'fatal')]
    })
    const fatal = levels.filter(Boolean).length
    const mild = levels.length - fatal
    return [fatal > 0 ? String(fatal) : '', mild > 0 ? `(${mild})` : ''].filter((part) => part !== '').join(' ') || '–'
  })
  return `| ${name} | ${inRanges(rules.map(({ id }) => id))} | ${cells.join(' | ')} |`
}

const ABOUT_RULES = `Each rule has a page in the running service, at \`/docs/rules/ID\`: what is wrong, why the rule is there, what to do, an example, and where it is
judged. \`/docs/rules\` finds rules by id, business term and words; with \`Accept: application/json\` both answer programs. Findings name the page in \`docs\`.

## How rules are organised

An invoice is judged by a **profile**: EN 16931 itself, or what a country or network makes of it (CIUS). A profile takes over the rules of EN 16931 and adds
its own; Romania judges by an older edition of EN 16931, and the French extension EXTENDED-CTC-FR replaces some rules by its own. Ids are those of the official
artefacts, and begin with what they come from:

- \`BR-\` and a number: what EN 16931 asks for; \`BR-CO-\`: conditions and sums; \`BR-CL-\`: code lists; \`BR-DEC-\`: decimals; \`BR-S-\`, \`BR-AE-\` and so on: VAT categories.
- \`UBL-\`, \`CII-\`: how a document is written. They are judged of documents that come as XML. Those that we write ourselves from the API’s JSON cannot break
  them by construction: the writer has no such element.
- \`BR-RO-\`, \`PEPPOL-\`, \`BR-DE-\`, \`BR-FR-\`: Romania, Peppol, Germany, France. \`DK-R-\` and the like: countries within Peppol.
- \`CW-\`: the service’s own, on what the artefacts do not look at and the law or the government does. Those of a country are judged of invoices that come as JSON, slips such as a date of another decade of documents in XML, too.
- \`XML\`, \`XSD\`, \`PROFILE\`: the document cannot be read, does not obey its schema, or is in a syntax that the profile does not take.

## Levels

| level | what it means |
|---|---|
| \`fatal\` | The invoice is invalid: the government, or the receiver’s program, refuses it. |
| \`warning\` | The invoice is valid. The receiver may ask back, or not read what is meant. |
| \`information\` | The invoice is valid. The validator says it all the same. |

The level is the one of the artefact, and may differ by profile: \`BR-51\` is a warning in UBL and fatal in CII. In Germany KoSIT’s scenarios change some levels: \`BR-CL-21\` and
\`BR-CL-23\` are warnings there and \`UBL-CR-646\` is fatal; for the extension of XRechnung it is information, as are more code lists. The answer of the API knows
\`fatal\` and \`warning\`: information is shown as a warning.
`

const ABOUT_DIFFERENCES = `## Differences

On every other document the verdicts are the same, rule by rule and level by level, as far as examples, official tests of rules and tens of
thousands of changed examples show. Of the schema only whether a document obeys it is compared: each violation is a finding \`XSD\`,
whose wording is our own.
`

const ABOUT_POLICIES = `On purpose these are other verdicts. Documents of more than 12 MB, of elements nested deeper than 100, and of more than two million tags are not read either.
`

function differences(): string {
  const items = (of: readonly Pick<Difference, 'official' | 'ours'>[]): readonly string[] =>
    of.map(({ official, ours }) => `- ${official}\n  **Here**: ${ours}`)
  return [ABOUT_DIFFERENCES, ...items(DIFFERENCES), '', ABOUT_POLICIES, ...items(POLICIES), ''].join('\n')
}

/** The text of docs/rules.md. */
export function rulesDocument(): string {
  const columns = PROFILE_COLUMNS.map(([title]) => title)
  return [
    '# Rules',
    '',
    'Generated by `npm run docs:rules` from the official lists and our tables; `npm run conformance` measures on documents that they agree.',
    '',
    ABOUT_RULES,
    '## Families',
    '',
    'How many rules of a family a profile judges, in any syntax; in parentheses those that are not fatal in it. A range may have gaps.',
    '',
    `| family | rules | ${columns.join(' | ')} |`,
    `|---|---|${columns.map(() => '---|').join('')}`,
    ...ruleFamilies().map(familyRow),
    '',
    '## Official lists',
    '',
    'Of each official list how many rules are judged, and which are not since no document can break them.',
    '',
    '| list | judged | cannot be broken |',
    '|---|---|---|',
    ...LISTS.map(coverage),
    '',
    differences(),
  ].join('\n')
}

if (process.argv[1]?.endsWith('rules-table.js')) {
  const target = join(import.meta.dirname, '..', '..', 'docs', 'rules.md')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, rulesDocument())
  for (const list of LISTS)
    console.log(
      list.title,
      ...Array.from(
        statuses(list),
        ([status, ids]) => `| ${status} ${ids.length}${status === 'open' ? `: ${ids.join(' ')}` : ''}`,
      ),
    )
}
