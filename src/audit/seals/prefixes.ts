import {
  ACCOUNT_PREFIX,
  API_KEY_PREFIX,
  ERASURE_PREFIX,
  HOLD_PREFIX,
  OPERATOR_ACTION_PREFIX,
} from '../../domain/streams.js'

/**
 * Prefixes of the streams whose events are sealed: live data, permissions, operators' actions, and
 * erasures and holds. A record of an erasure excuses missing events, so it must be as hard to
 * forge as they are.
 */
export const SEALED_PREFIXES: readonly string[] = [
  'live',
  ACCOUNT_PREFIX,
  API_KEY_PREFIX,
  OPERATOR_ACTION_PREFIX,
  ERASURE_PREFIX,
  HOLD_PREFIX,
]

/** Whether events of this stream are leaves of the tree that seals sign. */
export function isSealed(stream: string): boolean {
  return SEALED_PREFIXES.some((prefix) => stream.startsWith(prefix))
}
