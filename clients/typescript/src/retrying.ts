type Fetch = (request: Request) => Promise<Response>

/** The statuses that the API calls retryable. */
const RETRYABLE = new Set([429, 500, 502, 503])
const LONGEST_PAUSE_MS = 60_000

/**
 * Repeats a request that may succeed later, after the seconds of `Retry-After` or else with
 * growing pauses. Only what can be repeated without harm: reads, what has the same effect however
 * often it is done, and creations under an idempotency key.
 */
export function retrying(fetch: Fetch, maxRetries: number): Fetch {
  return async (request) => {
    const retries = isRepeatable(request) ? maxRetries : 0
    for (let retry = 0; ; retry++) {
      // A request's body can be read once.
      const response = await fetch(request.clone()).catch((error: unknown) => {
        if (retry === retries || request.signal.aborted) throw error
        return null
      })
      if (response && (retry === retries || !RETRYABLE.has(response.status))) return response
      await pause(response?.headers.get('retry-after') ?? null, retry)
    }
  }
}

function isRepeatable(request: Request): boolean {
  return request.method !== 'POST' || request.headers.has('x-idempotency-key') || request.url.endsWith('/validate')
}

function pause(retryAfter: string | null, retry: number): Promise<void> {
  const growing = 250 * 2 ** retry * (1 + Math.random())
  const milliseconds = Math.min(retryAfter === null ? growing : Number(retryAfter) * 1000, LONGEST_PAUSE_MS)
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
