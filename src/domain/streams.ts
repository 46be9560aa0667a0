import type { Environment } from './event.js'

/** Aggregates that live in one environment; their streams are `liveInvoice-<id>`, `testInvoice-<id>` and so on. */
export type ScopedCategory = 'Invoice' | 'Connection' | 'Company'

export function streamPrefix(environment: Environment, category: ScopedCategory): string {
  return `${environment === 'production' ? 'live' : 'test'}${category}-`
}

export function streamName(environment: Environment, category: ScopedCategory, id: string): string {
  return streamPrefix(environment, category) + id
}

/** Both environments' prefixes of a category, for subscriptions. */
export function categoryPrefixes(category: ScopedCategory): readonly string[] {
  return [streamPrefix('production', category), streamPrefix('test', category)]
}

export const ACCOUNT_PREFIX = 'account-'
export const API_KEY_PREFIX = 'apiKey-'

export function accountStream(accountId: string): string {
  return ACCOUNT_PREFIX + accountId
}

export function apiKeyStream(keyId: string): string {
  return API_KEY_PREFIX + keyId
}
