import { withTimeLimit } from '../../../src/domain/time-limit.js'
import type { DueNotice } from './register.js'
import { noticeCall } from './soap.js'

const CALL_MS = 10_000

/** Calls the service once with a notification; whether it has answered well. */
export async function callService(
  url: string,
  { id, notice: { kind, name, file } }: DueNotice,
  token: string | undefined,
  stopped: AbortSignal,
): Promise<boolean> {
  const { headers, body } = noticeCall(kind, id, name, file)
  try {
    return await withTimeLimit(CALL_MS, stopped, async (signal) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        body,
        signal,
      })
      await response.arrayBuffer()
      return response.ok
    })
  } catch (error) {
    // No server or no answer: SdI tries again.
    if (error instanceof TypeError || error instanceof DOMException) return false
    throw error
  }
}
