import type { CliRun } from '../cli-run.js'
import { visible } from '../output.js'
import type { Progress } from './progress.js'
import type { Answered } from './service.js'
import { counted } from '../../domain/counted.js'

/** The result of sending one invoice. */
export interface Outcome {
  /** The file, with the line number for newline-delimited JSON. */
  readonly name: string
  readonly key: string
  /** Its size in bytes. */
  readonly size: number
  /** undefined: the service did not answer. */
  readonly answer: Answered | undefined
  /** Why it did not; null: it did. */
  readonly problem: string | null
}

/** Whether the service now has it. */
export function isTaken({ answer }: Outcome): boolean {
  return answer !== undefined && answer.invoice !== null
}

/** The decided status; undefined for one that was not taken. */
export function decisionOn({ answer }: Outcome, decided: ReadonlyMap<string, string>): string {
  return decided.get(answer?.invoice?.id ?? '') ?? 'undecided'
}

/**
 * Prints the result of one invoice. `decision`: the status of the invoice; null: the command does
 * not wait for it.
 */
export function show(cli: CliRun, progress: Progress, json: boolean, outcome: Outcome, decision: string | null): void {
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
  // On a terminal the bar shows the successful ones.
  const isQuiet = progress.isShown && error === null && (decision === null || decision === 'accepted')
  cli.printResult({ json }, value, () => (isQuiet ? '' : inWords(outcome, decision)))
  progress.draw()
}

function inWords({ name, answer, problem }: Outcome, decision: string | null): string {
  if (answer?.invoice) {
    const taken = answer.replayed ? 'already existed' : 'created'
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

/** Prints the totals and sets the exit status. */
export function finish(
  cli: CliRun,
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
  if (!isDone || isInterrupted) cli.status = 1
  if (json) {
    cli.stderr.write(`${JSON.stringify({ summary: { ...summary, ...Object.fromEntries(statuses) } })}\n`)
    return
  }
  const parts = [
    `${summary.created} created`,
    ...(replayed > 0 ? [`${replayed} already existed`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(unanswered > 0 ? [`${unanswered} not answered (send them again; nothing is created twice)`] : []),
    ...[...statuses].map(([status, count]) => `${count} ${status}`),
  ]
  cli.printResult({ json }, null, () => `${counted(outcomes.length, 'invoice')}: ${parts.join(', ')}.`)
}
