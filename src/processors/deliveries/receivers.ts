import type { Scope } from '../../domain/event.js'

/**
 * How receivers take their deliveries, as the read model shows it: it may lag behind the events.
 */
export interface Receivers {
  /** When the first attempt failed since one succeeded; null: all is well, or nothing is known. */
  failingSince(scope: Scope): Promise<Date | null>
}
