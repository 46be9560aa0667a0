import type { Arrival, UnclaimedDocument } from '../../../src/countries/gateway/reception.js'
import type { Scope } from '../../../src/domain/event.js'
import type {
  Arrivals,
  HeldCompany,
  RecordedArrival,
  WaitingArrival,
} from '../../../src/processors/receiving/arrivals.js'

/** A document that has arrived. Times are milliseconds since 1970. */
interface MemoryArrival extends WaitingArrival {
  readonly companyId: string
  /** null: it is recorded. */
  readonly dueAt: number | null
  readonly settledAt: number | null
}

/** A company that documents have come for. */
interface MemoryArrivalCompany {
  readonly id: string
  readonly scope: Scope
  readonly heldUntil: number
  readonly token: bigint
  readonly newest: bigint | null
}

/** Where the documents are; the values of the maps are replaced, never changed. */
export interface ArrivalTables {
  arrivals: Map<bigint, MemoryArrival>
  arrivalCompanies: Map<string, MemoryArrivalCompany>
  /** By channel and identity. */
  unclaimed: Map<string, UnclaimedDocument>
  /** The position of the newest document. A restore takes it back, as in PostgreSQL. */
  arrivalPosition: bigint
}

/** The documents that have arrived, in memory. */
export class MemoryArrivals implements Arrivals {
  readonly #tables: ArrivalTables
  readonly #onStored: (arrival: Arrival) => void

  /** `onStored` hears of each document that was not there. */
  constructor(tables: ArrivalTables, onStored: (arrival: Arrival) => void = () => undefined) {
    this.#tables = tables
    this.#onStored = onStored
  }

