import { withTimeLimit } from '../../domain/time-limit.js'
import { request } from 'undici'
import { followFeed } from '../listen/feed.js'
import type { Outcome } from './report.js'
import type { ServiceSettings } from './service.js'
import { fieldsOf } from '../../domain/json.js'

const KINDS = ['invoice.accepted', 'invoice.rejected', 'invoice.error'] as const
const ANSWER_MS = 30_000

/**
 * Waits until each sent invoice is accepted, rejected or in error, up to the time limit, and
 * returns their statuses by id; a missing id is undecided.
 */
export async function decisions(
  { api, key, signal }: ServiceSettings,
  outcomes: readonly Outcome[],
  waitMs: number,
): Promise<ReadonlyMap<string, string>> {
  const taken = outcomes.flatMap(({ answer }) => answer?.invoice ?? [])
  const open = new Set(taken.map(({ id }) => id))
  const decided = new Map<string, string>()
  const [from] = taken.map(({ createdAt }) => createdAt).sort()
  if (from === undefined) return decided
  await withTimeLimit(waitMs, signal, async (signal) => {
    const settings = { api, key, events: KINDS.join(','), from, signal, onTrouble: () => undefined }
    for await (const { data } of followFeed(settings)) {
      const id = String(data['id'])
      if (!open.has(id)) continue
      // An invoice in error may have been retried since: its current status counts.
      const status = data['status'] === 'error' ? await statusOf({ api, key }, id) : String(data['status'])
      if (!['accepted', 'rejected', 'error'].includes(status)) continue
      decided.set(id, status)
      open.delete(id)
      if (open.size === 0) break
    }
  })
  return decided
}

/** `error` where it can't be queried, as the event reported. */
async function statusOf({ api, key }: Pick<ServiceSettings, 'api' | 'key'>, id: string): Promise<string> {
  try {
    const { statusCode, body } = await request(`${api}/v1/invoices/${id}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    const { status } = fieldsOf(fieldsOf(await body.json())['data'])
    return statusCode === 200 && typeof status === 'string' ? status : 'error'
  } catch {
    return 'error'
  }
}
