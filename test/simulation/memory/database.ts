import { MemoryPreparedInvoices } from '../../standins/memory/prepared-invoices.js'
import type { Projection, Row } from '../../../src/projections/engine/projection.js'
import type { Checkpoint } from '../../../src/projections/engine/live-tables.js'
import type { GateState } from '../../../src/processors/work/breaker.js'
import type { Mark } from '../../../src/processors/work/marks.js'
import type { Claim, WorkSource } from '../../../src/processors/work/work-list.js'
import type { ArrivalTables } from './arrivals.js'
import type { MemoryLook } from './looks.js'

/** A read model in use. */
interface MemoryTable {
  readonly checkpoint: Omit<Checkpoint, 'restoresFound'>
  readonly rows: Map<string, Row>
}

/** A row of the work list. Times are those of the database's clock, or of the service's. */
export interface MemoryWork extends Omit<Claim, 'token'> {
  readonly dueAt: number
  readonly seen: bigint
  readonly token: bigint
  /** By the database's clock; null: no process holds it. */
  readonly heldUntil: number | null
  readonly waitsFor: string | null
  /** Of the event store, that the read model had followed when it showed this. */
  readonly restores: number
}

/** A government's gate, or a lane's bar. */
interface MemoryGate extends GateState {
  /** By the service's clock; null: open. */
  readonly closedUntil: number | null
}

/**
 * What processes share through the database. Values are replaced, never changed, so that a
 * snapshot is a copy of the maps.
 */
export class MemoryDatabase implements ArrivalTables {
  /** Milliseconds since 1970, by the database's own clock. */
  readonly now: () => number
  tables = new Map<string, MemoryTable>()
  /** By kind and key. */
  work = new Map<string, MemoryWork>()
  watermarks = new Map<WorkSource['kind'], bigint>()
  gates = new Map<string, MemoryGate>()
  marks = new Map<string, Omit<Mark, 'restoresFound'>>()
  arrivals: ArrivalTables['arrivals'] = new Map()
  arrivalCompanies: ArrivalTables['arrivalCompanies'] = new Map()
  unclaimed: ArrivalTables['unclaimed'] = new Map()
  arrivalPosition = 0n
  /** By connection. */
  looks = new Map<string, MemoryLook>()
  /** The restores of the event store that were found. */
  restores = 0
  /** Invoices that are about to be created with a number. */
  readonly prepared = new MemoryPreparedInvoices()
  /** Claims so far; a restore does not take them back, so that no token is given twice. */
  claims = 0n

  constructor(now: () => number) {
    this.now = now
  }

  /** The rows of a read model; none while there is no table. */
  rows(name: Projection['name']): readonly Row[] {
    return [...(this.tables.get(name)?.rows.values() ?? [])]
  }

  /** Gives what brings everything back to this moment. */
  snapshot(): () => void {
    const { tables, work, watermarks, gates, marks, restores, arrivalPosition } = this
    const { rows, restoredAt } = this.prepared
    const kept = {
      tables: copied(tables),
      work: new Map(work),
      watermarks: new Map(watermarks),
      gates: new Map(gates),
      marks: new Map(marks),
      arrivals: new Map(this.arrivals),
      arrivalCompanies: new Map(this.arrivalCompanies),
      unclaimed: new Map(this.unclaimed),
      looks: new Map(this.looks),
    }
    return () => {
      this.tables = copied(kept.tables)
      this.work = new Map(kept.work)
      this.watermarks = new Map(kept.watermarks)
      this.gates = new Map(kept.gates)
      this.marks = new Map(kept.marks)
      this.arrivals = new Map(kept.arrivals)
      this.arrivalCompanies = new Map(kept.arrivalCompanies)
      this.unclaimed = new Map(kept.unclaimed)
      this.arrivalPosition = arrivalPosition
      this.looks = new Map(kept.looks)
      this.restores = restores
      this.prepared.rows = rows
      this.prepared.restoredAt = restoredAt
    }
  }
}

function copied(tables: ReadonlyMap<string, MemoryTable>): Map<string, MemoryTable> {
  return new Map([...tables].map(([name, { checkpoint, rows }]) => [name, { checkpoint, rows: new Map(rows) }]))
}
