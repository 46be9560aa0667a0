import type { Command } from 'commander'
import { checkAllDeliveries } from '../processors/deliveries/reconciliation.js'
import { PostgresMarks } from '../processors/work/postgres/marks.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

/** Adds `clearway deliveries check`. */
export function addDeliveryCommands(deliveries: Command, cli: CliRun): void {
  deliveries
    .command('check')
    .description(
      'Make the running service check all events for missing deliveries and schedule those that are missing; it logs them.',
    )
    .option('--json', 'print {"checking"}')
    .addHelpText('after', examples('deliveries check'))
    .action(async (options: OutputOptions) => {
      await inSession(cli, ({ pool }) => checkAllDeliveries(new PostgresMarks(pool)), {
        kind: 'change',
        action: 'deliveries check',
      })
      cli.printResult(options, { checking: true }, () => 'The running service is now checking all events.')
    })
}
