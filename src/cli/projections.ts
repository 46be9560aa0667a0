import type { Command } from 'commander'
import { addPausing } from './projections/pausing.js'
import { addRebuild, addVerify } from './projections/rebuild.js'
import { addRollBack } from './projections/roll-back.js'
import { addStatus } from './projections/status.js'

/** Adds `clearway projections …`. */
export function addProjectionCommands(program: Command): void {
  const projections = program.command('projections').description('Read models, computed from the events.')
  addStatus(projections)
  addRebuild(projections)
  addVerify(projections)
  addRollBack(projections)
  addPausing(projections)
}
