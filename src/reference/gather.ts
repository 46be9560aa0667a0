import { BE_RULES } from '../countries/be/rules.js'
import { DE_RULES } from '../countries/de/rules/index.js'
import { type DocumentProfileName, profileOf } from '../countries/document-profiles.js'
import { FR_RULES } from '../countries/fr/rules/index.js'
import { RO_RULES } from '../countries/ro/rules/index.js'
import type { Syntax } from '../domain/invoice-request.js'
import { CII_FORBIDDEN, CII_ONCE } from '../einvoice/rules/bindings/cii-paths.js'
import { explanationOf } from '../einvoice/rules/bindings/explanations.js'
import { rowsOf } from '../einvoice/rules/bindings/forbidden.js'
import { UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF } from '../einvoice/rules/bindings/ubl-paths.js'
import type { DocumentRuleSet, Flag } from '../einvoice/rules/judge-document.js'
import type { RuleSet } from '../einvoice/rules/judge.js'
import { XRECHNUNG_CVD_ID, XRECHNUNG_EXTENSION_ID } from '../einvoice/rules/peppol-germany.js'
import type { Rule } from '../einvoice/rules/rule.js'
import { termPaths } from '../einvoice/syntax/term-paths.js'
import type { RuleUse } from './rule-entry.js'
import { sourceOf } from './sources.js'
import { TERM_IDS } from './terms.js'

/** What the engine knows of one rule: the one place that reads it out of the engine's tables. */
export interface RuleFacts {
  readonly id: string
  readonly messages: readonly string[]
  readonly fixes: readonly string[]
  /** Ids of business terms, the most telling first. */
  readonly terms: readonly string[]
  readonly uses: readonly RuleUse[]
}

const EXTENDED_CTC = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr'

/**
 * Every set that documents are judged by, in the order in which pages name them: a rule is told
 * of in the words of the first that has it.
 */
const VARIANTS: readonly (readonly [DocumentProfileName, RuleUse['variant'], specification: string])[] = [
  ['en', '', ''],
  ['ro', '', ''],
  ['be', '', ''],
  ['be-sb', '', ''],
  ['de', '', ''],
  ['de', 'Extension', XRECHNUNG_EXTENSION_ID],
  ['de', 'CVD', XRECHNUNG_CVD_ID],
  ['fr', '', ''],
  ['fr', 'EXTENDED-CTC-FR', EXTENDED_CTC],
]

const OF_JSON: readonly (readonly [DocumentProfileName, RuleSet])[] = [
  ['ro', RO_RULES],
  ['be', BE_RULES],
  ['de', DE_RULES],
  ['fr', FR_RULES],
]

/** What every document is judged by besides rules: these have an id in findings as well. */
const OF_READING: readonly (readonly [id: string, message: string, fix: string])[] = [
  [
    'XML',
    'The document cannot be read: it is no well-formed XML, has a document type declaration, is too large, or is no invoice',
    'Send a UBL 2.1 Invoice or CreditNote, or a Cross Industry Invoice D16B or D22B, as well-formed XML without a DOCTYPE',
  ],
  [
    'PROFILE',
    'The document is in a syntax that the profile does not take',
    'Send the document in a syntax that the profile takes, or name the profile that it is made for (BT-24)',
  ],
  [
    'CW-MORE-FINDINGS',
    'The invoice has more findings than are listed',
    'Mend those that are listed, and validate the invoice again',
  ],
  [
    'XSD',
    'The document does not obey the schema of its syntax',
    'Write the element as the schema has it: name, place, type and number',
  ],
]

/**
 * The facts of every rule, by id: official rules in the order of their sets, then the service's
 * own.
 */
export function gatherFacts(): ReadonlyMap<string, RuleFacts> {
  const facts = new Map<string, Gathered>()
  const of = (id: string): Gathered => {
    const known = facts.get(id)
    if (known !== undefined) return known
    const made = new Gathered(id)
    facts.set(id, made)
    return made
  }
  for (const [profile, variant, specification] of VARIANTS)
    for (const syntax of ['ubl', 'cii'] as const) {
      const set = profileOf(specification, profile)?.rules(syntax, specification)
      if (set === undefined) continue
      const place = { profile, variant, syntax }
      for (const [id, message, fix] of OF_READING)
        of(id)
          .told(message, fix)
          .used({ ...place, level: 'fatal' })
      const described = describedIn(set)
      const paths = pathsIn(profile, syntax)
      for (const [id, level] of levelsIn(set, paths)) {
        const rule = of(id).used({ ...place, level: set.levels?.[id] ?? level })
        rule.tell({ rules: described.get(id) ?? [], message: set.messages.get(id), row: paths.get(id), syntax })
      }
    }
  for (const [profile, { rules }] of OF_JSON)
    for (const rule of rules) {
      const { id, severity = 'fatal' } = rule
      of(id)
        .used({ profile, variant: '', syntax: 'json', level: severity })
        .tell({ rules: rules.filter((each) => each.id === id), message: undefined, row: undefined, syntax: 'ubl' })
    }
  return facts
}

