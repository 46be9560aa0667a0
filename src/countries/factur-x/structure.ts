import type { JudgedDocument } from '../../einvoice/rules/bindings/binding.js'
import { all } from '../../einvoice/rules/bindings/xpath.js'
import type { Structure, StructureFinding } from '../../einvoice/rules/judge-document.js'
import type { XmlElement } from '../../einvoice/xml/element.js'
import { quoted } from '../../einvoice/xml/quoted.js'
import { listOf } from './code-lists.js'

/** The rules on the structure; the artefact has no ids for half of them. */
const STRUCTURE_RULES = {
  /** An element occurs too often, or not often enough. */
  count: 'FX-COUNT',
  /** The profile does not use an element or an attribute. */
  unused: 'FX-UNUSED',
  /** An attribute is missing. */
  attribute: 'FX-ATTRIBUTE',
  /** A code is not in its list. */
  code: 'FX-CODE',
} as const

type Report = (finding: StructureFinding) => void
type Check = (element: XmlElement, report: Report, root: XmlElement) => void
type Condition = (element: XmlElement, root: XmlElement) => boolean

/** An element name, in one variant or in all. */
interface Step {
  readonly name: string
  readonly isMeant: Condition
}

/** What is checked at an element, and the places below it. */
interface Place {
  readonly checks: readonly Check[]
  readonly inside: ReadonlyMap<string, readonly { readonly step: Step; readonly place: Place }[]>
}

/**
 * The structure that a profile demands, as a table that `conformance/factur-x-tables.ts` writes.
 * A row is a place, numbered from 0; the last is the document. It has checks and, after `>`, the
 * number of the row for each element below. Checks: `=1:name`, `<1:name` and `>1:name` for
 * exactly, at most and at least so many; `-` and `-@name` for an element or attribute that the
 * profile does not use; `+@name` for a required attribute; `#7` and `#7@name` for a value of the
 * list 7. Conditions in brackets select a variant of an element, all of them joined by `&`:
 * `path` for its existence, `path=value`, both negated by `!`; a value after `^` or `/` is a path
 * from the element two levels up, or from the root. Of several variants that fit an element the
 * first one with checks applies, as in a pattern of Schematron.
 */
export class FacturXStructure implements Structure {
  readonly ids: ReadonlySet<string> = new Set(Object.values(STRUCTURE_RULES))
  #document: Place | undefined

  /** @param profile its name for people, for example `Factur-X BASIC` */
  constructor(
    private readonly table: string,
    private readonly profile: string,
  ) {}

