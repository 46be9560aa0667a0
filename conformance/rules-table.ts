// Writes docs/rules.md: whether each official rule of each country is judged, and if not, why.
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
import { NEWER_RULES } from './newer-edition.js'
import { officialRules } from './shared.js'

/** A list of official rules, and the sets that judge its documents. */
interface List {
  readonly title: string
  readonly file: string
  readonly sets: readonly (readonly [string, 'ubl' | 'cii' | 'cdar', specification: string])[]
  /** Ids that the edition in force has and the list, of the edition before it, has not. */
  readonly newer?: readonly string[]
  /** A day on which its edition decides; absent: it is the newest. */
  readonly day?: string
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
  {
    title: 'Germany: XRechnung 3.0.2, UBL',
    file: 'xrechnung-ubl-2.5.0',
    sets: scenarios('ubl'),
    newer: ['BR-TMP-6'],
  },
  {
    title: 'Germany: XRechnung 3.0.2, CII',
    file: 'xrechnung-cii-2.5.0',
    sets: scenarios('cii'),
    newer: ['BR-TMP-4', 'BR-TMP-5', 'BR-TMP-7'],
  },
  ...french('1.4.0.04', 'since October 2026'),
  ...french('1.4.0.03', 'until September 2026', '2026-09-30'),
  ...lifeCycle(),
]

/**
 * Life-cycle messages. Of the newer edition the list of the older one is known, and its changes.
 */
function lifeCycle(): readonly List[] {
  const list = { file: 'fr-cdar-1.4.0.03', sets: [['fr-cdar', 'cdar', '']] } as const
  const newer = ['BR-FR-CDV-13_MDT-129-2']
  return [
    { ...list, title: 'France: BR-FR-CDV 1.4.0.04, since October 2026, CDAR', newer },
    { ...list, title: 'France: BR-FR-CDV 1.4.0.03, until September 2026, CDAR', day: '2026-09-30' },
  ]
}

/** The lists of an edition of the French artefacts. */
function french(version: string, time: string, day?: string): readonly List[] {
  return (['flux2', 'extended'] as const).flatMap((artefact) =>
    (['ubl', 'cii'] as const).map((syntax): List => {
      const [name, file, specification] =
        artefact === 'flux2' ? ['BR-FR-Flux2', 'ctc-flux2', ''] : ['EXTENDED-CTC-FR', 'extended-ctc', EXTENDED]
      return {
        title: `France: ${name} ${version}, ${time}, ${syntax.toUpperCase()}`,
        file: `fr-${file}-${syntax}-${version}`,
        sets: [['fr', syntax, specification]],
        ...(day !== undefined && { day }),
      }
    }),
  )
}

/** The ids of all rules that a set judges. */
function idsOf(set: DocumentRuleSet | undefined): readonly string[] {
  if (set === undefined) return []
  return [...set.assertions.flatMap(({ tests }) => tests.map(([id]) => id)), ...set.forbidden.ids]
}

/** Ids of a list by their status, in the order of the list. */
function statuses({ file, sets, day, newer = [] }: List): ReadonlyMap<string, readonly string[]> {
  const known = new Set(sets.flatMap(([name, syntax, id]) => idsOf(profileOf(id, name)?.rules(syntax, id, day))))
  const found = new Map<string, string[]>()
  for (const id of new Set([...officialRules(file).map((rule) => rule.id), ...newer])) {
    const status = known.has(id) ? 'implemented' : (reasonOf(file, id) ?? 'open')
    found.set(status, [...(found.get(status) ?? []), id])
  }
  return found
}

/** How many rules of a list are judged. */
function coverage(list: List): string {
  return `| ${list.title} | ${statuses(list).get('implemented')?.length ?? 0} |`
}

/** The rules of a list that are not judged, with the reasons; empty: all are judged. */
function notJudged(list: List): readonly string[] {
  const others = [...statuses(list)].filter(([status]) => status !== 'implemented')
  if (others.length === 0) return []
  return [
    `- ${list.title}:`,
    ...others.map(([status, ids]) =>
      wrapped(`- ${inRanges(ids)}: ${status === 'open' ? '**not implemented**' : status}`, '  '),
    ),
  ]
}

const WIDTH = 119

/** A list item in lines of at most `WIDTH` characters, if its words allow; code is not broken. */
function wrapped(item: string, indent = ''): string {
  const lines: string[] = []
  for (const word of item.match(/(?:`[^`]*`|[^\s`])+/g) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`${indent}${lines.length === 0 ? '' : '  '}${word}`)
  }
  return lines.join('\n')
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

const PROFILE_COLUMNS: readonly (readonly [title: string, ...profiles: readonly string[]])[] = [
  ['EN 16931', 'en'],
  ['Romania', 'ro'],
  ['Belgium', 'be'],
  ['Germany', 'de'],
  ['France', 'fr', 'fr-chorus', 'fr-cdar'],
  ['Italy', 'it', 'it-simplified'],
  ['Poland', 'pl'],
  ['Factur-X', 'factur-x-'],
]

/** A family with the number of rules that each profile applies; in parentheses the warnings. */
function familyRow({ name, rules }: ReturnType<typeof ruleFamilies>[number]): string {
  const cells = PROFILE_COLUMNS.map(([, ...profiles]) => {
    const levels = rules.flatMap(({ uses }) => {
      const ofProfile = uses.filter((use) =>
        profiles.some((each) => (each.endsWith('-') ? use.profile.startsWith(each) : use.profile === each)),
      )
      return ofProfile.length === 0 ? [] : [ofProfile.some(({ level }) => level === 'fatal')]
    })
    const fatal = levels.filter(Boolean).length
    const mild = levels.length - fatal
    return [fatal > 0 ? String(fatal) : '', mild > 0 ? `(${mild})` : ''].filter((part) => part !== '').join(' ') || '–'
  })
  return `| ${name} | ${cells.join(' | ')} |`
}

