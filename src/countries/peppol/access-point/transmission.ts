/** What an access point says of a document that it has taken. */
export interface Transmission {
  /** SBDH instance id; null: not said. */
  readonly instanceId: string | null
  /** Participant id of who sent it; null: not said. */
  readonly sender: string | null
  /** `sending`: it is under way, and repeated by the access point itself where that fails. */
  readonly state: 'sending' | 'sent' | 'failed'
  readonly attempts: number
  readonly createdAt: Date | null
  /** When it was sent. */
  readonly completedAt: Date | null
  /** When the access point tries again. */
  readonly nextTryAt: Date | null
  /** Why the last try failed, in its words. */
  readonly error: string | null
  /** Message Level Status of the receiver's access point, if one came. */
  readonly levelStatus: 'AP' | 'AB' | 'RE' | null
}

const STATES: Readonly<Record<string, Transmission['state']>> = {
  pending: 'sending',
  sending: 'sending',
  // Of a single try: the next one is planned.
  failed: 'sending',
  sent: 'sent',
  rejected: 'failed',
  permanently_failed: 'failed',
}

/** An answer of the status call, or a row of the history; null: it is none. */
export function readTransmission(json: unknown): Transmission | null {
  if (typeof json !== 'object' || json === null) return null
  const row = json as Readonly<Record<string, unknown>>
  const { status, mlsStatus } = row
  // `constructor` is in every object.
  const state = typeof status === 'string' && Object.hasOwn(STATES, status) ? STATES[status] : undefined
  if (state === undefined) return null
  const level = /^received_(ap|ab|re)$/i.exec(typeof mlsStatus === 'string' ? mlsStatus : '')?.[1]?.toUpperCase()
  const { attemptCount, errorDetails, sbdhInstanceID, senderID } = row
  return {
    instanceId: typeof sbdhInstanceID === 'string' ? sbdhInstanceID : null,
    sender: typeof senderID === 'string' ? senderID : null,
    state,
    attempts: typeof attemptCount === 'number' ? attemptCount : 0,
    createdAt: timeOf(row['createdDT']),
    completedAt: timeOf(row['completedDT']),
    nextTryAt: timeOf(row['nextRetryDT']),
    error: typeof errorDetails === 'string' && errorDetails.trim() !== '' ? errorDetails.trim() : null,
    levelStatus: level === 'AP' || level === 'AB' || level === 'RE' ? level : null,
  }
}

function timeOf(value: unknown): Date | null {
  const time = typeof value === 'string' ? new Date(value) : null
  return time === null || Number.isNaN(time.getTime()) ? null : time
}

/**
 * Of several transmissions under one id, what came of the document: sent once, it is sent; while
 * one is under way, it may be.
 */
export function together(rows: readonly Transmission[]): Transmission | null {
  const order: readonly Transmission['state'][] = ['sent', 'sending', 'failed']
  return order.map((state) => rows.find((row) => row.state === state)).find((row) => row !== undefined) ?? null
}
