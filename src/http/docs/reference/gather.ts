import type { DocumentProfile } from '../../../countries/judging/document-profile.js'
import { type Edition, lastDayOf } from '../../../countries/judging/editions.js'
import { LISTED_PROFILES } from '../../../countries/judging/profiles.js'
import { COUNTRIES } from '../../../countries/registry.js'
import { isSyntax } from '../../../domain/request/invoice-request.js'
import type { PathRow } from '../../../einvoice/rules/bindings/forbidden.js'
import { type DocumentRuleSet, flagIn } from '../../../einvoice/rules/judge-document.js'
import { PLAUSIBILITY_RULES } from '../../../einvoice/rules/plausibility.js'
import { sentence } from '../../../einvoice/rules/finding-text.js'
import { GIVEN_TOTALS } from '../../../einvoice/rules/given-totals.js'
import { PREPAYMENT_RULES } from '../../../einvoice/rules/prepayments.js'
import { PAYMENT_PLAN_RULES } from '../../../einvoice/rules/payment-plan.js'
import { TOTAL_SIGN } from '../../../einvoice/rules/total-sign.js'
import { SETTLED_ADVANCE } from '../../../einvoice/rules/settled-advance.js'
import { UNKNOWN_SUPPLIER } from '../../../einvoice/rules/unknown-supplier.js'
import { JUDGED_FORMATS, type JudgedFormat } from '../../../einvoice/syntax/invoice-document.js'
import { termPaths } from '../../../einvoice/syntax/term-paths.js'
import type { RuleUse } from './rule-entry.js'
import { sourceOf } from './sources.js'
import { TERM_IDS } from '../../../documents/conversion/terms.js'

/** A set of rules that documents are judged by: a profile, or a variant of one. */
interface JudgedBy {
  readonly profile: DocumentProfile
  readonly variant: string
  readonly specification: string
}

/**
 * Every set, in the order of the pages: the first set that contains a rule describes it. Usage
 * specifications of EN 16931 come first, those with their own customisation id before one without,
 * and national formats last.
 */
function everySet(): readonly JudgedBy[] {
  const rankOf = ({ country, isUnnamed }: DocumentProfile): number =>
    country !== null && COUNTRIES[country].invoicing?.formats.some(isSyntax) !== true ? 2 : isUnnamed ? 1 : 0
  const ranked = [...LISTED_PROFILES].sort((one, other) => rankOf(one) - rankOf(other))
  return ranked.flatMap((profile) => [
    { profile, variant: '', specification: '' },
    ...profile.variants.map(({ name, specification }) => ({ profile, variant: name, specification })),
  ])
}

/** Checks of every document besides rules; they have an id in findings too. */
const OF_READING: readonly (readonly [id: string, message: string, fix: string])[] = [
  [
    'XML',
    'The document cannot be read: it is not well-formed XML, has a document type declaration, is too large, or is not an invoice',
    'Send a UBL 2.1 Invoice or CreditNote, or a Cross Industry Invoice D16B or D22B, as well-formed XML without a DOCTYPE',
  ],
  [
    'PROFILE',
    'The document is in a syntax that the profile does not accept',
    'Send the document in a syntax that the profile accepts, or specify the profile that it is made for (BT-24)',
  ],
  [
    'CW-PROFILE',
    'The document claims a profile of Factur-X, and is judged by other rules, or by these alone although its country has more',
    'Validate the document without a requested profile and country, or for its country, as well',
  ],
  [
    'CW-MORE-FINDINGS',
    'The invoice has more findings than are listed',
    'Correct the listed findings, and validate the invoice again',
  ],
  [
    'XSD',
    'The document violates the schema of its syntax',
    'Write the element as the schema defines it: name, position, type and number of occurrences',
  ],
]

/** Checks of every document that a supplier sent to a company. */
const OF_RECEIVING: typeof OF_READING = [
  [
    'CW-UNREADABLE',
    'A document that came to a company cannot be read; it is kept and shown all the same',
    'Ask the supplier for a readable invoice',
  ],
  [
    'CW-OTHER-BUYER',
    'A document that came to a company names another buyer, or none',
    'Check whether the invoice is meant for this company before you book or pay it',
  ],
  [
    'CW-NEW-ACCOUNT',
    'A received invoice is to be paid to a bank account (IBAN) that no earlier invoice of the supplier named',
    'Ask the supplier, under a number or address that you know from before, whether the account is theirs',
  ],
]

