import type { Finding } from '../judgement.js'
import type { ReadDocument } from '../syntax/read-invoice.js'
import { type TermPaths, termPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import { explanationOf } from './bindings/explanations.js'
import { type DocumentFinding, type DocumentRuleSet, groupOf } from './judge-document.js'
import { quoted } from './judge.js'
import type { Rule, RuleContext, Term } from './rule.js'

/** A finding on a document, with all that is told of one on an invoice in JSON. */
export interface ExplainedFinding extends Finding {
  /** The most precise element that the term tells, for example `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`. */
  readonly path: string
  /** The line of the document on which that element begins, from 1. */
  readonly line: number
  /** Which occurrence, where the term lies in a repeated group, as in `Breach`. */
  readonly index: number | undefined
  /** Where the term stands in such a document, below the root; undefined where the syntax has no one place for it. */
  readonly termPath: string | undefined
}

/**
 * What findings on a document are about: the business term, the value found and what to do. A rule that the model has too tells it from there; of the
 * others the place tells the term.
 * @param findings of `judgeDocument` on the same document by the same set
 */
export function explainFindings(
  document: ReadDocument,
  findings: readonly DocumentFinding[],
  set: DocumentRuleSet,
  today: string,
): readonly ExplainedFinding[] {
  const { invoice, report, detected } = document
  const paths = termPaths(detected.syntax, invoice.kind)
  const breaches = new BreachesByRule(document, set, { codes: set.codes, today, report })
  return findings.map(({ rule, flag, path, message }) => {
    const found = elementAt(report.root, path)
    const breach = breaches.next(rule, found, message)
    const known = breaches.ruleOf(rule)
    const binding = explanationOf(rule, found.name)
    const term = breach?.term ?? termOf(found, known, binding.term ?? termInId(rule), paths)
    const index = breach?.index ?? indexOf(term, found, document)
    const element = placeOf(term, found, paths)
    return {
      rule,
      severity: flag === 'fatal' ? 'fatal' : 'warning',
      path: element.path,
      term,
      message: breach?.message ?? binding.message ?? message,
      fix: breach?.fix ?? known?.fix ?? binding.fix,
      line: report.tree.lineOf(element),
      index,
      termPath: paths.pathOf(term),
    }
  })
}

/** A place where a rule of the model is broken. */
interface Breach {
  readonly term: Term
  readonly index: number | undefined
  readonly message: string
  readonly fix: string
  /** What it stands in; undefined for the document as a whole. */
  readonly group: XmlElement | undefined
}

/** The breaches of the model's rules, found when a finding first asks for a rule. Each is told once. */
class BreachesByRule {
  readonly #found = new Map<string, Breach[]>()
  readonly #rules: ReadonlyMap<string, readonly Rule[]>

  constructor(
    private readonly document: ReadDocument,
    set: DocumentRuleSet,
    private readonly context: RuleContext,
  ) {
    this.#rules = rulesOf(set)
  }

  ruleOf(id: string): Rule | undefined {
    return this.#rules.get(id)?.[0]
  }

  /** The breach that a finding at that element tells of. */
  next(rule: string, element: XmlElement, message: string): Breach | undefined {
    const breaches = this.#found.get(rule) ?? this.#find(rule)
    const near = breaches.filter(({ group }) => group === undefined || isRelated(group, element))
    const chosen = near.find((each) => each.message === message) ?? near[0]
    if (chosen !== undefined) breaches.splice(breaches.indexOf(chosen), 1)
    return chosen
  }

  #find(id: string): Breach[] {
    const { invoice, report } = this.document
    const breaches: Breach[] = []
    for (const rule of this.#rules.get(id) ?? [])
      rule.check(
        invoice,
        (term, index, value) => {
          const group = groupOf(term, invoice)?.[index ?? 0]
          breaches.push({
            ...{ term, index, fix: rule.fix },
            message: rule.message.replace('{}', () => quoted(value)),
            group: group === undefined ? undefined : report.originOf(group),
          })
        },
        this.context,
      )
    this.#found.set(id, breaches)
    return breaches
  }
}

const rulesBySet = new WeakMap<DocumentRuleSet, ReadonlyMap<string, readonly Rule[]>>()

/** The rules of the model in a set, by their ids: those that are judged, and those that describe bound ones. */
function rulesOf(set: DocumentRuleSet): ReadonlyMap<string, readonly Rule[]> {
  const known = rulesBySet.get(set)
  if (known !== undefined) return known
  const rules = new Map<string, Rule[]>()
  const all = new Set([...set.model, ...set.described.filter((each): each is Rule => 'check' in each)])
  for (const rule of all) {
    const alike = rules.get(rule.id)
    if (alike === undefined) rules.set(rule.id, [rule])
    else alike.push(rule)
  }
  rulesBySet.set(set, rules)
  return rules
}

/** The term of a finding that the model does not tell: that of the element, where it bears one, else the rule's own. */
function termOf(found: XmlElement, rule: Rule | undefined, ofBinding: string | undefined, paths: TermPaths): string {
  const ofElement = paths.termOf(found)
  if (rule?.terms.some((term) => term === ofElement) || found.children.length === 0) return ofElement
  return rule?.terms[0] ?? ofBinding ?? ofElement
}

/** French rules bear the term in their id: `BR-FR-03_EXT-FR-FE-138`. */
function termInId(rule: string): string | undefined {
  return /[_-]((?:EXT-FR-FE|BT|BG)-\d+)/.exec(rule)?.[1]
}

/** The element of a path such as `/ubl:Invoice/cac:InvoiceLine[2]/cbc:ID`; the last on the way that is there. */
function elementAt(root: XmlElement, path: string): XmlElement {
  let at = root
  for (const step of path.split('/').slice(2)) {
    const [, name = '', place = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    const next = at.all(name)[Number(place) - 1]
    if (next === undefined) return at
    at = next
  }
  return at
}

/** The term's own element, if the one found holds it and no other like it; else the one found. */
function placeOf(term: string, found: XmlElement, paths: TermPaths): XmlElement {
  return paths.elementOf(term, found) ?? found
}

/** Which of its group the term's occurrence is, by the element found. */
function indexOf(term: string, found: XmlElement, { invoice, report }: ReadDocument): number | undefined {
  const groups = groupOf(term, invoice)
  if (groups === undefined) return undefined
  const index = groups.findIndex((group) => {
    const origin = report.originOf(group)
    return origin !== undefined && isWithin(found, origin)
  })
  return index < 0 ? undefined : index
}

/** Whether one element is in the other. */
function isRelated(one: XmlElement, other: XmlElement): boolean {
  return isWithin(one, other) || isWithin(other, one)
}

function isWithin(inner: XmlElement, outer: XmlElement): boolean {
  for (let at: XmlElement | null = inner; at !== null; at = at.parent) if (at === outer) return true
  return false
}
