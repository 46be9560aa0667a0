import type { Command } from 'commander'
import { addAccountCommands } from './accounts.js'
import { addAuditCommands } from './audit/command.js'
import type { CliRun } from './cli-run.js'
import { addConnectionCommands } from './connections.js'
import { addDatabaseCommands } from './database.js'
import { addDeliveryCommands } from './deliveries.js'
import { addDoctorCommand } from './doctor.js'
import { addKeyCommands } from './keys.js'
import { addMessageCommands } from './messages.js'
import { addMigrateEventsCommand } from './migrate-events/command.js'
import { addOperatorActionCommands } from './operator-actions.js'
import { addProjectionCommands } from './projections/command.js'
import { addRetentionCommands } from './retention.js'
import { addSealCommands } from './seal.js'
import { addSecretCommands } from './secrets.js'
import { addWorkCommand } from './work.js'

/** Adds the commands that need the database and the event store of a service. */
export function addOperatorCommands(program: Command, cli: CliRun): void {
  addAccountCommands(program, cli)
  addKeyCommands(program, cli)
  addAuditCommands(program, cli)
  addConnectionCommands(program, cli)
  addDatabaseCommands(program, cli)
  addDeliveryCommands(program, cli)
  addDoctorCommand(program, cli)
  addMessageCommands(program, cli)
  addMigrateEventsCommand(program, cli)
  addOperatorActionCommands(program, cli)
  addProjectionCommands(program, cli)
  addRetentionCommands(program, cli)
  addSealCommands(program, cli)
  addSecretCommands(program, cli)
  addWorkCommand(program, cli)
}
