import { ClearwayResponseError } from './error.js'

/** A downloaded document. */
export interface Download {
  readonly bytes: Uint8Array
  /** Media type from the service, for example `application/pdf`. */
  readonly mediaType: string
  /** A name without folders. The name of an attachment comes from the sender of the invoice. */
  readonly filename: string
}

/**
 * The document in an answer whose body is `bytes`. Throws `ClearwayResponseError` for a page of a
 * proxy, which would be saved as the document.
 */
export function downloadOf(response: Response, bytes: ArrayBuffer): Download {
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
  if (isPage && !response.headers.has('content-disposition'))
    throw new ClearwayResponseError(response, new TextDecoder().decode(bytes.slice(0, 4_000)), 'without a document')
  return {
    bytes: new Uint8Array(bytes),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    filename: filenameOf(response.headers.get('content-disposition') ?? ''),
  }
}

/** The file name in the service's Content-Disposition (RFC 6266), made safe to save under. */
function filenameOf(disposition: string): string {
  const [, encoded, quoted] = /filename(?:\*=UTF-8''([^;]*)|="([^"]*)")/i.exec(disposition) ?? []
  const name = encoded === undefined ? (quoted ?? '') : decoded(encoded)
  const safe = name.replace(/^.*[/\\]/su, '').replace(/\p{Cc}/gu, '')
  return ['', '.', '..'].includes(safe) ? 'document' : safe
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
