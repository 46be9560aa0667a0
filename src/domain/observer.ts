import type { Environment } from './event.js'

/** The parts of an invoice's way that operators measure one by one. */
export type StepName = 'validate' | 'convert' | 'submit' | 'poll' | 'report payment'

/**
 * Something that takes time. Its words come from the program: never a text, an id or an address
 * that comes from outside, but for the ids that stand in `ids`.
 */
export type Activity =
  | {
      readonly kind: 'step'
      readonly step: StepName
      readonly country: string
      readonly environment: Environment
      /** `$correlationId` of the invoice; null: unknown. */
      readonly correlationId: string | null
      readonly ids: Ids
    }
  /** One operation at a government: it may take several calls, or none. */
  | {
      readonly kind: 'operation'
      readonly operation: string
      readonly country: string
      readonly environment: Environment
    }
  /** One HTTP request to a government or a network. */
  | { readonly kind: 'government call'; readonly government: string; readonly method: string }
  | {
      readonly kind: 'delivery'
      readonly environment: Environment
      readonly correlationId: string | null
      readonly ids: Ids
    }

/** Which resources it is about, by ids of the service: for traces, never for labels. */
export interface Ids {
  readonly invoiceId?: string
  readonly deliveryId?: string
}

/** Something that has happened, and takes no time of its own. */
export type Happening =
  /** An invoice came so far. `seconds`: since it was created. */
  | {
      readonly kind: 'invoice'
      readonly status: 'submitted' | 'accepted' | 'rejected' | 'failed'
      readonly country: string
      readonly environment: Environment
      readonly seconds: number
    }
  /** A gateway asked for calls; `granted` false: one of its budgets was used up. */
  | { readonly kind: 'call budget'; readonly country: string; readonly granted: boolean }
  /** A try at a piece of work failed. */
  | { readonly kind: 'trouble'; readonly work: string; readonly cause: 'outage' | 'fault' }

/** A request over HTTP as it comes in. */
export interface RequestBegun {
  readonly method: string
  /** The route's pattern, `/v1/invoices/:id`; null: no route. */
  readonly route: string | null
  /** What its events have as `$correlationId`. */
  readonly requestId: string
  /** The caller's own trace, as it came: not to be trusted. */
  readonly traceparent: string | undefined
}

/** A request under way. */
interface RequestWatched {
  /** Goes on with the request, so that what it does belongs to it. */
  within(next: () => void): void
  /** It was answered, or its connection ended before that. `seconds`: since it came. */
  ended(answer: { readonly status: number; readonly seconds: number; readonly ids: Ids }): void
}

/**
 * Hears what the service does, for figures and traces. It changes nothing, and its own trouble is
 * never that of the work.
 */
export interface Observer {
  /**
   * Does the work, and tells how long it took and how it ended, by a word of the program; a throw
   * is `fault`.
   */
  watch<T>(activity: Activity, work: () => Promise<T>, outcomeOf: (result: T) => string): Promise<T>
  /** Never throws. */
  happened(happening: Happening): void
  request(begun: RequestBegun): RequestWatched
}

const UNWATCHED: RequestWatched = { within: (next) => next(), ended: () => undefined }

/** Nobody watches. */
export const UNOBSERVED: Observer = {
  watch: (_activity, work) => work(),
  happened: () => undefined,
  request: () => UNWATCHED,
}

/** Both hear of everything; the first one is outside of the second. */
export function bothObservers(outer: Observer, inner: Observer): Observer {
  return {
    watch: (activity, work, outcomeOf) =>
      outer.watch(activity, () => inner.watch(activity, work, outcomeOf), outcomeOf),
    happened: (happening) => {
      outer.happened(happening)
      inner.happened(happening)
    },
    request: (begun) => {
      const first = outer.request(begun)
      const second = inner.request(begun)
      return {
        within: (next) => {
          first.within(() => {
            second.within(next)
          })
        },
        ended: (answer) => {
          first.ended(answer)
          second.ended(answer)
        },
      }
    },
  }
}