  async take({ company, ...arrival }: Arrival): Promise<'stored' | 'repeated'> {
    const tables = this.#tables
    const isKnown = [...tables.arrivals.values()].some(
      (each) =>
        each.companyId === company.id &&
        each.channel === arrival.channel &&
        // In the network a repetition has the same number, even if its bytes differ.
        (each.identity === arrival.identity ||
          (each.channel === 'peppol' && each.govId !== null && each.govId === arrival.govId)),
    )
    tables.arrivalPosition += 1n
    if (isKnown) return 'repeated'
    const { files, parts = 1, ...rest } = arrival
    const position = tables.arrivalPosition
    tables.arrivals.set(position, {
      ...rest,
      parts,
      files: files.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)),
      position,
      tries: 0,
      companyId: company.id,
      dueAt: -Infinity,
      settledAt: null,
    })
    if (!tables.arrivalCompanies.has(company.id)) {
      const { id, scope } = company
      tables.arrivalCompanies.set(id, { id, scope, heldUntil: -Infinity, token: 0n, newest: null })
    }
    this.#onStored({ company, ...arrival })
    return 'stored'
  }

  async keepUnclaimed(document: UnclaimedDocument): Promise<'stored' | 'repeated'> {
    const key = `${document.channel} ${document.identity}`
    if (this.#tables.unclaimed.has(key)) return 'repeated'
    this.#tables.unclaimed.set(key, document)
    return 'stored'
  }

  async known(companyId: string, channel: string, identities: readonly string[]): Promise<ReadonlySet<string>> {
    const own = this.#of(companyId).filter((each) => each.channel === channel && identities.includes(each.identity))
    return new Set(own.map(({ identity }) => identity))
  }

  async hold(now: Date, until: Date, most: number): Promise<readonly HeldCompany[]> {
    const oldest = new Map<string, bigint>()
    for (const { companyId, position, dueAt } of this.#inOrder()) {
      if (isDue(dueAt, now) && !oldest.has(companyId)) oldest.set(companyId, position)
    }
    const free = [...oldest.keys()].flatMap((id) => {
      const company = this.#tables.arrivalCompanies.get(id)
      return company !== undefined && company.heldUntil <= now.getTime() ? [company] : []
    })
    return free.slice(0, most).map((company) => {
      const token = company.token + 1n
      this.#put({ ...company, token, heldUntil: until.getTime() })
      const { id, scope, newest } = company
      return { id, scope, newest, token: token.toString() }
    })
  }

  async keep(held: HeldCompany, until: Date): Promise<boolean> {
    const company = this.#heldBy(held)
    if (company === null) return false
    this.#put({ ...company, heldUntil: until.getTime() })
    return true
  }

  async due({ id }: HeldCompany, now: Date, most: Parameters<Arrivals['due']>[2]): Promise<readonly WaitingArrival[]> {
    const due = this.#of(id).filter(({ dueAt }) => isDue(dueAt, now))
    let size = 0
    const end = due.findIndex(({ bytes, files }, index) => {
      size += files.reduce((sum, file) => sum + file.bytes.byteLength, bytes.byteLength)
      return index >= most.documents || (index > 0 && size > most.bytes)
    })
    return end === -1 ? due : due.slice(0, end)
  }

  async countFrom({ id }: HeldCompany, senders: readonly string[], since: Date): Promise<ReadonlyMap<string, number>> {
    const totals = new Map<string, number>()
    for (const { sender, dueAt, settledAt } of this.#of(id)) {
      const counts = sender !== null && senders.includes(sender) && dueAt === null
      if (counts && settledAt !== null && settledAt > since.getTime()) totals.set(sender, (totals.get(sender) ?? 0) + 1)
    }
    return totals
  }

  async settle({ id }: HeldCompany, recorded: readonly RecordedArrival[], now: Date): Promise<void> {
    const { arrivals, arrivalCompanies } = this.#tables
    for (const { arrival: settled, position: event } of recorded) {
      const arrival = arrivals.get(settled.position)
      const isSame =
        arrival?.companyId === id && arrival.channel === settled.channel && arrival.identity === settled.identity
      if (isSame)
        arrivals.set(settled.position, { ...arrival, dueAt: null, settledAt: arrival.settledAt ?? now.getTime() })
      const company = arrivalCompanies.get(id)
      if (company !== undefined) this.#put({ ...company, newest: greatest(company.newest, event) })
    }
  }

  async postpone({ position, channel, identity }: WaitingArrival, until: Date): Promise<void> {
    const arrival = this.#tables.arrivals.get(position)
    if (arrival === undefined || arrival.dueAt === null) return
    if (arrival.channel !== channel || arrival.identity !== identity) return
    this.#tables.arrivals.set(position, { ...arrival, dueAt: until.getTime(), tries: arrival.tries + 1 })
  }

  async release(held: HeldCompany): Promise<void> {
    const company = this.#heldBy(held)
    if (company !== null) this.#put({ ...company, heldUntil: -Infinity })
  }

  async releaseAll(): Promise<void> {
    for (const company of this.#tables.arrivalCompanies.values()) this.#put({ ...company, heldUntil: -Infinity })
  }

  async reopen(): Promise<void> {
    const { arrivals, arrivalCompanies } = this.#tables
    for (const [position, arrival] of arrivals) {
      if (arrival.dueAt === null) arrivals.set(position, { ...arrival, dueAt: -Infinity })
    }
    // The position of an event that is lost.
    for (const company of arrivalCompanies.values()) this.#put({ ...company, newest: null })
  }

  async sweep(before: Date): Promise<void> {
    const { arrivals, unclaimed } = this.#tables
    for (const [position, { dueAt, settledAt }] of arrivals) {
      if (dueAt === null && settledAt !== null && settledAt < before.getTime()) arrivals.delete(position)
    }
    for (const [key, { arrivedAt }] of unclaimed) if (arrivedAt < before) unclaimed.delete(key)
  }

  /** In the order of their positions. */
  #inOrder(): readonly MemoryArrival[] {
    return [...this.#tables.arrivals.values()].sort((one, other) => (one.position < other.position ? -1 : 1))
  }

  #of(companyId: string): readonly MemoryArrival[] {
    return this.#inOrder().filter((each) => each.companyId === companyId)
  }

  #heldBy({ id, token }: HeldCompany): MemoryArrivalCompany | null {
    const company = this.#tables.arrivalCompanies.get(id)
    return company?.token.toString() === token ? company : null
  }

  #put(company: MemoryArrivalCompany): void {
    this.#tables.arrivalCompanies.set(company.id, company)
  }
}

function isDue(dueAt: number | null, now: Date): boolean {
  return dueAt !== null && dueAt <= now.getTime()
}

function greatest(one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
