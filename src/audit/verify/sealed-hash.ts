import { createHash } from 'node:crypto'
import type { StreamEvent } from '../../domain/event.js'
import { canonicalJson } from '../canonical.js'

/**
 * The hash that an event would have at a revision of its stream, by its own `prevHash`: what
 * `eventstore/hash-chain.ts` seals it with. Written down a second time, so that one mistake does
 * not hide the other. An event whose metadata is not as it must be has none: the empty text.
 */
export function sealedHash(event: StreamEvent, revision: number): string {
  const { stream, id, type, data } = event
  // What is stored may be anything, whatever its type says.
  const { hash: _, ...metadata } = Object(event.metadata) as Partial<StreamEvent['metadata']>
  if (typeof metadata.prevHash !== 'string') return ''
  const text = canonicalOrNull({ stream, revision, id, type, data, metadata })
  if (text === null) return ''
  return createHash('sha256').update(metadata.prevHash).update(text).digest('hex')
}

/** null: it is nested too deep, or holds what JSON can't; no event of ours ever was. */
function canonicalOrNull(value: object): string | null {
  try {
    return canonicalJson(value)
  } catch {
    return null
  }
}
