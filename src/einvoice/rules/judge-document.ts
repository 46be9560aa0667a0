import type { CodeLists } from '../codes/code-lists.js'
import type { MissingElement, Schema } from '../schema/schema.js'
import type { InvoiceDocument } from '../syntax/invoice-document.js'
import { type TermPaths, termPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import { JudgedDocument, type Assertions } from './bindings/binding.js'
import type { ForbiddenPaths } from './bindings/forbidden.js'
import { RuleFailure } from './bindings/xpath.js'
import type { RuleCatalogue } from './catalogue/rule-catalogue.js'
import { PLAUSIBILITY_TEXTS, PLAUSIBILITY_RULES, implausibleElements } from './plausibility.js'
import { FindingList } from './finding-list.js'

/** The level of a finding. Only a fatal one makes a document invalid. */
export type Flag = 'fatal' | 'warning' | 'information'

/** What a rule has to say of a document. */
export interface DocumentFinding {
  /** As the official artefact names it. */
  readonly rule: string
  readonly flag: Flag
  /** The element that the rule was judged at. */
  readonly element: XmlElement
  /** The attribute whose value is at fault, where it is not the element. */
  readonly attribute?: string | undefined
  /** What is wrong and what to do, where the judge says it and not the catalogue. */
  readonly message?: string | undefined
  readonly fix?: string | undefined
  /** Of the schema: what is missing. The finding is at the element before which it should be. */
  readonly missing?: MissingElement | undefined
}

/** What a set of rules has to say of one document. */
export interface DocumentJudgement {
  readonly valid: boolean
  /** `MOST_FINDINGS` at most; those that are fatal before the others. */
  readonly findings: readonly DocumentFinding[]
  /** How many there were. */
  readonly findingsTotal: number
}

/** By what a document in one syntax is judged. */
export interface DocumentRules {
  /** What the document must obey before any rule. Its faults are findings `XSD`. */
  readonly schema: Schema
  /** Rules over the elements of the document, as the binding to the syntax has them. */
  readonly assertions: readonly Assertions[]
  readonly forbidden: ForbiddenPaths
  readonly codes: CodeLists
  /** What is told of the rules. */
  readonly catalogue: RuleCatalogue
  /** The assertions rules that are warnings, beside those that the catalogue calls so. */
  readonly warnings: ReadonlySet<string>
  /** Where the business terms stand, in a national format. */
  readonly terms?: TermPaths
  /** Levels that the country sets otherwise than the artefact. */
  readonly levels?: Readonly<Record<string, Flag>>
  /**
   * Rules that an extension asks otherwise, and that its judge goes on to report. Of a document
   * that is made from JSON they are not told, since nobody could do anything about them.
   */
  readonly setAside?: ReadonlySet<string>
}

/** A set that is ready to judge. */
export interface DocumentRuleSet extends DocumentRules {
  /** How many rules by their ids, those of the schema and forbidden paths aside. */
  readonly size: number
}

/** Makes rules ready to judge: done once for each set, since it goes through all of them. */
export function documentRuleSet(rules: DocumentRules): DocumentRuleSet {
  const ids = rules.assertions.flatMap(({ tests }) => tests.map(([id]) => id))
  return {
    ...rules,
    catalogue: rules.catalogue.with(PLAUSIBILITY_TEXTS),
    size: new Set([...ids, ...PLAUSIBILITY_RULES]).size,
  }
}

/**
 * Judges a document from anybody by every rule of a set. Pure.
 * @param today in the country's time zone, `YYYY-MM-DD`; absent: no date is compared with it
 */
export function judgeDocument(document: InvoiceDocument, set: DocumentRuleSet, today?: string): DocumentJudgement {
  return verdictOn(document, set, today, new ArtefactVerdict(set))
}

/**
 * Judges a document that our own writers made, by every rule as well. Pure.
 * @param today see `judgeDocument`
 */
export function judgeOurDocument(document: InvoiceDocument, set: DocumentRuleSet, today?: string): DocumentJudgement {
  return verdictOn(document, set, today, new ArtefactVerdict(set, 'currencyID'))
}

function verdictOn(
  document: InvoiceDocument,
  set: DocumentRuleSet,
  today: string | undefined,
  verdict: ArtefactVerdict,
): DocumentJudgement {
  const assertions = new JudgedDocument(document, set.codes)
  for (const { element, message, missing } of set.schema.faults(document.root))
    verdict.note('XSD', 'fatal', element, { message, missing })
  judgeAssertions(assertions, set.assertions, verdict)
  for (const { id, severity, path, element } of set.forbidden.findIn(assertions))
    verdict.note(id, severity, element, { message: `EN 16931 has no place for ${path}` })
  notePlausibility(document, set, verdict, today)
  return verdict
}

/** Of what a rule complains already, there is no doubt any more. */
function notePlausibility(
  document: InvoiceDocument,
  set: DocumentRuleSet,
  verdict: ArtefactVerdict,
  today?: string,
): void {
  const terms = set.terms ?? termPaths(document.detected.root)
  for (const { rule, element } of implausibleElements(document, terms, today))
    if (!verdict.hasAt(element)) verdict.note(rule, 'warning', element, {})
}

function judgeAssertions(document: JudgedDocument, rules: readonly Assertions[], verdict: ArtefactVerdict): void {
  for (const { context, tests } of rules) {
    let elements: readonly XmlElement[]
    try {
      elements = context(document)
    } catch (error) {
      verdict.noteFailure(tests[0]?.[0] ?? '', error)
      continue
    }
    for (const element of elements)
      for (const [id, holds] of tests) {
        try {
          if (holds(element, document)) continue
        } catch (error) {
          verdict.noteFailure(id, error)
          continue
        }
        verdict.note(id, 'fatal', holds.culprit?.(element, document) ?? element, { attribute: holds.attribute })
      }
  }
}

/** What is found while a document is judged. */
class ArtefactVerdict implements DocumentJudgement {
  readonly #found = new FindingList<DocumentFinding>()
  readonly #flags = new Map<string, Flag>()
  readonly #elements = new Set<XmlElement>()
  /** Rules with the values that they were told of already. */
  readonly #told = new Set<string>()

  /**
   * @param ofOneField an attribute that stands with many elements and comes from one field: what
   *   is wrong with one of its values is told once
   */
  constructor(
    private readonly set: DocumentRuleSet,
    private readonly ofOneField?: string,
  ) {}

  note(rule: string, level: 'fatal' | 'warning', element: XmlElement, said: Partial<DocumentFinding>): void {
    if (said.attribute !== undefined && said.attribute === this.ofOneField) {
      const key = `${rule} ${element.attribute(said.attribute) ?? ''}`
      if (this.#told.has(key)) return
      this.#told.add(key)
    }
    this.#elements.add(element)
    const flag = this.#flagOf(rule, level)
    this.#found.note(flag === 'fatal', () => ({ ...said, rule, flag, element }))
  }

  /** Where the official rule would fail; any other error is thrown on. */
  noteFailure(rule: string, error: unknown): void {
    if (!(error instanceof RuleFailure)) throw error
    const { element, message, fix } = error
    this.#elements.add(element)
    this.#found.note(true, () => ({ rule, flag: 'fatal', element, message, fix }))
  }

  /** Whether something is wrong with an element, or with the one part of it that has its value. */
  hasAt(element: XmlElement): boolean {
    return this.#elements.has(element) || element.children.some((child) => this.#elements.has(child))
  }

  get valid(): boolean {
    return this.#found.valid
  }

  get findings(): readonly DocumentFinding[] {
    return this.#found.findings
  }

  get findingsTotal(): number {
    return this.#found.total
  }

  #flagOf(rule: string, level: 'fatal' | 'warning'): Flag {
    let flag = this.#flags.get(rule)
    if (flag === undefined) {
      flag = flagIn(this.set, rule, level)
      this.#flags.set(rule, flag)
    }
    return flag
  }
}

/**
 * The level of a rule in a set.
 * @param level that of its table, where it stands in one
 */
export function flagIn(
  { levels, warnings, catalogue }: DocumentRules,
  rule: string,
  level: 'fatal' | 'warning' = 'fatal',
): Flag {
  const isWarning = level === 'warning' || warnings.has(rule) || catalogue.of(rule)[0].level === 'warning'
  return levels?.[rule] ?? (isWarning ? 'warning' : 'fatal')
}
