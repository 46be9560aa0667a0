/**
 * Does work whose signal aborts with the given one, or after a time, with a `TimeoutError`. Unlike
 * `AbortSignal.any([signal, AbortSignal.timeout(…)])`, whose time limit Node forgets when it
 * collects garbage: its timers hold such signals weakly (nodejs/node#57736).
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLate = new AbortController()
  const timer = setTimeout(() => {
    tooLate.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))
  }, milliseconds)
  try {
    return await work(AbortSignal.any([signal, tooLate.signal]))
  } finally {
    clearTimeout(timer)
  }
}
