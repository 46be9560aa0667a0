import type { RecordedEvent } from '../../domain/event.js'
import type { HoldTarget } from '../../domain/hold.js'
import { fieldsOf } from '../../domain/json.js'
import { HOLD_PREFIX } from '../../domain/streams.js'

interface Change {
  readonly position: bigint
  readonly isHeld: boolean
}

/** When targets were under a legal hold, by the positions of events. */
export class HoldTimes {
  readonly #changes = new Map<string, Change[]>()

  /** Adds an event; the events of one stream in their order. */
  note({ stream, type, data, position }: RecordedEvent): void {
    if (!stream.startsWith(HOLD_PREFIX) || (type !== 'HoldPlaced' && type !== 'HoldReleased')) return
    const { kind, id } = fieldsOf(data)
    const key = `${String(kind)} ${String(id)}`
    const known = this.#changes.get(key)
    const change = { position, isHeld: type === 'HoldPlaced' }
    if (known === undefined) this.#changes.set(key, [change])
    else known.push(change)
  }

  /** The first of these targets that was held at this position; null: none was. */
  heldAt(position: bigint, targets: readonly HoldTarget[]): HoldTarget | null {
    const isHeld = ({ kind, id }: HoldTarget): boolean =>
      this.#changes.get(`${kind} ${id}`)?.findLast((change) => change.position < position)?.isHeld === true
    return targets.find(isHeld) ?? null
  }
}
