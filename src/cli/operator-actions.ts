import { type Command, InvalidArgumentError } from 'commander'
import { type LoggedAction, operatorLog } from '../audit/operator-log.js'
import { systemClock } from '../domain/clock.js'
import { visible } from '../domain/text.js'
import { StartupError } from '../storage/startup-error.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const MOST_DAYS = 3_700
const MOST_SHOWN = 10_000

interface LogOptions extends OutputOptions {
  readonly from?: string
  readonly to?: string
}

/** Adds `clearway operators log`. */
export function addOperatorActionCommands(command: Command, cli: CliRun): void {
  command
    .command('log')
    .description(
      `List what operators changed or viewed by command line and console, oldest first; at most ${MOST_SHOWN} records. An action that changes something has two records: its begin and its end.`,
    )
    .option('--from <day>', `first day, UTC; default ${DEFAULT_DAYS} days ago`, aDay)
    .option('--to <day>', 'last day, UTC; default today', aDay)
    .option(
      '--json',
      'print {"actions": [{"at", "operator", "action", "target", "outcome", "details", "actionId", "stream", "revision"}], "more"}',
    )
    .addHelpText('after', examples('operators log', 'operators log --from 2026-11-01 --to 2026-11-30 --json'))
    .action(async ({ from, to, ...options }: LogOptions) => {
      const now = systemClock.now()
      const last = to ?? dayOf(now)
      const first = from ?? dayOf(new Date(Date.parse(last) - DEFAULT_DAYS * DAY_MS))
      if (first > last) throw new StartupError(`--from ${first} is after --to ${last}.`)
      if ((Date.parse(last) - Date.parse(first)) / DAY_MS > MOST_DAYS) {
        throw new StartupError(
          `The period from ${first} to ${last} is longer than ${MOST_DAYS} days; choose a shorter one.`,
        )
      }
      const { actions, more } = await inSession(cli, async ({ store }) => {
        const found: LoggedAction[] = []
        for await (const action of operatorLog(store, first, last)) {
          if (found.length === MOST_SHOWN) return { actions: found, more: true }
          found.push(action)
        }
        return { actions: found, more: false }
      })
      cli.printResult(options, { actions, more }, () =>
        [
          ...(actions.length === 0 ? [`No operator actions from ${first} to ${last}.`] : actions.map(inWords)),
          ...(more ? ['There are more records; choose a shorter period.'] : []),
        ].join('\n'),
      )
    })
}

function inWords({ at, operator, action, target, outcome, details }: LoggedAction): string {
  const facts = Object.entries(details).map(([name, value]) => `${visible(name)}=${visible(JSON.stringify(value))}`)
  const about = target === null ? '' : ` ${visible(target)}`
  return `${at} ${visible(operator)} ${outcome === 'done' ? 'did' : outcome}: ${action}${about}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function aDay(text: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && dayOf(new Date(text)) === text
  if (!isDay) throw new InvalidArgumentError('It must be a day such as 2026-11-30.')
  return text
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
