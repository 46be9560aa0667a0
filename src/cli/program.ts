import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.js'
import { addConvertCommand } from './convert.js'
import { addValidateCommand } from './invoices.js'
import { addListenCommand } from './listen/command.js'
import { type OutputOptions, printFailure, watchReader } from './output.js'
import { addRenderCommand } from './render.js'
import { addSendCommand } from './send/command.js'

/** The commands that need neither a database nor the service's settings. */
const ALONE: readonly string[] = ['validate', 'convert', 'render', 'listen', 'send']

/**
 * Runs the command of these arguments, without the program's own name. It gives the process its
 * status: 0 done, 1 could not be done (or: an invoice is invalid), 2 wrong use.
 */
export async function runProgram(args: readonly string[]): Promise<void> {
  watchReader()
  // Told of a wrong call too, before anything of it is understood.
  const options = { json: args.includes('--json') }
  const verbose = args.includes('--verbose') || process.env['LOG_LEVEL'] === 'debug'
  try {
    const program = await createProgram(options, ALONE.includes(args[0] ?? ''))
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else await printFailure(options, error, verbose)
  }
}

/**
 * All commands. `alone`: without those that need a database, which takes longer to load than all
 * rules.
 */
export async function createProgram({ json }: OutputOptions, alone = false): Promise<Command> {
  const program = new Command('clearway')
    .description('Operator’s and auditor’s commands of Clearway. They work beside a running server.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--verbose', 'show where a fault of the program happened (as LOG_LEVEL=debug does)')
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Every command has --json: one JSON value on standard output, and what could not be done as {"error": "…"} on standard error.
Statuses: 0 done, 1 could not be done (or: an invoice is invalid), 2 wrong use.
\`clearway COMMAND --help\` shows the options of a command, with examples.`,
    )
  if (json) program.configureOutput({ outputError: wrongUseInJson }).showHelpAfterError(false)
  else program.showHelpAfterError('(--help shows what there is)')
  addValidateCommand(program)
  addConvertCommand(program)
  addRenderCommand(program)
  addListenCommand(program)
  addSendCommand(program)
  if (!alone) {
    const { addOperatorCommands } = await import('./operator.js')
    addOperatorCommands(program)
  }
  return program
}

function wrongUseInJson(text: string, write: (text: string) => void): void {
  write(
    `${JSON.stringify({
      error: text
        .trim()
        .replace(/^error: /, '')
        .replaceAll('\n', ' '),
    })}\n`,
  )
}
