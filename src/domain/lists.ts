// Large lists are never spread into the arguments of a call: the stack has room for some 120,000.

/** Adds elements to the end of a list. */
export function addAll<T>(list: T[], added: Iterable<T>): void {
  for (const each of added) list.push(each)
}

/** The largest of the numbers and of `least`. */
export function largest(numbers: Iterable<number>, least = -Infinity): number {
  let found = least
  for (const each of numbers) found = Math.max(found, each)
  return found
}

/** The smallest of the numbers; infinity if there is none. */
export function smallest(numbers: Iterable<number>): number {
  let found = Infinity
  for (const each of numbers) found = Math.min(found, each)
  return found
}
