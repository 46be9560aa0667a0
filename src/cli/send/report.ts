import { printResult, visible } from '../output.js'
import type { Progress } from './progress.js'
import type { Answered } from './service.js'

/** What became of one that was to be sent. */
export interface Outcome {
  /** The file, with the line for newline-delimited JSON. */
  readonly name: string
  readonly key: string
  /** Bytes of it. */
  readonly size: number
  /** undefined: the service did not answer. */
  readonly answer: Answered | undefined
  /** Why it did not; null: it did. */
  readonly problem: string | null
}

/** Whether the service has it now. */
export function isTaken({ answer }: Outcome): boolean {
  return answer !== undefined && answer.invoice !== null
}

/** The status that was decided on; of one that was not taken nothing is. */
export function decisionOn({ answer }: Outcome, decided: ReadonlyMap<string, string>): string {
  return decided.get(answer?.invoice?.id ?? '') ?? 'undecided'
}

/** Tells what became of one. `decision`: the status of its invoice; null: nobody waits for it. */
export function show(progress: Progress, json: boolean, outcome: Outcome, decision: string | null): void {
  const { name, key, answer, problem } = outcome
  const error = answer?.error ?? (problem === null ? null : { message: problem })
  progress.clear()
  const invoiceStatus = answer?.invoice ? (decision ?? 'created') : null
  const value = {
    file: name,
    key,
    status: answer?.status ?? null,
    replayed: answer?.replayed ?? false,
    id: answer?.invoice?.id ?? null,
    invoiceStatus,
    error,
  }
  // On a terminal the bar tells of what went well.
  const isQuiet = progress.isShown && error === null && (decision === null || decision === 'accepted')
  printResult({ json }, value, () => (isQuiet ? '' : inWords(outcome, decision)))
  progress.draw()
}

function inWords({ name, answer, problem }: Outcome, decision: string | null): string {
  if (answer?.invoice) {
    const taken = answer.replayed ? 'was there already' : 'created'
    return `${name}: ${taken}, ${answer.invoice.id}${decision === null ? '' : `, ${decision}`}`
  }
  if (answer?.error == null) return `${name}: not sent, ${problem ?? 'no answer'}`
  const { message, details = [] } = answer.error
  const rest =
    details.length > 1
      ? details.map(
          (each) => `\n  ${visible([each.rule, each.path].filter(Boolean).join(' '))}: ${visible(each.message)}`,
        )
      : []
  return `${name}: refused (${answer.status}): ${visible(message)}${rest.join('')}`
}

/** Tells how many became what, and gives the process its status. */
export function finish(
  json: boolean,
  outcomes: readonly Outcome[],
  decided: ReadonlyMap<string, string> | null,
  isInterrupted: boolean,
): void {
  const taken = outcomes.filter(isTaken)
  const replayed = taken.filter(({ answer }) => answer?.replayed).length
  const unanswered = outcomes.filter(({ answer }) => answer === undefined).length
  const refused = outcomes.length - taken.length - unanswered
  const statuses = new Map<string, number>()
  for (const each of decided === null ? [] : taken) {
    const status = decided === null ? '' : decisionOn(each, decided)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  const summary = { sent: outcomes.length, created: taken.length - replayed, replayed, refused, unanswered }
  const isDone =
    taken.length === outcomes.length && (decided === null || (statuses.get('accepted') ?? 0) === taken.length)
  if (!isDone || isInterrupted) process.exitCode = 1
  if (json) {
    process.stderr.write(`${JSON.stringify({ summary: { ...summary, ...Object.fromEntries(statuses) } })}\n`)
    return
  }
  const parts = [
    `${summary.created} created`,
    ...(replayed > 0 ? [`${replayed} there already`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unanswered > 0 ? [`${unanswered} not answered; send them again, nothing is created twice`] : []),
    ...[...statuses].map(([status, count]) => `${count} ${status}`),
  ]
  printResult(
    { json },
    null,
    () => `${outcomes.length} ${outcomes.length === 1 ? 'invoice' : 'invoices'}: ${parts.join(', ')}.`,
  )
}
