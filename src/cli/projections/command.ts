import type { Command } from 'commander'
import type { CliRun } from '../cli-run.js'
import { addPausing } from './pausing.js'
import { addRebuild, addVerify } from './rebuild.js'
import { addRollBack } from './roll-back.js'
import { addStatus } from './status.js'

/** Adds `clearway projections …`. */
export function addProjectionCommands(program: Command, cli: CliRun): void {
  const projections = program
    .command('projections')
    .description('Manage the read models, which are computed from the events.')
  addStatus(projections, cli)
  addRebuild(projections, cli)
  addVerify(projections, cli)
  addRollBack(projections, cli)
  addPausing(projections, cli)
}
