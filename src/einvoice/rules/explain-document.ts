import type { Finding } from '../judgement.js'
import type { ReadDocument } from '../syntax/read-invoice.js'
import { type TermPaths, termPaths } from '../syntax/term-paths.js'
import type { XmlElement } from '../xml/element.js'
import { explanationOf } from './bindings/explanations.js'
import { type DocumentRuleSet, type Flag, groupOf, type LocatedFinding } from './judge-document.js'
import { bounded } from './finding-list.js'
import { quoted } from './judge.js'
import type { Rule, RuleContext, Term } from './rule.js'

/** A finding on a document, with all that is told of one on an invoice in JSON. */
export interface ExplainedFinding extends Finding {
  /** The level as the profile has it, which knows more than two. */
  readonly flag: Flag
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
  findings: readonly LocatedFinding[],
  set: DocumentRuleSet,
  today: string,
): readonly ExplainedFinding[] {
  const { invoice, report, detected } = document
  const paths = termPaths(detected.syntax, invoice.kind)
  const breaches = new BreachesByRule(document, set, { codes: set.codes, today, report })
  const places = new GroupPlaces(document)
  return findings.map(({ rule, flag, element: found, message, fix }) => {
    const breach = fix === undefined ? breaches.next(rule, found, message) : undefined
    const known = breaches.ruleOf(rule)
    const binding = explanationOf(rule, found.name)
    const term = breach?.term ?? termOf(found, known, binding.term ?? termInId(rule), paths)
    const index = breach?.index ?? places.of(term, found)
    const element = placeOf(term, found, paths)
    return {
      rule,
      flag,
      severity: flag === 'fatal' ? 'fatal' : 'warning',
      path: bounded(element.path),
      term,
      message: bounded(breach?.message ?? (fix === undefined ? binding.message : undefined) ?? message),
      fix: bounded(fix ?? breach?.fix ?? known?.fix ?? binding.fix),
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
  readonly #found = new Map<string, Breaches>()
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
    return (this.#found.get(rule) ?? this.#find(rule)).take(element, message)
  }

  #find(id: string): Breaches {
    const { invoice, report } = this.document
    const breaches = new Breaches()
    for (const rule of this.#rules.get(id) ?? [])
      rule.check(
        invoice,
        (term, index, value) => {
          const group = groupOf(term, invoice)?.[index ?? 0]
          breaches.add({
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

/**
 * The breaches of one rule, to be taken by the element of a finding: those of the document as a whole, of a group that the element is in, and of
 * groups in the element. Every one is looked at a fixed number of times, however many there are.
 */
class Breaches {
  readonly #ofDocument = new BreachQueue()
  /** By the element of their group. */
  readonly #at = new Map<XmlElement, BreachQueue>()
  /** By every element around their group. */
  readonly #around = new Map<XmlElement, BreachQueue>()
  #count = 0

  add(breach: Breach): void {
    const entry = { breach, place: this.#count, isTaken: false }
    this.#count += 1
    if (breach.group === undefined) {
      this.#ofDocument.add(entry)
      return
    }
    queueOf(this.#at, breach.group).add(entry)
    for (let at = breach.group.parent; at !== null; at = at.parent) queueOf(this.#around, at).add(entry)
  }

  /** The first near that element which says the same, else the first near it. */
  take(element: XmlElement, message: string): Breach | undefined {
    if (this.#count === 0) return undefined
    const near = [this.#ofDocument, this.#around.get(element)]
    for (let at: XmlElement | null = element; at !== null; at = at.parent) near.push(this.#at.get(at))
    const chosen =
      earliest(near.map((queue) => queue?.saying(message))) ?? earliest(near.map((queue) => queue?.first()))
    if (chosen !== undefined) chosen.isTaken = true
    return chosen?.breach
  }
}

interface BreachEntry {
  readonly breach: Breach
  /** In the order in which they were found. */
  readonly place: number
  isTaken: boolean
}

/** Those that are taken are stepped over once, and never again. */
class BreachQueue {
  readonly #all: Line = { entries: [], next: 0 }
  readonly #byMessage = new Map<string, Line>()

  add(entry: BreachEntry): void {
    this.#all.entries.push(entry)
    const { message } = entry.breach
    const alike = this.#byMessage.get(message)
    if (alike === undefined) this.#byMessage.set(message, { entries: [entry], next: 0 })
    else alike.entries.push(entry)
  }

  first(): BreachEntry | undefined {
    return firstLeft(this.#all)
  }

  saying(message: string): BreachEntry | undefined {
    const line = this.#byMessage.get(message)
    return line && firstLeft(line)
  }
}

interface Line {
  readonly entries: BreachEntry[]
  next: number
}

function firstLeft(line: Line): BreachEntry | undefined {
  while (line.entries[line.next]?.isTaken === true) line.next += 1
  return line.entries[line.next]
}

function earliest(entries: readonly (BreachEntry | undefined)[]): BreachEntry | undefined {
  let found: BreachEntry | undefined
  for (const entry of entries)
    if (entry !== undefined && (found === undefined || entry.place < found.place)) found = entry
  return found
}

function queueOf(queues: Map<XmlElement, BreachQueue>, element: XmlElement): BreachQueue {
  let queue = queues.get(element)
  if (queue === undefined) {
    queue = new BreachQueue()
    queues.set(element, queue)
  }
  return queue
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

/** The term's own element, if the one found holds it and no other like it; else the one found. */
function placeOf(term: string, found: XmlElement, paths: TermPaths): XmlElement {
  return paths.elementOf(term, found) ?? found
}

/** Which of its group a term's occurrence is, by the element found. */
class GroupPlaces {
  readonly #byGroups = new Map<readonly object[], ReadonlyMap<XmlElement, number>>()

  constructor(private readonly document: ReadDocument) {}

  of(term: string, found: XmlElement): number | undefined {
    const groups = groupOf(term, this.document.invoice)
    if (groups === undefined) return undefined
    const places = this.#byGroups.get(groups) ?? this.#index(groups)
    let least: number | undefined
    for (let at: XmlElement | null = found; at !== null; at = at.parent) {
      const place = places.get(at)
      if (place !== undefined && (least === undefined || place < least)) least = place
    }
    return least
  }

  #index(groups: readonly object[]): ReadonlyMap<XmlElement, number> {
    const { report } = this.document
    const places = new Map<XmlElement, number>()
    groups.forEach((group, index) => {
      const origin = report.originOf(group)
      if (origin !== undefined && !places.has(origin)) places.set(origin, index)
    })
    this.#byGroups.set(groups, places)
    return places
  }
}