/** The rules of the model that speak of bound ones as well: they know terms and remedies. */
function describedIn(set: DocumentRuleSet): ReadonlyMap<string, readonly Rule[]> {
  const byId = new Map<string, Rule[]>()
  for (const rule of new Set([...set.model, ...set.described.filter((each): each is Rule => 'check' in each)])) {
    const alike = byId.get(rule.id)
    if (alike === undefined) byId.set(rule.id, [rule])
    else alike.push(rule)
  }
  return byId
}

/** A path that a rule forbids, whole, or of which it allows one. */
interface RulePath {
  readonly path: string
  readonly severity: 'fatal' | 'warning'
  readonly isOnce: boolean
}

/** The rules of a profile that are one path each, by their ids. */
function pathsIn(profile: DocumentProfileName, syntax: Syntax): ReadonlyMap<string, RulePath> {
  const forbidden =
    syntax === 'cii' ? [CII_FORBIDDEN] : profile === 'ro' ? [UBL_FORBIDDEN, UBL_FORBIDDEN_ANAF] : [UBL_FORBIDDEN]
  const once = syntax === 'cii' ? [CII_ONCE] : []
  const inTables = (tables: readonly string[], isOnce: boolean): [string, RulePath][] =>
    tables
      .flatMap(rowsOf)
      .map(({ id, severity, context, path }) => [id, { severity, isOnce, path: wholePath(context, path) }])
  return new Map([...inTables(once, true), ...inTables(forbidden, false)])
}

function wholePath(context: string, path: string): string {
  return context === '/' || path.startsWith('//') ? path : `${context.replace(/^\/(?!\/)/, '')}/${path}`
}

function levelsIn(set: DocumentRuleSet, paths: ReadonlyMap<string, RulePath>): ReadonlyMap<string, Flag> {
  return new Map<string, Flag>([
    ...[...set.forbidden.ids].map((id): [string, Flag] => [id, paths.get(id)?.severity ?? 'fatal']),
    ...set.model.map(({ id, severity }): [string, Flag] => [id, severity ?? 'fatal']),
    ...set.bound
      .flatMap(({ tests }) => tests)
      .map(([id]): [string, Flag] => [id, set.warnings.has(id) ? 'warning' : 'fatal']),
  ])
}

interface Told {
  readonly rules: readonly Rule[]
  readonly message: string | undefined
  readonly row: RulePath | undefined
  readonly syntax: Syntax
}

class Gathered implements RuleFacts {
  messages: readonly string[] = []
  fixes: readonly string[] = []
  terms: readonly string[] = []
  readonly uses: RuleUse[] = []

  constructor(readonly id: string) {}

  used({ profile, variant, syntax, level }: Omit<RuleUse, 'source'>): this {
    const isNoted = this.uses.some(
      (each) => each.profile === profile && each.variant === variant && each.syntax === syntax,
    )
    const source = sourceOf(this.id, profile, syntax)
    if (!isNoted) this.uses.push({ profile, variant, syntax, level, source })
    return this
  }

  told(message: string, fix: string): this {
    if (this.messages.length === 0) [this.messages, this.fixes] = [[message], [fix]]
    return this
  }

  /** The first that tells something of the rule counts: it is the most general. */
  tell({ rules, message, row, syntax }: Told): void {
    if (this.messages.length > 0) return
    const binding = explanationOf(this.id, row === undefined ? 'the element' : lastStep(row.path))
    const ofPath =
      row &&
      (row.isOnce ? `${row.path} stands more often than EN 16931 allows` : `EN 16931 has no place for ${row.path}`)
    const messages = rules.length > 0 ? rules.map((rule) => rule.message) : [binding.message ?? ofPath ?? message ?? '']
    this.messages = distinct(messages.filter((text) => text !== '').map(asSentence))
    this.fixes = distinct((rules.length > 0 ? rules.map(({ fix }) => fix) : [binding.fix]).map(asSentence))
    const inId = [...this.id.matchAll(/[_-]((?:EXT-FR-FE|BT|BG)-(?:BG-)?\d+)/g)].map(([, term = '']) => term)
    const others = binding.term === undefined ? (termAt(row?.path ?? message ?? '', syntax) ?? inId) : [binding.term]
    this.terms = distinct(rules.length > 0 ? rules.flatMap(({ terms }) => terms) : others)
  }
}

/**
 * The term whose place a path is, or a message begins with: `cac:ContractDocumentReference/cbc:ID
 * stands more often than EN 16931 allows`.
 */
function termAt(text: string, syntax: Syntax): readonly string[] | undefined {
  const [path = ''] = text.split(' ')
  if (!path.includes(':')) return undefined
  const paths = termPaths(syntax, 'invoice')
  const found = TERM_IDS.find((term) => paths.pathOf(term) === path)
  return found === undefined ? undefined : [found]
}

function lastStep(path: string): string {
  const step = path.slice(path.lastIndexOf('/') + 1)
  return step.startsWith('@') ? `the attribute ${step.slice(1)}` : step
}

/** Messages and remedies name the value found; a page speaks of any. */
function asSentence(text: string): string {
  const filled = text.replace('{}', '…')
  return filled.replace(/^the /, 'The ')
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
