import { type Aggregate } from '../../domain/aggregate.js'
import type { DomainEvent } from '../../domain/event.js'
import { accept, type CommandContext, type CommandDeps, handle, type Loaded } from '../../commands/handle.js'

/** Most remembered ends. */
const MOST_KNOWN = 1_000

/** Log streams: their ends are remembered, so that each is read once and not before each event. */
export class LogStreams {
  readonly #deps: CommandDeps
  readonly #ends = new Map<string, Loaded<null, never>>()

  constructor(deps: CommandDeps) {
    this.#deps = deps
  }

  /** Appends an event and returns its position. Throws `EventStoreUnavailable`. */
  async append<Event extends DomainEvent>(
    context: CommandContext,
    aggregate: Aggregate<null, Event>,
    stream: string,
    event: Event,
  ): Promise<bigint> {
    const known = this.#ends.get(stream) as Loaded<null, Event> | undefined
    const { loaded } = await handle(this.#deps, context, aggregate, stream, () => accept(event), known)
    if (this.#ends.size >= MOST_KNOWN) this.#ends.clear()
    this.#ends.set(stream, { ...loaded, events: [] })
    return loaded.position
  }
}
