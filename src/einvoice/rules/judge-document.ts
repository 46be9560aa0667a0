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

/** A finding of a rule on a document. */
export interface DocumentFinding {
  /** The id in the official artefact. */
  readonly rule: string
  readonly flag: Flag
  /** The element that the rule was judged at. */
  readonly element: XmlElement
  /** The attribute whose value is wrong, if not the element itself. */
  readonly attribute?: string | undefined
  /** Message and remedy, if they come from the judge and not from the catalogue. */
  readonly message?: string | undefined
  readonly fix?: string | undefined
  /**
   * From the schema: the missing element. The finding is at the element before which it belongs.
   */
  readonly missing?: MissingElement | undefined
}

/** A violation of a structure. */
export interface StructureFinding {
  readonly id: string
  readonly element: XmlElement
  readonly attribute?: string
  readonly message: string
  readonly fix: string
}

/** Rules on the places of elements, attributes and codes that a table holds. All are fatal. */
export interface Structure {
  readonly ids: ReadonlySet<string>
  findIn(document: JudgedDocument): readonly StructureFinding[]
}

/** The rules for documents in one syntax. */
export interface DocumentRules {
  /** The schema, which is checked before any rule. Its violations are findings `XSD`. */
  readonly schema: Schema
  /** Rules on the elements of the document, from the syntax binding. */
  readonly assertions: readonly Assertions[]
  readonly forbidden: ForbiddenPaths
  /** The structure that a profile demands beyond its schema. */
  readonly structure?: Structure
  readonly codes: CodeLists
  /** The texts of the rules. */
  readonly catalogue: RuleCatalogue
  /** Assertion rules that are warnings, besides those marked in the catalogue. */
  readonly warnings: ReadonlySet<string>
  /** The paths of the business terms in a national format. */
  readonly terms?: TermPaths
  /** Levels that the country sets differently from the artefact. */
  readonly levels?: Readonly<Record<string, Flag>>
  /**
   * Rules that an extension overrides but its official judge still reports. They are omitted for
   * documents made from JSON, because the caller can't fix them.
   */
  readonly setAside?: ReadonlySet<string>
}

/** A compiled set of rules. */
export interface DocumentRuleSet extends DocumentRules {
  /** The number of rule ids, without the schema and forbidden paths. */
  readonly size: number
}

/** Compiles a set of rules; needed once per set, because it visits all rules. */
export function documentRuleSet(rules: DocumentRules): DocumentRuleSet {
  const ids = rules.assertions.flatMap(({ tests }) => tests.map(([id]) => id))
  return {
    ...rules,
    catalogue: rules.catalogue.with(PLAUSIBILITY_TEXTS),
    size: new Set([...ids, ...(rules.structure?.ids ?? []), ...PLAUSIBILITY_RULES]).size,
  }
}

/**
 * Judges any document by every rule of a set. Pure.
 * @param today in the country's time zone, `YYYY-MM-DD`; absent: no date is compared with it
 */
export function judgeDocument(document: InvoiceDocument, set: DocumentRuleSet, today?: string): DocumentJudgement {
  return verdictOn(document, set, today, new DocumentJudgement(set, today))
}

/**
 * Judges a document of our own writers by every rule of a set. Pure.
 * @param today see `judgeDocument`
 */
export function judgeOurDocument(document: InvoiceDocument, set: DocumentRuleSet, today?: string): DocumentJudgement {
  return verdictOn(document, set, today, new DocumentJudgement(set, today, 'currencyID'))
}

function verdictOn(
  document: InvoiceDocument,
  set: DocumentRuleSet,
  today: string | undefined,
  judgement: DocumentJudgement,
): DocumentJudgement {
  const assertions = new JudgedDocument(document, set.codes)
  for (const { element, message, missing } of set.schema.faults(document.root))
    judgement.note('XSD', 'fatal', element, { message, missing, fix: missing && fixOfMissing(missing, element) })
  judgeAssertions(assertions, set.assertions, judgement)
  for (const { id, severity, path, element } of set.forbidden.findIn(assertions))
    judgement.note(id, severity, element, { message: `EN 16931 does not use ${path}` })
  for (const { id, element, attribute, message, fix } of set.structure?.findIn(assertions) ?? [])
    judgement.note(id, 'fatal', element, { attribute, message, fix })
  notePlausibility(document, set, judgement, today)
  return judgement
}

