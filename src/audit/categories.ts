import type { Environment, Scope } from '../domain/event.js'
import type { ScopedCategory } from '../domain/streams.js'

const CATEGORIES: readonly ScopedCategory[] = [
  'Invoice',
  'Connection',
  'Company',
  'Webhook',
  'Delivery',
  'Numbering',
  'Received',
]
const STREAM = new RegExp(`^(live|test)(${CATEGORIES.join('|')})-`)

/**
 * The category in a stream's name; null: it belongs to no environment, as accounts and keys do.
 */
export function categoryOf(stream: string): ScopedCategory | null {
  const named = STREAM.exec(stream)?.[2]
  return CATEGORIES.find((each) => each === named) ?? null
}

/** The environment in a stream's name; null: the stream spans both. */
export function environmentOf(stream: string): Environment | null {
  const begins = STREAM.exec(stream)?.[1]
  return begins === undefined ? null : begins === 'live' ? 'production' : 'test'
}

/** `acc_… (test)` */
export function scopeInWords({ account, environment }: Scope): string {
  return `${account} (${environment})`
}
