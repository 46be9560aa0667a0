import { Command, CommanderError } from 'commander'
import { addAccountCommands } from './cli/accounts.js'
import { addDeliveryCommands } from './cli/deliveries.js'
import { addInvoiceCommands } from './cli/invoices.js'
import { addMigrateEventsCommand } from './cli/migrate-events.js'
import { addProjectionCommands } from './cli/projections.js'
import { addSecretCommands } from './cli/secrets.js'
import { StartupError } from './storage/startup-error.js'

/**
 * The operator's and the auditor's commands. Statuses: 0 done, 1 could not be done (or: the
 * invoice is invalid), 2 wrong use.
 */
const program = new Command('clearway')
  .description('Operator’s and auditor’s commands of Clearway. They work beside a running server.')
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride()

addAccountCommands(program)
addDeliveryCommands(program)
addInvoiceCommands(program)
addMigrateEventsCommand(program)
addProjectionCommands(program)
addSecretCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof StartupError) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}
