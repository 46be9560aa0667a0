import { HttpsSender } from '../../processors/deliveries/sender.js'

import type { CliRun } from '../cli-run.js'
import { findApiKey, type KeySources } from './api-key.js'
import { type FeedEvent, followFeed } from './feed.js'
import { forward, type Forwarded } from './forward.js'
import { counted } from '../../domain/counted.js'

/** Settings of `clearway listen`. */
export interface Listening extends KeySources {
  readonly json: boolean
  /** null: only show events. */
  readonly forward: string | null
  /** Base URL of the API, without a trailing slash. */
  readonly api: string
  /** `whsec_…`; signs the forwarded events. */
  readonly secret: string
  /** Kinds, separated by commas; null: all. */
  readonly events: string | null
  /** ISO 8601; null: from now on. */
  readonly from: string | null
}

/** Number of events, and the receiver's answers to them. */
interface Count {
  events: number
  taken: number
  failed: number
}

/**
 * Shows the events of an account as they happen and forwards them one after another, until SIGINT,
 * SIGTERM or the end of the reader of the output. Throws `StartupError` where there is nothing to
 * listen to.
 */
export async function listen(cli: CliRun, listening: Listening): Promise<void> {
  const { json, forward: url, api, secret, events, from } = listening
  const key = await findApiKey(cli, listening)
  const ending = new AbortController()
  const { signal } = ending
  // A second signal ends the process at once.
  const stopListening = cli.onInterrupt(() => ending.abort())
  const sender = new HttpsSender({ allowPrivateNetwork: true })
  const count: Count = { events: 0, taken: 0, failed: 0 }
  printBeginning(cli, listening, key.startsWith('sk_live_') ? 'production' : 'test')
  try {
    const onTrouble = (problem: string | null): void =>
      cli.printNote(
        { json },
        problem === null ? 'The service answers again.' : `The service is unreachable: ${problem}. Retrying.`,
      )
    for await (const event of followFeed({ api, key, events, from, signal, onTrouble })) {
      const receivedAt = new Date().toISOString()
      const onFailure = (error: string, pauseMs: number): void =>
        cli.printNote({ json }, `${event.type} ${event.id}: ${error}; sent again in ${pauseMs / 1_000} s.`)
      const delivery = url === null ? null : await forward({ sender, url, secret, signal, onFailure }, event)
      if (url !== null && delivery === null) break
      count.events += 1
      if (delivery !== null) count[delivery.error === null ? 'taken' : 'failed'] += 1
      cli.printResult({ json }, { receivedAt, event, delivery }, () => lineOf(event, delivery))
      if (await cli.outputIsClosed()) break
    }
  } finally {
    stopListening()
    await sender.close()
  }
  printEnd(cli, listening, count)
}

function printBeginning(cli: CliRun, { json, api, forward: url, secret, from }: Listening, environment: string): void {
  if (json) {
    const listening = { api, environment, forward: url, secret: url === null ? null : secret, from }
    cli.stderr.write(`${JSON.stringify({ listening })}\n`)
    return
  }
  const since = from === null ? '' : ` from ${from}`
  const lines = [
    `Listening to ${api} (${environment} environment)${since}; Ctrl-C stops it.`,
    ...(url === null ? [] : [`Forwarding to ${url}, signed with this secret:`, `  ${secret}`]),
  ]
  cli.printResult({ json }, null, () => lines.join('\n'))
}

function printEnd(cli: CliRun, { json, forward: url }: Listening, count: Count): void {
  const { events, taken, failed } = count
  if (json) {
    cli.stderr.write(`${JSON.stringify({ summary: count })}\n`)
    return
  }
  const forwarded = url === null ? '' : `; ${taken} forwarded, ${failed} failed`
  cli.printResult({ json }, null, () => `${counted(events, 'event')}${forwarded}.`)
}

/** Time, kind, id and status of the invoice or connection, and the receiver's answer. */
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
