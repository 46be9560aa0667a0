import { type Aggregate, unknownEvent } from './aggregate.js'

/**
 * The statement of one seal: these are all events of live streams up to now. Everything but the
 * signature is signed, as canonical JSON (RFC 8785). A copy of a seal kept elsewhere reveals a
 * deleted stream, a recomputed chain and a truncated store.
 */
export interface Seal {
  /** From 1, without gaps over all months. */
  readonly sequence: number
  /** The number of sealed events, from the very first one on. */
  readonly size: number
  /** Root of the Merkle tree (RFC 6962) over the `hash` of each of them, in their order; hex. */
  readonly root: string
  /** Of the first and last of them in the store; whole numbers. */
  readonly firstPosition: string
  readonly lastPosition: string
  /** The number of their streams. */
  readonly streams: number
  /** SHA-256 (hex) of the seal before this one, signature included; null: this is the first. */
  readonly previousSeal: string | null
  /**
   * The key of the seal before this one, so that a change of keys shows; null: it is the first.
   */
  readonly previousKeyId: string | null
  /**
   * From this event of the tree on, every record of erasures is signed; the first seal that states
   * it covers those before. Absent: the seal was made by an older version.
   */
  readonly erasuresSignedFrom?: number
  /** ISO 8601, UTC. */
  readonly sealedAt: string
  readonly algorithm: 'Ed25519'
  /** The first 16 digits of the SHA-256 (hex) of the public key (SPKI, DER). */
  readonly keyId: string
  /** SPKI, PEM. */
  readonly publicKey: string
  /** Base64. */
  readonly signature: string
}

/** The content that the signature covers. */
export type UnsignedSeal = Omit<Seal, 'signature'>

/** A time-stamping authority's statement that a seal existed at a time. */
export interface SealTimeStamp {
  /** The seal that it is for. */
  readonly sequence: number
  /** SHA-256 (hex) of what that seal's signature covers: what the authority has stamped. */
  readonly imprint: string
  /** The authority's address, without user and password. */
  readonly authority: string
  /** When, by the authority's clock; ISO 8601, UTC. */
  readonly time: string
  /** The token of RFC 3161 (CMS, DER), Base64. */
  readonly token: string
}

/** The events of a month's stream of seals. */
export type SealEvent =
  | { readonly type: 'EventsSealed'; readonly data: Seal }
  | { readonly type: 'SealTimeStamped'; readonly data: SealTimeStamp }

/** The state of a month's seals for decisions. */
export interface SealsState {
  readonly newest: Seal | null
  /** Sequence of the newest seal that has a time stamp; 0: none. */
  readonly stamped: number
}

/** The seals of one month. */
export const seals: Aggregate<SealsState, SealEvent> = {
  name: 'seals',
  initialState: { newest: null, stamped: 0 },
  evolve(state, event) {
    switch (event.type) {
      case 'EventsSealed':
        return { ...state, newest: event.data }
      case 'SealTimeStamped':
        return { ...state, stamped: Math.max(state.stamped, event.data.sequence) }
      default:
        return unknownEvent(event)
    }
  },
}
