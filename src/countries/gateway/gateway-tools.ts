import type { Clock } from '../../domain/clock.js'
import type { Scope } from '../../domain/event.js'
import type { CallBudgets } from './call-budgets.js'
import type { FileNumbers } from './file-numbers.js'
import type { CallTools } from './government-http.js'
import type { Mailbox } from './mailbox.js'
import { readHere, type ReadMessage } from './message-reader.js'
import type { CountrySettings } from '../settings.js'
import type { UploadLedger } from './upload-ledger.js'

/** The tools of the gateways to real governments. */
export interface GatewayTools extends CallTools {
  readonly settings: CountrySettings
  readonly uploads: UploadLedger
  readonly budgets: CallBudgets
  readonly clock: Clock
  /** Factor for every waiting time between calls: `GOVERNMENT_PACE`, 1 with a real government. */
  readonly pace: number
  readonly fileNumbers: FileNumbers
  readonly mailbox: Mailbox
  /** How messages for an account are read; absent: in this thread. */
  readonly readFor?: (scope: Scope) => ReadMessage
  /** Whether customers' addresses may be private, and http: `GATEWAY_ALLOW_PRIVATE_NETWORK`. */
  readonly allowPrivateNetwork: boolean
  /** Logs a government's notices to its callers, for example of a coming change. No secrets. */
  readonly warn: (facts: Readonly<Record<string, string>>, text: string) => void
}

/** Reads a message for an account: a large one not in this thread, if there are others. */
export function readingFor({ readFor }: Pick<GatewayTools, 'readFor'>, scope: Scope): ReadMessage {
  return readFor?.(scope) ?? readHere
}
