import { createHash } from 'node:crypto'
import type { InvoiceCursor } from '../projections/invoices.js'

/** Opaque to clients: where a page ended, with a checksum that tells a mistyped or truncated cursor. */
export function encodeCursor(cursor: InvoiceCursor): string {
  const place = `${new Date(cursor.createdAt).getTime().toString(36)}.${cursor.id}`
  return Buffer.from(`${place}.${checksum(place)}`).toString('base64url')
}

/** null: no cursor of ours. */
export function decodeCursor(text: string): InvoiceCursor | null {
  const plain = Buffer.from(text, 'base64url').toString('latin1')
  const match = /^(([0-9a-z]{1,10})\.((?:inv|dlv)_[0-9A-Za-z]{22}))\.([0-9a-f]{8})$/.exec(plain)
  const [, place = '', time = '', id = '', sum] = match ?? []
  if (!match || sum !== checksum(place)) return null
  return { createdAt: new Date(parseInt(time, 36)).toISOString(), id }
}

function checksum(place: string): string {
  return createHash('sha256').update(`invoices ${place}`).digest('hex').slice(0, 8)
}
