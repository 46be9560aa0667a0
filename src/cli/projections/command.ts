import type { Command } from 'commander'
import { addPausing } from './pausing.js'
import { addRebuild, addVerify } from './rebuild.js'
import { addRollBack } from './roll-back.js'
import { addStatus } from './status.js'

/** Adds `clearway projections …`. */
export function addProjectionCommands(program: Command): void {
  const projections = program
    .command('projections')
    .description('Manage the read models, which are computed from the events.')
  addStatus(projections)
  addRebuild(projections)
  addVerify(projections)
  addRollBack(projections)
  addPausing(projections)
}
