import type { DomainEvent } from './event.js'

/**
 * Represents attachments that an event does not list: those of an invoice that was too large for
 * its event, from before these were listed.
 */
export const UNLISTED = '?'

const SHA256 = /^[0-9a-f]{64}$/

/**
 * The documents that an event of an invoice names, by their SHA-256 (hex), each once; `UNLISTED`
 * if there may be others. Every value of a field `sha256` counts, at any depth, so that no kind of
 * event is forgotten.
 */
export function documentsNamed({ data }: DomainEvent): readonly string[] {
  const found = new Set<string>()
  const left: unknown[] = [data]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    if (isUnlisted(value)) found.add(UNLISTED)
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'sha256' && typeof inner === 'string' && SHA256.test(inner)) found.add(inner)
      else if (typeof inner === 'object') left.push(inner)
    }
  }
  return [...found].sort()
}

/** An accepted invoice in the document store, without a list of its attachments. */
function isUnlisted(value: object): boolean {
  return 'kind' in value && value.kind === 'document' && 'document' in value && !('attachments' in value)
}
