import type { Command } from 'commander'
import type { CliRun } from '../cli-run.js'
import { addPausing } from './pausing.js'
import { addRebuild, addVerify } from './rebuild.js'
import { addRollBack } from './roll-back.js'
import { addStatus } from './status.js'

/** Adds `clearway projections …`. */
export function addProjectionCommands(projections: Command, cli: CliRun): void {
  addStatus(projections, cli)
  addRebuild(projections, cli)
  addVerify(projections, cli)
  addRollBack(projections, cli)
  addPausing(projections, cli)
}
