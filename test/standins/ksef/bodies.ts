/** A body of JSON. */
export function objectOf(body: Buffer): Readonly<Record<string, unknown>> {
  return JSON.parse(body.toString('utf8')) as Readonly<Record<string, unknown>>
}
