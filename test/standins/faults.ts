/** A fault of a stand-in, from now on or so many times. */
export interface FaultOn<Call extends string, Kind> {
  readonly on: Call | 'all'
  /** How often; absent: until the faults are replaced. */
  readonly times?: number
  readonly does: Kind
}

/** What goes wrong with any call over HTTP. */
export type HttpFault =
  /** The connection ends without an answer; nothing was done. */
  | { readonly kind: 'cut' }
  /** The call takes effect, and the connection ends without an answer. */
  | { readonly kind: 'lost' }
  /** No answer, ever; nothing was done. */
  | { readonly kind: 'hang' }
  /** The answer comes so many milliseconds later. */
  | { readonly kind: 'slow'; readonly milliseconds: number }
  /** This answer instead; nothing was done. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** The faults that are switched on. */
export class Faults<Call extends string, Kind> {
  #faults: { readonly fault: FaultOn<Call, Kind>; left: number }[] = []

  /** Replaces the present faults. */
  set(faults: readonly FaultOn<Call, Kind>[]): void {
    this.#faults = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }))
  }

  /** Adds faults; the returned function removes them. */
  add(faults: readonly FaultOn<Call, Kind>[]): () => void {
    const added = faults.map((fault) => ({ fault, left: fault.times ?? Infinity }))
    this.#faults.push(...added)
    return () => {
      this.#faults = this.#faults.filter((one) => !added.includes(one))
    }
  }

  /** The first fault of a call, which it uses up once. */
  next(call: Call): Kind | null {
    const found = this.#faults.find(({ fault, left }) => left > 0 && (fault.on === call || fault.on === 'all'))
    if (found === undefined) return null
    found.left -= 1
    return found.fault.does
  }
}
