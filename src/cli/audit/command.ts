import type { Command } from 'commander'
import type { CliRun } from '../cli-run.js'
import { addExport } from './export.js'
import { addReconcile } from './reconcile.js'
import { addReplay } from './replay.js'
import { addVerify } from './verify.js'

/** Adds `clearway audit export`, `verify`, `replay` and `reconcile`. */
export function addAuditCommands(audit: Command, cli: CliRun): void {
  addExport(audit, cli)
  addVerify(audit, cli)
  addReplay(audit, cli)
  addReconcile(audit, cli)
}