/** Checks of a PDF with a Cross Industry Invoice inside. */
const OF_CONTAINER: readonly (readonly [id: string, message: string, fix: string])[] = [
  [
    'PDF',
    'The PDF cannot be read: it has no invoice in XML or several, is encrypted, or is damaged',
    'Embed one Cross Industry Invoice in a PDF/A-3 that is neither encrypted nor damaged',
  ],
  [
    'CW-PDF-FILE',
    'The file with the invoice in the PDF has another name than its profile demands',
    'Name the file factur-x.xml, or xrechnung.xml if it is an XRechnung',
  ],
  [
    'CW-PDF-RELATIONSHIP',
    'The relationship of the invoice to the page (AFRelationship) is another than its profile demands, or is missing',
    'Write Data for MINIMUM and BASIC WL, and Alternative for all other profiles',
  ],
  [
    'CW-PDF-ASSOCIATED',
    'The embedded invoice is not among the associated files of the document',
    'Name the file in the entry AF of the catalog',
  ],
  [
    'CW-PDF-METADATA',
    'The metadata (XMP) of the PDF do not describe the embedded invoice, or not rightly',
    'Write DocumentType, DocumentFileName, Version and ConformanceLevel of Factur-X into the metadata',
  ],
  [
    'CW-PDF-LEVEL',
    'The level in the metadata (XMP) of the PDF is another than the XML claims',
    'Write the level of the XML as the ConformanceLevel, or claim the profile that it states (BT-24)',
  ],
]

/** Checks of the signature of a document. */
const OF_SIGNATURE: typeof OF_CONTAINER = [
  [
    'CW-SIGNATURE',
    'The signed file cannot be read, or the signature of the document is not valid, as SdI judges it (00102)',
    'Sign the document again after its last change, as .xml.p7m (CAdES-BES) or inside the XML (XAdES-BES, enveloped), or send it unsigned',
  ],
  [
    'CW-SIGNATURE-EXPIRED',
    'The certificate of the signature is not valid today, as SdI judges it (00100)',
    'Sign the document with a certificate that is valid today',
  ],
]

/**
 * The facts of every rule, by id: official rules in the order of their sets, then the service's
 * own. Yields after each small step, so that the caller may do other work between.
 */
export function* gatherFacts(): Generator<undefined, ReadonlyMap<string, RuleFacts>> {
  const facts = new Map<string, RuleFacts>()
  const of = (id: string): RuleFacts => {
    const known = facts.get(id)
    if (known !== undefined) return known
    const made = new RuleFacts(id)
    facts.set(id, made)
    return made
  }
  for (const { profile, variant, specification } of everySet())
    for (const syntax of JUDGED_FORMATS) {
      for (const { edition, set } of setsOf(profile, syntax, specification)) {
        const place = { profile, edition, variant, syntax }
        const around = syntax === 'cii' ? OF_CONTAINER : syntax === 'fatturapa' ? OF_SIGNATURE : []
        for (const [id, message, fix] of [...OF_READING, ...OF_RECEIVING, ...around])
          of(id)
            .described(asSentence(message), asSentence(fix))
            .used({ ...place, level: 'fatal' })
        yield
        const paths = pathsIn(set)
        for (const id of new Set([...paths.keys(), ...assertedIn(set)])) {
          yield
          const row = paths.get(id)
          of(id)
            .used({ ...place, level: flagIn(set, id, row?.severity) })
            .describedBy({ set, row, syntax })
        }
      }
    }
  for (const { code, documents, invoicing } of Object.values(COUNTRIES)) {
    const [usual] = documents
    const format = invoicing?.formats[0]
    if (usual === undefined || format === undefined || invoicing === null) continue
    yield
    const place = { profile: usual, variant: '', syntax: 'json' } as const
    for (const { edition, set } of setsOf(usual, format, ''))
      for (const id of new Set(assertedIn(set))) of(id).used({ ...place, edition, level: flagIn(set, id) })
    for (const { id, severity = 'fatal', message, fix, terms } of [
      ...invoicing.ownRules,
      GIVEN_TOTALS,
      TOTAL_SIGN,
      ...PREPAYMENT_RULES,
      ...PAYMENT_PLAN_RULES.filter(({ country = code }) => country === code),
      UNKNOWN_SUPPLIER,
      SETTLED_ADVANCE,
    ])
      of(id)
        .used({ ...place, level: severity })
        .described(asSentence(message), asSentence(fix), terms)
    for (const profile of documents.filter(({ isOfRequest }) => isOfRequest !== undefined)) {
      yield
      for (const { edition, set } of setsOf(profile, format, ''))
        for (const id of new Set(assertedIn(set)))
          of(id).used({ profile, variant: '', syntax: 'json', edition, level: flagIn(set, id) })
      for (const { id, severity, message, fix, terms } of invoicing.rulesOnFields ?? [])
        of(id)
          .used({ profile, variant: '', syntax: 'json', level: severity })
          .described(asSentence(message), asSentence(fix), terms)
    }
    for (const profile of documents)
      for (const { id, severity = 'fatal', message, fix, terms } of profile.own ?? [])
        of(id)
          .used({ profile, variant: '', syntax: 'json', level: severity })
          .described(asSentence(message), asSentence(fix), terms)
  }
  return facts
}

/** The days between which an edition has a rule, and since when in its form. */
function datesOf(
  id: string,
  edition: Edition,
  editions: DocumentProfile['editions'],
): Pick<RuleUse, 'since' | 'until' | 'changed'> {
  const until = lastDayOf(edition, editions)
  return {
    ...(edition.from !== '' && { since: edition.from }),
    ...(until !== undefined && { until }),
    ...(edition.changed.has(id) && { changed: edition.from }),
  }
}

