import { fieldsOf } from '../../../domain/json.js'
/** An access point's status of an accepted document. */
export interface Transmission {
  /** SBDH instance id; null: absent. */
  readonly instanceId: string | null
  /** Participant id of the sender; null: absent. */
  readonly sender: string | null
  /** `sending`: in progress, and retried by the access point itself. */
  readonly state: 'sending' | 'sent' | 'failed'
  readonly attempts: number
  readonly createdAt: Date | null
  /** When it was sent. */
  readonly completedAt: Date | null
  /** When the access point tries again. */
  readonly nextTryAt: Date | null
  /** Why the last try failed, in its words. */
  readonly error: string | null
  /** Message Level Status of the receiver's access point, if any. */
  readonly levelStatus: 'AP' | 'AB' | 'RE' | null
}

const STATES: Readonly<Record<string, Transmission['state']>> = {
  pending: 'sending',
  sending: 'sending',
  // A single try has failed: the next one is planned.
  failed: 'sending',
  sent: 'sent',
  rejected: 'failed',
  permanently_failed: 'failed',
}

/** Parses a response of the status call, or a row of the history; null: it is neither. */
export function readTransmission(json: unknown): Transmission | null {
  const row = fieldsOf(json)
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
 * The overall state of several transmissions with one id: if one was sent, it is sent; while one
 * is in progress, it may be.
 */
export function together(rows: readonly Transmission[]): Transmission | null {
  const order: readonly Transmission['state'][] = ['sent', 'sending', 'failed']
  return order.map((state) => rows.find((row) => row.state === state)).find((row) => row !== undefined) ?? null
}
