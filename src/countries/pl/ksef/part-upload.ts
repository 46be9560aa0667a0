import { type Json, numberIn, objectIn, objectsIn, textIn } from './json.js'
import type { Stores } from './stores.js'

/** Where KSeF expects a part of a batch. */
interface PartRequest {
  /** Contains a signature: never part of a message. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

/** The result of an upload, which has no effect before the session is closed. */
type Uploaded =
  | { readonly kind: 'uploaded' }
  /** `mayBegin` returned false. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string }

const UPLOAD_MS = 120_000
const ANSWER_BYTES = 64 * 1024
const MOST_TRIES = 3
const HEADER_NAME = /^[0-9a-z!#$%&'*+.^_`|~-]{1,100}$/
const HEADER_VALUE = /^[\x20-\x7e]{0,2000}$/
/** Headers that we set, or that must not be set: KSeF forbids our token here. */
const OURS = ['authorization', 'connection', 'content-length', 'cookie', 'expect', 'host', 'te', 'transfer-encoding']

/** The request for the one part of a batch; null: none that we can execute. */
export function partRequestIn(opened: Json): PartRequest | null {
  const [request, ...more] = objectsIn(opened['partUploadRequests'])
  if (request === undefined || more.length > 0 || numberIn(request['ordinalNumber']) !== 1) return null
  const url = textIn(request['url'])
  if (url === null || textIn(request['method'])?.toUpperCase() !== 'PUT') return null
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(objectIn(request['headers']) ?? {})) {
    if (value === null || OURS.includes(name.toLowerCase())) continue
    if (typeof value !== 'string' || !HEADER_NAME.test(name.toLowerCase()) || !HEADER_VALUE.test(value)) return null
    headers[name.toLowerCase()] = value
  }
  return { url, headers }
}

/** Uploads parts of batches to the stores that KSeF names. */
export class PartUploads {
  constructor(private readonly stores: Stores) {}

  /** A repetition replaces the earlier upload, so a lost answer does no harm. */
  async upload({ url, headers }: PartRequest, part: Uint8Array, mayBegin: () => boolean): Promise<Uploaded> {
    const fault = this.stores.faultOf(url)
    if (fault !== null) return failed(`the address that KSeF names for it ${fault}`)
    for (let tries = 1; ; tries += 1) {
      const outcome = await this.stores.send({
        method: 'PUT',
        url,
        headers,
        body: part,
        timeoutMs: UPLOAD_MS,
        maxBytes: ANSWER_BYTES,
        mayBegin,
      })
      if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) return { kind: 'uploaded' }
      if (!mayBegin()) return { kind: 'stopped' }
      const isLasting = outcome.kind === 'answer' && outcome.status < 500
      if (isLasting || tries === MOST_TRIES)
        return failed(outcome.kind === 'answer' ? `HTTP ${outcome.status}` : outcome.reason)
    }
  }
}

function failed(reason: string): Uploaded {
  return { kind: 'failed', reason }
}
