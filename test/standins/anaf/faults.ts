import type { AnafCall, Fault, FaultKind } from './options.js'

/** The faults that are switched on. */
export class Faults {
  #faults: { readonly fault: Fault; left: number }[] = []

  /** Replaces those that there were. */
  set(faults: readonly Fault[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }))
  }

  /** Adds to those that there are; the function that it gives takes them away again. */
  add(faults: readonly Fault[]): () => void {
    const added = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }))
    this.#faults.push(...added)
    return () => {
      this.#faults = this.#faults.filter((one) => !added.includes(one))
    }
  }

  /** The first fault of a call, which it uses up once. */
  next(call: AnafCall): FaultKind | null {
    const found = this.#faults.find(({ fault, left }) => left > 0 && (fault.on === call || fault.on === 'all'))
    if (found === undefined) return null
    found.left -= 1
    return found.fault.does
  }
}
