import { pause } from '../../domain/pause.js'
import { findApiKey, type KeySources } from '../listen/api-key.js'

import type { CliRun } from '../cli-run.js'
import { decisions } from './decisions.js'
import { filesIn, type Outgoing, outgoingIn } from './outgoing.js'
import { Progress } from './progress.js'
import { reach } from './reach.js'
import { decisionOn, finish, isTaken, type Outcome, show } from './report.js'
import { attempt, isFinal, type ServiceSettings } from './service.js'

/** Settings of `clearway send`. */
export interface Sending extends KeySources {
  /** `-` is standard input. */
  readonly files: readonly string[]
  readonly json: boolean
  /** Base URL of the API, without a trailing slash. */
  readonly api: string
  readonly keyPrefix: string
  readonly validate: boolean
  /** How long to wait for decisions; null: not at all. */
  readonly waitMs: number | null
}

const LINES_PER_BATCH = 100
const BYTES_PER_BATCH = 4 * 1024 * 1024
const DOCUMENTS_AT_ONCE = 4

const TRIES = 8
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/**
 * Sends files with invoices, prints the result of each, and sets the exit status. SIGINT and
 * SIGTERM end it. Throws `StartupError` where nothing could be sent at all.
 */
export async function send(cli: CliRun, sending: Sending): Promise<void> {
  const { json, api, validate, waitMs } = sending
  await reach(api, (problem) => cli.printNote({ json }, problem))
  const key = await findApiKey(cli, sending)
  const ending = new AbortController()
  const stopListening = cli.onInterrupt(() => ending.abort())
  const settings: ServiceSettings = { api, key, validate, signal: ending.signal }
  const files = await filesIn(sending.files)
  const progress = new Progress(
    files.reduce((sum, { size }) => sum + size, 0),
    json || cli.stderr.isTTY !== true ? null : cli.stderr,
  )
  const outcomes: Outcome[] = []
  try {
    for (const { path } of files) {
      for (const group of groupsOf(await outgoingIn(cli, path, sending.keyPrefix, { json }))) {
        for await (const outcome of sendGroup(settings, group, (problem) => report(cli, progress, json, problem))) {
          outcomes.push(outcome)
          progress.add(outcome.size, isTaken(outcome))
          if (waitMs === null) show(cli, progress, json, outcome, null)
        }
        if (ending.signal.aborted || (await cli.outputIsClosed())) break
      }
      if (ending.signal.aborted) break
    }
    const decided = waitMs === null ? null : await decisions(settings, outcomes, waitMs)
    if (decided) for (const each of outcomes) show(cli, progress, json, each, decisionOn(each, decided))
    progress.clear()
    finish(cli, json, outcomes, decided, ending.signal.aborted)
  } finally {
    stopListening()
    progress.clear()
  }
}

/** Groups what is sent together: lines of a batch, or some XML documents. */
function* groupsOf(all: readonly Outgoing[]): Generator<readonly Outgoing[]> {
  let group: Outgoing[] = []
  let bytes = 0
  for (const each of all) {
    const most = each.body.kind === 'json' ? LINES_PER_BATCH : DOCUMENTS_AT_ONCE
    const isFull = group.length >= most || bytes + each.size > BYTES_PER_BATCH
    if (group.length > 0 && (isFull || group[0]?.body.kind !== each.body.kind)) {
      yield group
      group = []
      bytes = 0
    }
    group.push(each)
    bytes += each.size
  }
  if (group.length > 0) yield group
}

/** Sends until each has its answer, or the service fails for too long. */
async function* sendGroup(
  settings: ServiceSettings,
  group: readonly Outgoing[],
  onPause: (problem: string) => void,
): AsyncGenerator<Outcome> {
  let open = group
  for (let tries = 1; open.length > 0; tries++) {
    const { answers, problem, retryAfterMs } = await attempt(settings, open).catch((error: unknown) => {
      if (!settings.signal.aborted) throw error
      return { answers: [], problem: 'it was interrupted', retryAfterMs: null }
    })
    const left: Outgoing[] = []
    for (const [index, outgoing] of open.entries()) {
      const { name, key, size } = outgoing
      const answer = answers[index]
      if (isFinal(answer)) yield { name, key, size, answer, problem: null }
      else left.push(outgoing)
    }
    if (left.length < open.length) tries = 0
    open = left
    if (open.length === 0) return
    if (tries >= TRIES || settings.signal.aborted) {
      for (const { name, key, size } of open)
        yield { name, key, size, answer: undefined, problem: problem ?? 'no answer' }
      return
    }
    const ms = retryAfterMs ?? Math.min(FIRST_PAUSE_MS * 2 ** tries * (1 + Math.random()), LONGEST_PAUSE_MS)
    onPause(
      `${settings.api} has not taken ${open.length} yet (${problem ?? 'it did not answer'}); retrying in ${Math.ceil(ms / 1_000)} s.`,
    )
    await pause(ms, settings.signal)
  }
}

function report(cli: CliRun, progress: Progress, json: boolean, problem: string): void {
  progress.clear()
  cli.printNote({ json }, problem)
}
