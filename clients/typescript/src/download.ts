import { ClearwayResponseError } from './error.js'

/** A document that was downloaded. */
export interface Download {
  readonly bytes: Uint8Array
  /** As the service names it, for example `application/pdf`. */
  readonly mediaType: string
  /** A name without folders. An attachment's comes from whoever sent the invoice. */
  readonly filename: string
}

/**
 * The document in an answer whose body is `bytes`. Throws `ClearwayResponseError` for a page of a
 * proxy, which would be saved as the document.
 */
export function downloadOf(response: Response, bytes: ArrayBuffer): Download {
  const isPage = /^text\/html\b/i.test(response.headers.get('content-type') ?? '')
  if (isPage && !response.headers.has('content-disposition'))
    throw new ClearwayResponseError(response, new TextDecoder().decode(bytes.slice(0, 4_000)), 'with no document')
  return {
    bytes: new Uint8Array(bytes),
    mediaType: response.headers.get('content-type') ?? 'application/octet-stream',
    filename: filenameOf(response.headers.get('content-disposition') ?? ''),
  }
}

/** Content-Disposition as the service writes it (RFC 6266), its name made safe to save under. */
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
