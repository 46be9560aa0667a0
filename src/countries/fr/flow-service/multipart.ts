import { randomBytes } from 'node:crypto'

/** One part of a form (RFC 7578). */
export interface FormPart {
  readonly name: string
  /** Of a part that is a file. */
  readonly filename?: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

/** A form as one body, with the media type that names its boundary. */
export interface MultipartForm {
  readonly mediaType: string
  readonly body: Uint8Array
}

/** Writes a form. The boundary is random, so that no part can hold it. */
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

/** As HTML's encoding of forms has it, section "multipart/form-data encoding algorithm". */
function escaped(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
