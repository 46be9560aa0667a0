import type { Environment } from './event.js'

/** The steps of an invoice that operators measure one by one. */
export type StepName = 'validate' | 'convert' | 'submit' | 'poll' | 'report payment'

/**
 * A timed activity. Its words come from the program: never external texts, ids or addresses,
 * except the ids in `ids`.
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

/** The resources that it is about, by ids of the service: for traces, never for labels. */
export interface Ids {
  readonly invoiceId?: string
  readonly deliveryId?: string
}

/** An instant occurrence, without a duration. */
export type Happening =
  /** An invoice reached this stage. `seconds`: since it was created. */
  | {
      readonly kind: 'invoice'
      readonly status: 'submitted' | 'accepted' | 'rejected' | 'failed'
      readonly country: string
      readonly environment: Environment
      readonly seconds: number
    }
  /** A gateway requested calls; `granted` false: one of its budgets was used up. */
  | { readonly kind: 'call budget'; readonly country: string; readonly granted: boolean }
  /** Our clock was compared with a government's. `offsetSeconds`: how far ours is ahead. */
  | { readonly kind: 'government clock'; readonly government: string; readonly offsetSeconds: number }
  /** A message of a government or network arrived, or was fetched. `message`: its kind. */
  | { readonly kind: 'inbound message'; readonly message: string; readonly outcome: InboundOutcome }
  /** A customer's system notified the service. `channel`: of the messages that it announces. */
  | { readonly kind: 'notification'; readonly channel: string; readonly outcome: NotificationOutcome }
  /** A document came for a company, or for none. `country`: of the channel. */
  | {
      readonly kind: 'received'
      readonly country: string
      readonly channel: string
      readonly outcome: ReceivedOutcome
    }
  /** A record of erasures that data retention can't have made was found, and is not obeyed. */
  | { readonly kind: 'erasure refused' }
  /** A try at a piece of work failed. */
  | { readonly kind: 'trouble'; readonly work: string; readonly cause: 'outage' | 'fault' }

/** The outcomes of inbound messages. */
export const INBOUND_OUTCOMES = [
  /** An invoice expects it. */
  'stored',
  /** It is stored, and no invoice expects it so far. */
  'unmatched',
  /** It is stored and set aside: there are too many about one document. */
  'aside',
  'repeated',
  /** It can't be read, and was not stored. */
  'refused',
  /** It could not be stored at the moment; its sender repeats it. */
  'failed',
] as const
/** One of `INBOUND_OUTCOMES`. */
export type InboundOutcome = (typeof INBOUND_OUTCOMES)[number]

/** The outcomes of documents that suppliers send. */
export type ReceivedOutcome =
  | 'received'
  /** It is kept and shown, and could not be read. */
  | 'unreadable'
  /** It came again. */
  | 'repeated'
  /** No company receives under its address. */
  | 'unknown_receiver'
  /** Its sender has sent too much in a day, so it waits. */
  | 'postponed'
  /** Nothing could be fetched for two days. */
  | 'overdue'

/** The outcomes of notifications. */
export const NOTIFICATION_OUTCOMES = [
  /** What it announces is fetched now. */
  'woken',
  /** It is fetched later: others came a moment ago. */
  'delayed',
  'repeated',
  /** Its signature is not accepted, or it is no notification. */
  'refused',
  /** It could not be checked at the moment; its sender repeats it. */
  'failed',
] as const
/** One of `NOTIFICATION_OUTCOMES`. */
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number]

/** An incoming HTTP request. */
export interface RequestBegun {
  readonly method: string
  /** The route's pattern, `/v1/invoices/:id`; null: no route. */
  readonly route: string | null
  /** The `$correlationId` of its events. */
  readonly requestId: string
  /** The caller's own trace, unchecked: not to be trusted. */
  readonly traceparent: string | undefined
}

/** A request under way. */
interface RequestWatched {
  /** Continues with the request, so that its further work belongs to it. */
  within(next: () => void): void
  /** It was answered, or its connection ended before that. `seconds`: since it arrived. */
  ended(answer: { readonly status: number; readonly seconds: number; readonly ids: Ids }): void
}

/**
 * Observes the service, for metrics and traces. It changes nothing, and its own faults never
 * affect the work.
 */
export interface Observer {
  /**
   * Does the work, and reports how long it took and how it ended, by a word of the program; a
   * throw is `fault`.
   */
  watch<T>(activity: Activity, work: () => Promise<T>, outcomeOf: (result: T) => string): Promise<T>
  /** Never throws. */
  happened(happening: Happening): void
  request(begun: RequestBegun): RequestWatched
}

const UNWATCHED: RequestWatched = { within: (next) => next(), ended: () => undefined }

/** An observer that ignores everything. */
export const UNOBSERVED: Observer = {
  watch: (_activity, work) => work(),
  happened: () => undefined,
  request: () => UNWATCHED,
}

/** Both observe everything; the first one is outside of the second. */
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
