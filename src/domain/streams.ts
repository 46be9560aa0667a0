import { createHash } from 'node:crypto'
import type { Environment, Scope } from './event.js'

/**
 * Aggregates that belong to one environment; their streams are `liveInvoice-<id>`,
 * `testInvoice-<id>` and so on.
 */
export type ScopedCategory =
  'Invoice' | 'Connection' | 'Company' | 'Webhook' | 'Delivery' | 'Receiver' | 'Numbering' | 'Received'

/** The prefix of all streams of a category, in one environment. */
export function streamPrefix(environment: Environment, category: ScopedCategory): string {
  return `${environment === 'production' ? 'live' : 'test'}${category}-`
}

/** The name of an aggregate's stream, from its id. */
export function streamName(environment: Environment, category: ScopedCategory, id: string): string {
  return streamPrefix(environment, category) + id
}

/** Both environments' prefixes of a category, for subscriptions. */
export function categoryPrefixes(category: ScopedCategory): readonly string[] {
  return [streamPrefix('production', category), streamPrefix('test', category)]
}

/** The prefix of a stream's name: category and dash. */
export function categoryOfStream(stream: string): string {
  return stream.slice(0, stream.indexOf('-') + 1)
}

/** The id in a stream's name. */
export function idInStream(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** One webhook configuration per account and environment: the account's id names the stream. */
export function webhookStream({ account, environment }: Scope): string {
  return streamName(environment, 'Webhook', account)
}

/** The prefix of all accounts' streams. */
export const ACCOUNT_PREFIX = 'account-'
/** The prefix of all API keys' streams. */
export const API_KEY_PREFIX = 'apiKey-'

/** The name of an account's stream; it spans both environments. */
export function accountStream(accountId: string): string {
  return ACCOUNT_PREFIX + accountId
}

/** The name of an API key's stream; it spans both environments. */
export function apiKeyStream(keyId: string): string {
  return API_KEY_PREFIX + keyId
}

/** The prefix of all streams of seals. */
export const SEAL_PREFIX = 'seal-'
/** The prefix of all streams of operators' actions. */
export const OPERATOR_ACTION_PREFIX = 'operatorAction-'
/** The prefix of all streams of erasures. */
export const ERASURE_PREFIX = 'erasure-'
/** The prefix of all streams of legal holds. */
export const HOLD_PREFIX = 'hold-'
/**
 * The account of events that are about the deployment as a whole. No account has this id: those
 * begin with `acc_`.
 */
export const DEPLOYMENT = 'deployment'

/**
 * The stream of one month's seals, so that none grows without end; `month` is like `2026-11`, UTC.
 */
export function sealStream(month: string): string {
  return SEAL_PREFIX + month
}

/**
 * The stream of one day's actions of operators; `day` is like `2026-11-23`, UTC. Nothing follows a
 * tombstone in its stream: a day whose stream has one continues in its next part.
 */
export function operatorActionStream(day: string, part = 1): string {
  return OPERATOR_ACTION_PREFIX + day + (part === 1 ? '' : `.${part}`)
}

/** The parts that a day of operators' actions has at most. */
export const MOST_ACTION_PARTS = 4

/** The stream of an account's legal holds, in both environments. */
export function holdStream(accountId: string): string {
  return HOLD_PREFIX + accountId
}

/** The stream of the facts carried over of an account's receiver on one day, UTC. */
export function receiverStream({ account, environment }: Scope, day: string): string {
  return streamName(environment, 'Receiver', `${account}-${day}`)
}

/** The stream of one day's erasures; `day` is like `2026-11-23`, UTC. */
export function erasureStream(day: string): string {
  return ERASURE_PREFIX + day
}

/** The stream of a series of numbers of a company; `series` is its name, such as `RE-2026-#`. */
export function numberingStream(environment: Environment, companyId: string, series: string): string {
  const digest = createHash('sha256').update(series).digest().subarray(0, 16)
  return streamName(environment, 'Numbering', `${companyId}-${digest.toString('hex')}`)
}
