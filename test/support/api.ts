/** One answer of the API. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/**
 * Calls the API of a running service over HTTP; a text goes out as it is, anything else as JSON.
 * Throws where there is no answer at all.
 */
export async function call(
  base: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(base + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** The payload of a successful answer. */
export function dataOf<T>(answer: Answer): T {
  if (answer.status >= 300) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return (answer.body as { data: T }).data
}