const ABOUT_RULES = `Each rule has a page in the running service, at \`/docs/rules/ID\`: what is wrong, why the rule exists, what to do, an
example, and where the rule applies. \`/docs/rules\` finds rules by id, business term and words. With
\`Accept: application/json\` both return JSON. The field \`docs\` of a finding contains the address of the page.

## How rules are organised

An invoice is judged by a **profile**: EN 16931 itself, or its restriction by a country or network (CIUS). A profile
adopts the rules of EN 16931 and adds its own. Romania uses an older edition of EN 16931, and the French extension
EXTENDED-CTC-FR replaces some rules by its own. If a publisher replaces an **edition** of the rules on a fixed day, the
edition in force on the day decides, by the time of the country; the page of a rule names its days. Ids are those of the official artefacts and begin with their origin:

- \`BR-\` and a number: requirements of EN 16931; \`BR-CO-\`: conditions and sums; \`BR-CL-\`: code lists; \`BR-DEC-\`:
  decimals; \`BR-S-\`, \`BR-AE-\` and so on: VAT categories.
- \`UBL-\`, \`CII-\`: the syntax of a document. They apply to documents that are sent as XML. Documents that the service
  writes from the API’s JSON cannot break them: the writer has no such element.
- \`BR-RO-\`, \`PEPPOL-\`, \`BR-DE-\`, \`BR-FR-\`: Romania, Peppol, Germany, France. \`DK-R-\` and the like: countries
  within Peppol. \`BR-FR-CDV-\`: life-cycle messages (CDAR) of the French reform, profile \`fr-cdar\`.
- \`BR-FXEXT-\`, \`BR-FX-\`, \`FX-\`: Factur-X and ZUGFeRD, whose five profiles have a schema and rules each. The artefact
  has no lasting ids for its rules on the structure: \`FX-COUNT\`, \`FX-UNUSED\`, \`FX-ATTRIBUTE\` and \`FX-CODE\` are ours.
- \`CW-\`: the service’s own rules, for requirements of the law or the government that the artefacts do not check. Those
  of a country apply to invoices that are sent as JSON; those for probable mistakes, such as a date in another decade,
  apply to documents in XML too.
- \`XML\`, \`XSD\`, \`PROFILE\`: the document cannot be read, violates its schema, or is in a syntax that the profile does
  not accept.

## Levels

| level | meaning |
|---|---|
| \`fatal\` | The invoice is invalid: the government, or the receiver’s program, rejects it. |
| \`warning\` | The invoice is valid. The receiver may have queries, or misread it. |
| \`information\` | The invoice is valid. The validator still reports the finding. |

The level is that of the artefact, and may differ by profile: \`BR-51\` is a warning in UBL and fatal in CII. In Germany
KoSIT’s scenarios change some levels: \`BR-CL-21\` and \`BR-CL-23\` are warnings there and \`UBL-CR-646\` is fatal; for the
extension of XRechnung it is information, as are more code lists. The API has only the levels \`fatal\` and \`warning\`:
it shows information as a warning.
`

const ABOUT_DIFFERENCES = `## Differences

On all other documents the verdicts are the same, rule by rule and level by level, as far as examples, official tests
of rules and tens of thousands of changed examples show. For schemas only the result is compared, valid or invalid:
each violation is a finding \`XSD\` with our own wording.
`

const ABOUT_NEWER = `## Editions

Of these rules the edition in force differs from the files that \`npm run conformance\` takes from \`../shared\`; both
verdicts are compared with that in mind, and otherwise equal:
`

const ABOUT_POLICIES = `These verdicts differ on purpose. The service also reads no documents of more than 12 MB, with elements nested deeper
than 100, or with more than two million tags.
`

function differences(): string {
  const items = (of: readonly Pick<Difference, 'official' | 'ours'>[]): readonly string[] =>
    of.map(
      ({ official, ours }) =>
        `${wrapped(`- ${official}`)}\n${wrapped(`**Here**: ${ours}`, '  ').replaceAll('\n    ', '\n  ')}`,
    )
  return [ABOUT_DIFFERENCES, ...items(DIFFERENCES), '', ABOUT_POLICIES, ...items(POLICIES), ''].join('\n')
}

function newerEditions(): string {
  const items = NEWER_RULES.map(({ rule, reason }) => wrapped(`- \`${rule}\`: ${reason}`))
  return [ABOUT_NEWER, ...items, ''].join('\n')
}

/** The text of docs/rules.md. */
export function rulesDocument(): string {
  const columns = PROFILE_COLUMNS.map(([title]) => title)
  const families = ruleFamilies()
  return [
    '# Rules',
    '',
    'Generated by `npm run docs:rules` from the official lists and our tables. `npm run conformance` compares verdicts on',
    'documents.',
    '',
    ABOUT_RULES,
    '## Families',
    '',
    'The number of rules of a family that a profile applies, in any syntax; in parentheses the rules that are not fatal.',
    '',
    `| family | ${columns.join(' | ')} |`,
    `|---|${columns.map(() => '---|').join('')}`,
    ...families.map(familyRow),
    '',
    'The ids of each family; a range may have gaps:',
    '',
    ...families.map(({ name, rules }) => wrapped(`- ${name}: ${inRanges(rules.map(({ id }) => id))}`)),
    '',
    '## Official lists',
    '',
    'The number of rules that are judged of each official list:',
    '',
    '| list | judged |',
    '|---|---|',
    ...LISTS.map(coverage),
    '',
    'The other rules are not judged, because no document can break them:',
    '',
    ...LISTS.flatMap(notJudged),
    '',
    differences(),
    newerEditions(),
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
