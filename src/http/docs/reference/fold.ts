import { lazily } from '../../../domain/lazily.js'

/** Consecutive ids under one label. */
interface Range {
  /** `BR-S-01 … BR-S-10`, or the id if it is alone. */
  readonly label: string
  readonly ids: readonly string[]
}

/**
 * Folds ids that begin alike, up to their first number, into ranges in natural order. Ranges
 * include gaps: a range shows its first and last id, and some numbers in it may not exist.
 */
export function folded(ids: readonly string[]): readonly Range[] {
  const groups = new Map<string, string[]>()
  for (const id of [...ids].sort(inNaturalOrder)) {
    // The number of the standard is not part of the rule's number.
    const [key = ''] = /^\D*/.exec(id.replace('EN16931', 'EN')) ?? []
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [id])
    else group.push(id)
  }
  return Array.from(groups.values(), (group) => {
    const [first = '', last = ''] = [group[0], group.at(-1)]
    return { ids: group, label: group.length === 1 ? first : `${first} … ${last}` }
  })
}

const collator = lazily(() => new Intl.Collator('en', { numeric: true }))

/** Compares numbers in texts as numbers: `BR-2` before `BR-10`. */
export function inNaturalOrder(one: string, other: string): number {
  return collator().compare(one, other)
}
