import { type Aggregate, unknownEvent } from './aggregate.js'

/** What can be held. */
export const HOLD_KINDS = ['account', 'company', 'invoice', 'received'] as const
/** One of `HOLD_KINDS`. */
export type HoldKind = (typeof HOLD_KINDS)[number]

/** The target of a legal hold, which is not erased, with all that belongs to it. */
export interface HoldTarget {
  readonly kind: HoldKind
  readonly id: string
}

/** What can happen to the holds of an account. */
export type HoldEvent =
  | {
      readonly type: 'HoldPlaced'
      readonly data: HoldTarget & {
        /** Why; shown to operators. */
        readonly reason: string
        /** Who placed it. */
        readonly operator: string
      }
    }
  | {
      readonly type: 'HoldReleased'
      readonly data: HoldTarget & { readonly reason: string; readonly operator: string }
    }

/** The holds of an account that are in force. */
export interface HoldState {
  readonly held: readonly HoldTarget[]
}

/**
 * The legal holds of one account, all in one stream, so that an erasure has to check only that
 * stream.
 */
export const holds: Aggregate<HoldState, HoldEvent> = {
  name: 'holds',
  initialState: { held: [] },
  evolve({ held }, event) {
    const others = held.filter((target) => !isSame(target, event.data))
    switch (event.type) {
      case 'HoldPlaced':
        return { held: [...others, { kind: event.data.kind, id: event.data.id }] }
      case 'HoldReleased':
        return { held: others }
      default:
        return unknownEvent(event)
    }
  },
}

/** Whether the holds apply to any of these. */
export function isHeld({ held }: HoldState, targets: readonly HoldTarget[]): boolean {
  return targets.some((target) => held.some((each) => isSame(each, target)))
}

function isSame(one: HoldTarget, other: HoldTarget): boolean {
  return one.kind === other.kind && one.id === other.id
}