  findIn({ root }: JudgedDocument): readonly StructureFinding[] {
    this.#document ??= placeOf(this.table, this.profile)
    const found: StructureFinding[] = []
    const report: Report = (finding) => {
      found.push(finding)
    }
    walk(root, [this.#document], report, root)
    return found
  }
}

function walk(element: XmlElement, places: readonly Place[], report: Report, root: XmlElement): void {
  for (const check of places.find(({ checks }) => checks.length > 0)?.checks ?? []) check(element, report, root)
  for (const child of element.children) {
    const below: Place[] = []
    for (const { inside } of places)
      for (const { step, place } of inside.get(child.name) ?? []) if (step.isMeant(child, root)) below.push(place)
    if (below.length > 0) walk(child, below, report, root)
  }
}

function placeOf(table: string, profile: string): Place {
  const places: Place[] = []
  for (const row of table.slice(1, -1).split('\n')) {
    const checks: Check[] = []
    const inside = new Map<string, { step: Step; place: Place }[]>()
    for (const token of row.split(' ')) {
      const [, written, number] = /^([\w:]+(?:\[[^\]]*\])?)>(\d+)$/.exec(token) ?? []
      if (written === undefined) {
        checks.push(checkOf(token, profile))
        continue
      }
      const step = stepOf(written)
      const place = places[Number(number)]
      if (place === undefined) continue
      const alike = inside.get(step.name)
      if (alike === undefined) inside.set(step.name, [{ step, place }])
      else alike.push({ step, place })
    }
    places.push({ checks, inside })
  }
  return places.at(-1) ?? { checks: [], inside: new Map() }
}

function stepOf(written: string): Step {
  const [name = '', conditions] = written.split('[')
  const each = conditions?.slice(0, -1).split('&').map(conditionOf) ?? []
  return { name, isMeant: (element, root) => each.every((holds) => holds(element, root)) }
}

function conditionOf(written: string): Condition {
  if (written.startsWith('!')) {
    const holds = conditionOf(written.slice(1))
    return (element, root) => !holds(element, root)
  }
  const at = written.indexOf('=')
  const path = at < 0 ? written : written.slice(0, at)
  const values = (element: XmlElement): readonly string[] => {
    const [elements = '', attribute] = path.split('@')
    const found = elements === '' ? [element] : all(element, elements.replace(/\/$/, ''))
    return attribute === undefined
      ? found.map(({ stringValue }) => stringValue)
      : found.flatMap((each) => each.attribute(attribute) ?? [])
  }
  if (at < 0) return (element) => values(element).length > 0
  const wanted = written.slice(at + 1)
  const allowed = (element: XmlElement, root: XmlElement): readonly string[] => {
    if (wanted.startsWith('/')) return all(root, wanted.slice(1)).map(({ stringValue }) => stringValue)
    if (!wanted.startsWith('^')) return [wanted]
    const above = element.parent?.parent
    return above == null ? [] : all(above, wanted.slice(1)).map(({ stringValue }) => stringValue)
  }
  return (element, root) => {
    const right = allowed(element, root)
    return values(element).some((value) => right.includes(value))
  }
}

const TIMES: Readonly<Record<string, string>> = { '1': 'once', '2': 'twice' }

function checkOf(token: string, profile: string): Check {
  const rest = token.slice(1)
  if (token.startsWith('-')) return unused(rest.slice(1), profile)
  if (token.startsWith('+')) return required(rest.slice(1), profile)
  if (token.startsWith('#')) return listed(rest, profile)
  return counted(token, profile)
}

function counted(token: string, profile: string): Check {
  const [, relation = '', number = '', written = ''] = /^([=<>])(\d+):(.*)$/.exec(token) ?? []
  const step = stepOf(written)
  const wanted = Number(number)
  const how = { '=': 'exactly', '<': 'at most', '>': 'at least' }[relation] ?? ''
  return (element, report, root) => {
    const found = element.all(step.name).filter((child) => step.isMeant(child, root)).length
    if (relation === '=' ? found === wanted : relation === '<' ? found <= wanted : found >= wanted) return
    report({
      id: STRUCTURE_RULES.count,
      element,
      message: `${written} must occur ${how} ${TIMES[number] ?? `${number} times`} in ${element.name} under ${profile}, and occurs ${found === 1 ? 'once' : `${found} times`}`,
      fix: found < wanted ? `Write ${step.name} in ${element.name}` : `Keep ${number} of the ${found} ${step.name}`,
    })
  }
}

/** @param attribute empty: the element itself */
function unused(attribute: string, profile: string): Check {
  return (element, report) => {
    if (attribute !== '' && element.attribute(attribute) === undefined) return
    const what = attribute === '' ? element.name : `the attribute ${attribute} of ${element.name}`
    report({
      id: STRUCTURE_RULES.unused,
      element,
      ...(attribute !== '' && { attribute }),
      message: `${profile} does not use ${what} here`,
      fix: `Remove ${what}, or claim a higher profile if it allows it`,
    })
  }
}

function required(attribute: string, profile: string): Check {
  return (element, report) => {
    if (element.attribute(attribute) !== undefined) return
    report({
      id: STRUCTURE_RULES.attribute,
      element,
      attribute,
      message: `${element.name} has no attribute ${attribute}, which ${profile} requires`,
      fix: `Give ${element.name} the attribute ${attribute}`,
    })
  }
}

/** @param written the number of the list, and the attribute, if it is not the element's text */
function listed(written: string, profile: string): Check {
  const [number = '', attribute] = written.split('@')
  return (element, report) => {
    const value = attribute === undefined ? element.stringValue : element.attribute(attribute)
    if (value === undefined || value === '' || listOf(Number(number)).has(value)) return
    const what = attribute === undefined ? element.name : `the attribute ${attribute} of ${element.name}`
    report({
      id: STRUCTURE_RULES.code,
      element,
      ...(attribute !== undefined && { attribute }),
      message: `${quoted(value)} is not a code that ${profile} allows for ${what}`,
      fix: `Use a code of the list for ${what}, exactly as it is written there`,
    })
  }
}
