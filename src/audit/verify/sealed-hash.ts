import { createHash } from 'node:crypto'
import type { StreamEvent } from '../../domain/event.js'
import { canonicalOrNull } from '../canonical.js'
import { fieldsOf } from '../../domain/json.js'

/**
 * The hash that an event would have at a revision of its stream, computed from its own `prevHash`,
 * as `eventstore/hash-chain.ts` seals it. Implemented a second time, so that one mistake does not
 * hide the other. An event with invalid metadata has none: the empty text.
 */
export function sealedHash(event: StreamEvent, revision: number): string {
  const { stream, id, type, data } = event
  // Stored data may have any shape, regardless of its type.
  const all = Object.entries(fieldsOf(event.metadata))
  const metadata: Readonly<Record<string, unknown>> = Object.fromEntries(all.filter(([name]) => name !== 'hash'))
  if (typeof metadata['prevHash'] !== 'string') return ''
  // No event of this service was ever one for which this is null.
  const text = canonicalOrNull({ stream, revision, id, type, data, metadata })
  if (text === null) return ''
  return createHash('sha256').update(metadata['prevHash']).update(text).digest('hex')
}
