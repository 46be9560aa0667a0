import type { Scope } from '../../domain/event.js'

/** The state of receivers, as the read model shows it: it may lag behind the events. */
export interface Receivers {
  /** When the first attempt failed since the last success; null: no failure is known. */
  failingSince(scope: Scope): Promise<Date | null>
}
