import { HttpsSender } from '../../processors/deliveries/sender.js'
import { outputIsClosed, printNote, printResult } from '../output.js'
import { findApiKey, type KeySources } from './api-key.js'
import { type FeedEvent, followFeed } from './feed.js'
import { forward, type Forwarded } from './forward.js'

/** What `clearway listen` was asked for. */
export interface Listening extends KeySources {
  readonly json: boolean
  /** null: events are only shown. */
  readonly forward: string | null
  /** Base of the API, without a slash at the end. */
  readonly api: string
  /** `whsec_…`; signs what is forwarded. */
  readonly secret: string
  /** Kinds, with commas between; null: all. */
  readonly events: string | null
  /** ISO 8601; null: from now on. */
  readonly from: string | null
}

/** How many events there were, and what the receiver did with them. */
interface Count {
  events: number
  taken: number
  failed: number
}

/**
 * Shows the events of an account as they happen, and forwards them one after another, until
 * SIGINT, SIGTERM or the end of whoever reads the output. Throws `StartupError` where there is
 * nothing to listen to.
 */
export async function listen(listening: Listening): Promise<void> {
  const { json, forward: url, api, secret, events, from } = listening
  const key = await findApiKey(listening)
  const ending = new AbortController()
  const { signal } = ending
  // A second signal ends the process at once.
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort())
  const sender = new HttpsSender({ allowPrivateNetwork: true })
  const count: Count = { events: 0, taken: 0, failed: 0 }
  tellBeginning(listening, key.startsWith('sk_live_') ? 'production' : 'test')
  try {
    const onTrouble = (problem: string | null): void =>
      printNote(
        { json },
        problem === null ? 'The service answers again.' : `The service is away, ${problem}; asking again.`,
      )
    for await (const event of followFeed({ api, key, events, from, signal, onTrouble })) {
      const receivedAt = new Date().toISOString()
      const onFailure = (error: string, pauseMs: number): void =>
        printNote({ json }, `${event.type} ${event.id}: ${error}; sent again in ${pauseMs / 1_000} s.`)
      const delivery = url === null ? null : await forward({ sender, url, secret, signal, onFailure }, event)
      if (url !== null && delivery === null) break
      count.events += 1
      if (delivery !== null) count[delivery.error === null ? 'taken' : 'failed'] += 1
      printResult({ json }, { receivedAt, event, delivery }, () => lineOf(event, delivery))
      if (await outputIsClosed()) break
    }
  } finally {
    await sender.close()
  }
  tellEnd(listening, count)
}

function tellBeginning({ json, api, forward: url, secret, from }: Listening, environment: string): void {
  if (json) {
    const listening = { api, environment, forward: url, secret: url === null ? null : secret, from }
    process.stderr.write(`${JSON.stringify({ listening })}\n`)
    return
  }
  const since = from === null ? '' : ` from ${from} on`
  const lines = [
    `Listening to ${api} (${environment} environment)${since}; Ctrl-C ends it.`,
    ...(url === null ? [] : [`Forwarding to ${url}, signed with the secret`, `  ${secret}`]),
  ]
  printResult({ json }, null, () => lines.join('\n'))
}

function tellEnd({ json, forward: url }: Listening, count: Count): void {
  const { events, taken, failed } = count
  if (json) {
    process.stderr.write(`${JSON.stringify({ summary: count })}\n`)
    return
  }
  const forwarded = url === null ? '' : `; the receiver took ${taken}, ${failed} failed`
  printResult({ json }, null, () => `${events} ${events === 1 ? 'event' : 'events'}${forwarded}.`)
}

/** Time, kind, id and status of the invoice or connection, and what the receiver answered. */
function lineOf({ createdAt, type, data }: FeedEvent, delivery: Forwarded | null): string {
  const { id, status } = data
  const answer =
    delivery === null
      ? []
      : [
          `${delivery.error === null ? `→ ${String(delivery.statusCode)}` : `→ failed, ${delivery.error}`} in ${delivery.durationMs} ms`,
        ]
  return [createdAt, type, String(id), String(status), ...answer].join('  ')
}
