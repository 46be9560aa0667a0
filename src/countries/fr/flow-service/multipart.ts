import { randomBytes } from 'node:crypto'

/** One part of a form (RFC 7578). */
interface FormPart {
  readonly name: string
  /** For a file part. */
  readonly filename?: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** An encoded form, with the media type that contains its boundary. */
interface MultipartForm {
  readonly mediaType: string
  readonly body: Uint8Array
}

/** Writes a form. The boundary is random, so that no part can contain it. */
export function multipartForm(parts: readonly FormPart[]): MultipartForm {
  const boundary = `----form-${randomBytes(24).toString('hex')}`
  const written = parts.flatMap(({ name, filename, mediaType, bytes }) => {
    const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`
    const head =
      `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${file}\r\n` +
      `Content-Type: ${mediaType}\r\n\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  })
  return {
    mediaType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...written, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** As in HTML's encoding of forms, section "multipart/form-data encoding algorithm". */
function escaped(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