/** The sets of a profile by their editions, the newest first. */
function setsOf(
  { editions, rules }: DocumentProfile,
  syntax: JudgedFormat,
  specification: string,
): readonly { readonly edition: Edition; readonly set: DocumentRuleSet }[] {
  return [...editions].reverse().flatMap((edition) => {
    const set = rules(syntax, specification, lastDayOf(edition, editions))
    return set === undefined ? [] : [{ edition, set }]
  })
}

/** The rules of a profile that forbid one path each, by their ids. */
function pathsIn({ forbidden }: DocumentRuleSet): ReadonlyMap<string, PathRow> {
  return new Map(forbidden.rows.map((row) => [row.id, row]))
}

function assertedIn({ assertions, structure }: DocumentRuleSet): readonly string[] {
  const asserted = assertions.flatMap(({ tests }) => tests.map(([id]) => id))
  return [...asserted, ...(structure?.ids ?? []), ...PLAUSIBILITY_RULES]
}

function wholePath({ context, path }: PathRow): string {
  return context === '/' || path.startsWith('//') ? path : `${context.replace(/^\/(?!\/)/, '')}/${path}`
}

interface MessageUse {
  readonly set: DocumentRuleSet
  readonly row: PathRow | undefined
  readonly syntax: JudgedFormat
}

interface UseOfProfile extends Pick<RuleUse, 'variant' | 'syntax' | 'level'> {
  readonly profile: DocumentProfile
  /** Absent: a rule of the service's own, which applies always. */
  readonly edition?: Edition
}

/** The engine's facts about one rule: only this class reads the engine's tables. */
export class RuleFacts {
  messages: readonly string[] = []
  fixes: readonly string[] = []
  /** Ids of business terms, the most important first. */
  terms: readonly string[] = []
  readonly uses: RuleUse[] = []

  constructor(readonly id: string) {}

  /** Of several editions the newest has to be noted first. */
  used({ profile, edition, variant, syntax, level }: UseOfProfile): this {
    const { name, editions } = profile
    const at = this.uses.findIndex(
      (each) => each.profile === name && each.variant === variant && each.syntax === syntax,
    )
    const noted = this.uses[at]
    if (noted !== undefined) {
      const { since, ...always } = noted
      // An edition before it has the rule as well.
      if (since !== undefined && edition !== undefined && edition.from < since)
        this.uses[at] = { ...always, ...(edition.from !== '' && { since: edition.from }) }
      return this
    }
    const source = sourceOf(this.id, profile, edition, syntax)
    this.uses.push({
      profile: name,
      variant,
      syntax,
      level,
      source,
      ...(edition && datesOf(this.id, edition, editions)),
    })
    return this
  }

  described(message: string, fix: string, terms: readonly string[] = []): this {
    if (this.messages.length === 0) [this.messages, this.fixes, this.terms] = [[message], [fix], terms]
    return this
  }

  /** The first description of the rule counts: it is the most general. */
  describedBy({ set, row, syntax }: MessageUse): void {
    if (this.messages.length > 0) return
    const path = row === undefined ? undefined : wholePath(row)
    const entries = set.catalogue.of(this.id)
    const element = path === undefined ? 'the element' : lastStep(path)
    const said = entries.map(({ message }) => message).filter((message) => message !== '')
    const messages = path === undefined || said.length > 0 ? said : [`EN 16931 does not use ${path}`]
    this.messages = distinct(messages.map((text) => asSentence(text.replaceAll('<element>', element))))
    this.fixes = distinct(entries.map(({ fix }) => asSentence(fix.replaceAll('<element>', element))))
    const terms = entries.flatMap((entry) => entry.terms)
    const inId = [...this.id.matchAll(/[_-]((?:EXT-FR-FE|BT|BG)-(?:BG-)?\d+)/g)].map(([, term = '']) => term)
    this.terms = distinct(terms.length > 0 ? terms : (termAt(path ?? said[0] ?? '', syntax) ?? inId))
  }
}

/**
 * The term at a path, or at the path in the brackets of a message: `The document has more than one
 * identifier in the contract document reference (cac:ContractDocumentReference/cbc:ID)`.
 */
function termAt(text: string, syntax: JudgedFormat): readonly string[] | undefined {
  const [path] = /(?<![a-z])[a-z]+:\w+(?:\/[a-z]+:\w+)*/.exec(text) ?? []
  if (path === undefined) return undefined
  const paths = termPaths(syntax === 'ubl' ? 'ubl:Invoice' : 'rsm:CrossIndustryInvoice')
  const found = TERM_IDS.find((term) => paths.pathOf(term) === path)
  return found === undefined ? undefined : [found]
}

function lastStep(path: string): string {
  const step = path.slice(path.lastIndexOf('/') + 1)
  return step.startsWith('@') ? `the attribute ${step.slice(1)}` : step
}

/** Messages and remedies name the value found; a page describes any value. */
function asSentence(text: string): string {
  return sentence(text.replace('{}', '…'))
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)]
}
