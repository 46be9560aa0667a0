import type { Command } from 'commander'
import { createProgram } from '../../src/cli/program.js'
import { idleRun } from '../support/command-line.js'

function commandsOf(command: Command): readonly Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(commandsOf)
}

/** `accounts create`, without the program's own name. */
export function callOf(command: Command): string {
  return command.parent?.parent ? `${callOf(command.parent)} ${command.name()}` : command.name()
}

/** Every command of the program. */
export const commands = commandsOf(await createProgram(idleRun(), {}))

/** Commands that change nothing and show nothing of customers; all others are recorded. */
export const NOT_RECORDED = [
  ...['validate', 'convert', 'render', 'listen', 'send'],
  ...['projections status', 'projections verify', 'work', 'operators log', 'secrets status', 'audit verify', 'doctor'],
  ...['seal key', 'seal list'],
  ...['received list', 'received show', 'received export'],
]

/** The commands that are recorded among the actions of operators. */
export const RECORDED = commands.map(callOf).filter((call) => !NOT_RECORDED.includes(call))
