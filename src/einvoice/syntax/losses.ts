import { Decimal } from '../model/decimal.js'
import type { Invoice } from '../model/invoice-model.js'
import { MODEL_TERMS, type ModelValue } from '../model/terms.js'
import { fieldsOf, itemsOf } from '../../domain/json.js'

/** A term that is missing or different in another model. */
export interface ModelLoss {
  /** The term of the value, or of the group if all of it is missing. */
  readonly term: string
  /** The enclosing groups in the first model, outermost first. */
  readonly groups: readonly object[]
  /** Of a group the first value in it; undefined if it has none. */
  readonly value: ModelValue | undefined
  /** The value in the other model; undefined: none. */
  readonly other: ModelValue | undefined
}

/**
 * Every term of an invoice that is missing or different in another one. Additional data of the
 * other one is no loss. The order of a list does not matter. The time is linear in the size of the
 * invoice.
 */
export function lossesBetween(invoice: Invoice, other: Invoice): readonly ModelLoss[] {
  const losses: ModelLoss[] = []
  compareGroups(invoice, other, MODEL_TERMS, [], losses)
  return losses
}

/** The terms of a group, without the types that make them complete. */
interface GroupTerms {
  readonly of: string
  readonly [field: string]: string | GroupTerms
}

function compareGroups(
  group: object,
  other: object | undefined,
  terms: GroupTerms,
  around: readonly object[],
  losses: ModelLoss[],
): void {
  const groups = [...around, group]
  for (const [field, of] of Object.entries(terms)) {
    const [mine, theirs] = [fieldsOf(group)[field], fieldsOf(other)[field]]
    if (field === 'of' || saysNothing(mine)) continue
    if (Array.isArray(mine)) compareLists(mine, itemsOf(theirs), of, groups, losses)
    else compareFields(mine, theirs, of, groups, losses)
  }
}

function compareFields(
  mine: unknown,
  theirs: unknown,
  of: string | GroupTerms,
  groups: readonly object[],
  losses: ModelLoss[],
): void {
  if (typeof of !== 'string') {
    // A group with one value is lost as that value.
    const leaves = saysNothing(theirs) && of.of !== '' ? leavesOf(mine, of) : []
    const [[term, value] = ['', undefined], another] = leaves
    if (leaves.length > 0 && (another !== undefined || term === of.of))
      losses.push({ term: of.of, groups: [...groups, fieldsOf(mine)], value, other: undefined })
    else compareGroups(fieldsOf(mine), fieldsOf(theirs), of, groups, losses)
  } else if (!isSame(mine, theirs)) {
    const isValue = !isGroup(mine)
    const other = saysNothing(theirs) || isGroup(theirs) ? undefined : (theirs as ModelValue)
    losses.push({ term: of, groups, value: isValue ? (mine as ModelValue) : undefined, other })
  }
}

/** The values in a group with their terms; the first ones name the group to readers. */
function leavesOf(group: unknown, terms: GroupTerms): readonly (readonly [term: string, value: ModelValue])[] {
  const fields = fieldsOf(group)
  return Object.entries(terms).flatMap(([field, of]) => {
    const mine = fields[field]
    if (field === 'of' || saysNothing(mine)) return []
    if (typeof of === 'string') return isGroup(mine) ? [] : [[of, mine as ModelValue] as const]
    return itemsOf(Array.isArray(mine) ? mine : [mine]).flatMap((each) => leavesOf(each, of))
  })
}

/** Equal members of both lists are matched first, in any order; the rest is compared in order. */
function compareLists(
  mine: readonly unknown[],
  theirs: readonly unknown[],
  of: string | GroupTerms,
  groups: readonly object[],
  losses: ModelLoss[],
): void {
  const places = new Map<string, number[]>()
  theirs.forEach((each, place) => {
    const key = contentOf(each)
    const known = places.get(key)
    if (known === undefined) places.set(key, [place])
    else known.push(place)
  })
  // From the end, so that the members are matched in order.
  for (const each of places.values()) each.reverse()
  const taken = new Set<number>()
  const left = mine.filter((each) => {
    const place = places.get(contentOf(each))?.pop()
    if (place !== undefined) taken.add(place)
    return place === undefined && !saysNothing(each)
  })
  const others = theirs.filter((_, place) => !taken.has(place))
  left.forEach((each, place) => {
    compareFields(each, others[place], of, groups, losses)
  })
}

/** Two parts of a model are equal if this key is equal. */
function contentOf(part: unknown): string {
  if (part instanceof Decimal) return part.toString()
  if (part instanceof Uint8Array) return Buffer.from(part).toString('base64')
  if (Array.isArray(part)) return `[${part.map(contentOf).join()}]`
  if (typeof part !== 'object' || part === null) return JSON.stringify(part) ?? ''
  const fields = Object.entries(part)
    .filter(([name, value]) => !UNTOLD.has(name) && !saysNothing(value))
    .sort(([one], [two]) => (one < two ? -1 : 1))
  return `{${fields.map(([name, value]) => `${name}:${contentOf(value)}`).join()}}`
}

/** See `Derived` of the terms. */
const UNTOLD = new Set(['kind', 'isConsumer', 'size', 'paymentPlan'])

function isSame(one: unknown, two: unknown): boolean {
  if (one === two) return true
  if (one instanceof Decimal) return two instanceof Decimal && one.equals(two)
  return typeof one === 'object' && contentOf(one) === contentOf(two)
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Decimal || value instanceof Uint8Array)
}

/** Whether it is undefined, or an empty text, list or group. */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  if (Array.isArray(value)) return value.every(saysNothing)
  return isGroup(value) && Object.entries(value).every(([name, each]) => UNTOLD.has(name) || saysNothing(each))
}
