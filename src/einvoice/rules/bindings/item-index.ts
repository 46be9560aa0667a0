import type { Decimal } from '../../model/decimal.js'
import type { XmlElement } from '../../xml/element.js'
import { decimal, RuleFailure } from './xpath.js'

/**
 * A step in the evaluation of an item: the item belongs to `key`, or the official rule fails for
 * every key with that beginning.
 */
export interface Sighting {
  readonly key: readonly string[]
  readonly failure?: RuleFailure
}

/**
 * An index of a document's items by the search keys of VAT breakdown entries (category, rate,
 * reason), so that every item is evaluated once and not for each entry. It keeps the order of
 * evaluation of the XPath: the official rule fails only for those entries for which it reaches the
 * failure.
 */
export class ItemIndex<T> {
  readonly #matches = new Map<string, Match<T>[]>()
  readonly #failures = new Map<string, Failure[]>()
  readonly #reached = new Set<string>()
  #items = 0

  /**
   * @param sightings in the rule's order of evaluation, to the end of the item or its first
   * failure under the empty key
   */
  add(item: T, sightings: Iterable<Sighting>): void {
    const failedAt = new Map<string, number>()
    const matched = new Set<string>()
    let place = 0
    this.#items += 1
    for (const { key, failure } of sightings) {
      place += 1
      for (let length = 0; length <= key.length; length += 1) this.#reached.add(joined(key, length))
      const whole = joined(key, key.length)
      if (failure !== undefined) {
        if (failedAt.has(whole)) continue
        failedAt.set(whole, place)
        append(this.#failures, whole, { item: this.#items, failure })
      } else if (!matched.has(whole)) {
        matched.add(whole)
        append(this.#matches, whole, { item, number: this.#items, place, failedAt })
      }
    }
  }

  /** Adds an item with a single step. */
  addOnly(item: T, key: readonly string[]): void {
    this.#items += 1
    const whole = joined(key, key.length)
    const alike = this.#matches.get(whole)
    const match = { item, number: this.#items, place: 1 }
    if (alike !== undefined) alike.push(match)
    else {
      this.#matches.set(whole, [match])
      for (let length = 0; length <= key.length; length += 1) this.#reached.add(joined(key, length))
    }
  }

  /** Whether the rule evaluates the next part of the key for any item. */
  reaches(key: readonly string[]): boolean {
    return this.#reached.has(joined(key, key.length))
  }

  /**
   * Whether a key has an item.
   * @throws RuleFailure if the official rule fails before it finds one
   */
  has(key: readonly string[]): boolean {
    const [first] = this.#matches.get(joined(key, key.length)) ?? []
    let earliest: Failure | undefined
    for (let length = 0; length <= key.length; length += 1) {
      const [failed] = this.#failures.get(joined(key, length)) ?? []
      if (failed !== undefined && (earliest === undefined || failed.item < earliest.item)) earliest = failed
    }
    if (earliest !== undefined && (first === undefined || earliest.item < first.number)) throw earliest.failure
    return first !== undefined
  }

  /**
   * The items of a key, in document order.
   * @throws RuleFailure if the official rule fails before it finds all of them
   */
  under(key: readonly string[]): readonly T[] {
    const matches = this.#matches.get(joined(key, key.length)) ?? []
    for (let length = 0; length <= key.length; length += 1) {
      const prefix = joined(key, length)
      const failures = this.#failures.get(prefix)
      if (failures === undefined) continue
      const [first] = failures
      // After a match the item is not evaluated any further.
      const met = matches.filter(({ place, failedAt }) => (failedAt?.get(prefix) ?? -1) > place)
      if (first !== undefined && met.length < failures.length) throw first.failure
    }
    return matches.map(({ item }) => item)
  }
}

interface Failure {
  /** The index of the item. */
  readonly item: number
  readonly failure: RuleFailure
}

interface Match<T> {
  readonly item: T
  /** The index of the item of the failure. */
  readonly number: number
  readonly place: number
  /** The failures of the rule in the item, by the beginning of the key; absent: none. */
  readonly failedAt?: ReadonlyMap<string, number>
}

/** A rate as part of a key: equal rates have equal texts. */
export function rateKey(rate: Decimal): string {
  return rate.toString()
}

/** The result of `compute`, or the failure that it throws. */
export function attempt<T>(compute: () => T): { readonly value: T } | { readonly failure: RuleFailure } {
  try {
    return { value: compute() }
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    return { failure: error }
  }
}

/**
 * What is met in the tax categories of an item: their rates, one after another, up to one at which
 * the rule fails.
 */
export function* rateSightings(categories: readonly XmlElement[], path: string): Generator<Sighting> {
  for (const category of categories) {
    const rate = attempt(() => decimal(category, path))
    if ('failure' in rate) {
      yield { key: [], failure: rate.failure }
      return
    }
    if (rate.value !== undefined) yield { key: [rateKey(rate.value)] }
  }
}

/** Computes for each key once, failures included. */
export class Remembered<T> {
  readonly #known = new Map<string, ReturnType<typeof attempt<T>>>()

  get(key: readonly string[], compute: () => T): T {
    const whole = joined(key, key.length)
    let known = this.#known.get(whole)
    if (known === undefined) {
      known = attempt(compute)
      this.#known.set(whole, known)
    }
    if ('failure' in known) throw known.failure
    return known.value
  }
}

function joined(key: readonly string[], length: number): string {
  if (length === 0) return ''
  if (length === 1) return key[0] ?? ''
  // XML texts never contain a NUL.
  return key.slice(0, length).join('\0')
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
