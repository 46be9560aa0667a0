import { createHash } from 'node:crypto'
import type { StreamEvent } from '../../domain/event.js'
import { canonicalOrNull } from '../canonical.js'

/**
 * The hash that an event would have at a revision of its stream, by its own `prevHash`: what
 * `eventstore/hash-chain.ts` seals it with. Written down a second time, so that one mistake does
 * not hide the other. An event whose metadata is not as it must be has none: the empty text.
 */
export function sealedHash(event: StreamEvent, revision: number): string {
  const { stream, id, type, data } = event
  // What is stored may be anything, whatever its type says.
  const all = Object.entries(Object(event.metadata) as Partial<StreamEvent['metadata']>)
  const metadata: Readonly<Record<string, unknown>> = Object.fromEntries(all.filter(([name]) => name !== 'hash'))
  if (typeof metadata['prevHash'] !== 'string') return ''
  // No event of ours was ever of what this is null for.
  const text = canonicalOrNull({ stream, revision, id, type, data, metadata })
  if (text === null) return ''
  return createHash('sha256').update(metadata['prevHash']).update(text).digest('hex')
}
