import type { Decimal } from '../../model/decimal.js'
import { RuleFailure } from './xpath.js'

/**
 * What is met while an item is looked at: it is one of those under `key`, or the official rule
 * fails for every key that begins so.
 */
export interface Sighting {
  readonly key: readonly string[]
  readonly failure?: RuleFailure
}

/**
 * The items of a document by what an entry of the VAT breakdown looks for (category, rate,
 * reason), so that every item is looked at once and not for each entry. It keeps the order in
 * which an XPath looks at an item: where the official rule fails at something, it does so only for
 * the entries for which it gets there.
 */
export class ItemIndex<T> {
  readonly #matches = new Map<string, Match<T>[]>()
  readonly #failures = new Map<string, Failure[]>()
  readonly #reached = new Set<string>()
  #items = 0

  /**
   * @param sightings in the order in which the rule meets them, to the end of the item or its
   *   first failure under the empty key
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

  /** Adds an item in which nothing but this is met. */
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

  /**
   * Whether the rule gets so far with any item, so that it looks at what the next part of the key
   * stands for.
   */
  reaches(key: readonly string[]): boolean {
    return this.#reached.has(joined(key, key.length))
  }

  /**
   * Whether there is an item under a key.
   * @throws RuleFailure where the official rule fails before it has found one
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
   * The items under a key, in document order.
   * @throws RuleFailure where the official rule fails before it has found all of them
   */
  under(key: readonly string[]): readonly T[] {
    const matches = this.#matches.get(joined(key, key.length)) ?? []
    for (let length = 0; length <= key.length; length += 1) {
      const prefix = joined(key, length)
      const failures = this.#failures.get(prefix)
      if (failures === undefined) continue
      const [first] = failures
      // An item that is found is not looked at any further.
      const met = matches.filter(({ place, failedAt }) => (failedAt?.get(prefix) ?? -1) > place)
      if (first !== undefined && met.length < failures.length) throw first.failure
    }
    return matches.map(({ item }) => item)
  }
}

interface Failure {
  /** Which item it is met in. */
  readonly item: number
  readonly failure: RuleFailure
}

interface Match<T> {
  readonly item: T
  /** Which item that is. */
  readonly number: number
  readonly place: number
  /** Where the rule fails in the item, by the beginning of the key; absent: nowhere. */
  readonly failedAt?: ReadonlyMap<string, number>
}

/** A rate as part of a key: equal rates are equal texts. */
export function rateKey(rate: Decimal): string {
  return rate.toString()
}

/** What `compute` gives, or the failure that it throws. */
export function attempt<T>(compute: () => T): { readonly value: T } | { readonly failure: RuleFailure } {
  try {
    return { value: compute() }
  } catch (error) {
    if (!(error instanceof RuleFailure)) throw error
    return { failure: error }
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
  // No text of XML has a NUL.
  return key.slice(0, length).join('\0')
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const values = map.get(key)
  if (values === undefined) map.set(key, [value])
  else values.push(value)
}
