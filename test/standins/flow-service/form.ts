/** One part of a form that came. */
interface ReceivedPart {
  readonly name: string
  readonly filename: string | undefined
  readonly mediaType: string
  readonly bytes: Buffer
}

/** The parts of a `multipart/form-data` body; null: it is none. */
export function partsOf(contentType: string | undefined, body: Buffer): readonly ReceivedPart[] | null {
  const [, boundary] = /^multipart\/form-data;\s*boundary="?([^";]{1,70})"?$/i.exec(contentType ?? '') ?? []
  if (boundary === undefined) return null
  const delimiter = Buffer.from(`--${boundary}`)
  const parts: ReceivedPart[] = []
  let at = body.indexOf(delimiter)
  while (at >= 0) {
    const begin = at + delimiter.length
    if (body.subarray(begin, begin + 2).toString() === '--') return parts
    const end = body.indexOf(Buffer.concat([Buffer.from('\r\n'), delimiter]), begin)
    const head = body.indexOf('\r\n\r\n', begin)
    if (end < 0 || head < 0 || head > end) return null
    const headers = body.subarray(begin, head).toString('utf8')
    const [, name] = /content-disposition: form-data;.*\bname="([^"]*)"/i.exec(headers) ?? []
    if (name === undefined) return null
    parts.push({
      name,
      filename: /\bfilename="([^"]*)"/i.exec(headers)?.[1],
      mediaType: /content-type: ([^\r\n]+)/i.exec(headers)?.[1] ?? 'text/plain',
      bytes: body.subarray(head + 4, end),
    })
    at = end + 2
  }
  return null
}
