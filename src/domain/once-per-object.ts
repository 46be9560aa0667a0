/**
 * The same function, computed once for each object and kept as long as that: for pure functions of
 * what is never changed.
 */
export function oncePerObject<Of extends object, Result extends object>(
  compute: (of: Of) => Result,
): (of: Of) => Result {
  const known = new WeakMap<Of, Result>()
  return (of) => {
    const found = known.get(of)
    if (found !== undefined) return found
    const result = compute(of)
    known.set(of, result)
    return result
  }
}
