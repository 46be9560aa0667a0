import type { Command } from 'commander'
import { addReplay } from './audit-replay.js'

/** Adds `clearway audit replay`. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('Proof of what happened: for auditors, and for whoever answers them.')
  addReplay(audit)
}