/** @param element the one before which it belongs; the parent: at the end */
function fixOfMissing({ parent, name }: MissingElement, element: XmlElement): string {
  const place = element === parent ? `in ${parent.name}` : `in ${parent.name}, before ${element.name}`
  return `Write ${name} ${place}, as the schema of the document requires`
}

/** No plausibility finding where a rule already has one. */
function notePlausibility(
  document: InvoiceDocument,
  set: DocumentRuleSet,
  judgement: DocumentJudgement,
  today?: string,
): void {
  const terms = set.terms ?? termPaths(document.kind)
  for (const { rule, element } of implausibleElements(document, terms, today))
    if (!judgement.hasAt(element)) judgement.note(rule, 'warning', element, {})
}

function judgeAssertions(document: JudgedDocument, rules: readonly Assertions[], judgement: DocumentJudgement): void {
  for (const { context, tests } of rules) {
    let elements: readonly XmlElement[]
    try {
      elements = context(document)
    } catch (error) {
      judgement.noteFailure(tests[0]?.[0] ?? '', error)
      continue
    }
    for (const element of elements)
      for (const [id, holds] of tests) {
        try {
          if (holds(element, document)) continue
        } catch (error) {
          judgement.noteFailure(id, error)
          continue
        }
        judgement.note(id, 'fatal', holds.culprit?.(element, document) ?? element, { attribute: holds.attribute })
      }
  }
}

/** Collects the findings of a set of rules on one document. */
class DocumentJudgement {
  readonly #found = new FindingList<DocumentFinding>()
  readonly #flags = new Map<string, Flag>()
  readonly #elements = new Set<XmlElement>()
  /** Rules with the values that are already reported. */
  readonly #reported = new Set<string>()

  /**
   * @param today see `judgeDocument`
   * @param ofOneField an attribute that occurs on many elements but comes from one field: a wrong
   * value is reported once
   */
  constructor(
    private readonly set: DocumentRuleSet,
    private readonly today: string | undefined,
    private readonly ofOneField?: string,
  ) {}

  note(rule: string, level: 'fatal' | 'warning', element: XmlElement, said: Partial<DocumentFinding>): void {
    if (said.attribute !== undefined && said.attribute === this.ofOneField) {
      const key = `${rule} ${element.attribute(said.attribute) ?? ''}`
      if (this.#reported.has(key)) return
      this.#reported.add(key)
    }
    this.#elements.add(element)
    const flag = this.#flagOf(rule, level)
    this.#found.note(flag === 'fatal', () => ({ ...said, rule, flag, element }))
  }

  /** Catches a failure of the official rule; any other error is thrown again. */
  noteFailure(rule: string, error: unknown): void {
    if (!(error instanceof RuleFailure)) throw error
    const { element, message, fix } = error
    this.#elements.add(element)
    this.#found.note(true, () => ({ rule, flag: 'fatal', element, message, fix }))
  }

  /** Whether there is a finding on an element, or on the only part of it with a value. */
  hasAt(element: XmlElement): boolean {
    return this.#elements.has(element) || element.children.some((child) => this.#elements.has(child))
  }

  get valid(): boolean {
    return this.#found.valid
  }

  /** `MOST_FINDINGS` at most, fatal ones first. */
  get findings(): readonly DocumentFinding[] {
    return this.#found.findings
  }

  /** The number of all findings. */
  get findingsTotal(): number {
    return this.#found.total
  }

  #flagOf(rule: string, level: 'fatal' | 'warning'): Flag {
    let flag = this.#flags.get(rule)
    if (flag === undefined) {
      flag = flagIn(this.set, rule, level, this.today)
      this.#flags.set(rule, flag)
    }
    return flag
  }
}

/**
 * The level of a rule in a set.
 * @param level that of its table, if it is in one
 * @param today `YYYY-MM-DD`; absent: that of the edition in force
 */
export function flagIn(
  { levels, warnings, catalogue }: DocumentRules,
  rule: string,
  level: 'fatal' | 'warning' = 'fatal',
  today?: string,
): Flag {
  const [entry] = catalogue.of(rule)
  const hasEnded = today !== undefined && entry.fatalFrom !== undefined && today >= entry.fatalFrom
  const isWarning = level === 'warning' || warnings.has(rule) || (entry.level === 'warning' && !hasEnded)
  return levels?.[rule] ?? (isWarning ? 'warning' : 'fatal')
}
