import type { Command } from 'commander'
import { listClosedGates, listLanes, listParked } from '../processors/work-report.js'
import { inSession } from './session.js'

const MOST_SHOWN = 1_000

/** Adds `clearway work`. */
export function addWorkCommand(program: Command): void {
  program
    .command('work')
    .description('What the processors have to do: what waits, which governments do not answer, and what is parked.')
    .option(
      '--json',
      'print {"lanes": [{"kind", "lane", "waiting", "due", "forConnection"}], "gates": [...], "parked": [...]}',
    )
    .action(async ({ json }: { json?: boolean }) => {
      const work = await inSession(async ({ pool }) => ({
        lanes: await listLanes(pool),
        gates: await listClosedGates(pool),
        parked: await listParked(pool, MOST_SHOWN),
      }))
      if (json) {
        console.log(JSON.stringify(work))
        return
      }
      if (work.lanes.length === 0) console.log('Nothing waits.')
      for (const { kind, lane, waiting, due, forConnection } of work.lanes) {
        const connection = forConnection === 0 ? '' : `, ${forConnection} until their connection is active`
        console.log(`${kind}${lane === '' ? '' : ` ${lane}`}: ${waiting} wait, ${due} are due${connection}`)
      }
      for (const { name, failures, closedUntil } of work.gates) {
        const until = closedUntil === null ? '' : `, left alone until ${closedUntil}`
        console.log(
          failures === 0 ? `${name}: calls are used up${until}` : `${name}: no answer ${failures} times${until}`,
        )
      }
      for (const { kind, key, account, faults, dueAt } of work.parked) {
        console.log(
          `parked: ${kind} ${key} of ${account}, failed ${faults} times, tried again at ${dueAt}; see the log`,
        )
      }
    })
}
