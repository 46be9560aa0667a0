import { Command, CommanderError } from 'commander'
import { VERSION } from '../version.js'
import { type CliHost, CliRun, type OutputStream } from './cli-run.js'
import { addConvertCommand } from './convert.js'
import { addValidateCommand } from './invoices.js'
import { addListenCommand } from './listen/command.js'
import { operatorName } from './named.js'
import type { OutputOptions } from './output.js'
import { addRenderCommand } from './render.js'
import { addSendCommand } from './send/command.js'

/** The commands that need neither a database nor the service's settings. */
const ALONE: readonly string[] = ['validate', 'convert', 'render', 'listen', 'send']

/**
 * Runs the command in these arguments, without the program's own name, and returns its exit
 * status: 0 done, 1 could not be done (or: an invoice is invalid), 2 wrong use. It uses only what
 * the host provides: it neither reads nor changes the process.
 */
export async function runProgram(args: readonly string[], host: CliHost): Promise<number> {
  const cli = new CliRun(host)
  // Read before parsing: a wrong call is reported in JSON too.
  const options = { json: args.includes('--json') }
  const verbose = args.includes('--verbose') || cli.env['LOG_LEVEL'] === 'debug'
  try {
    const program = await createProgram(cli, options, ALONE.includes(args[0] ?? ''))
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) cli.status = error.exitCode === 0 ? 0 : 2
    else await cli.printFailure(options, error, verbose)
  }
  return cli.status
}

/**
 * All commands. `alone`: without those that need a database, which takes longer to load than all
 * rules.
 */
export async function createProgram(cli: CliRun, { json }: OutputOptions, alone = false): Promise<Command> {
  const program = new Command('clearway')
    .description('Commands of Clearway for operators and auditors. They work while a service is running.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--verbose', 'show the stack trace of a bug (as LOG_LEVEL=debug does)')
    .option(
      '--as <name>',
      'your name, for the record of what operators did; default the system user with the host, such as maria@host1',
      operatorName,
    )
    .hook('preAction', (whole) => {
      cli.operator = whole.opts<{ readonly as?: string }>().as ?? null
    })
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .addHelpText(
      'after',
      `
Every command has --json: one JSON value on standard output, and errors as {"error": "…"} on standard error.
Exit statuses: 0 done, 1 failed (or an invoice is invalid), 2 wrong usage.
\`clearway COMMAND --help\` shows the options of a command, with examples.`,
    )
  const { stdout, stderr } = cli
  program.configureOutput({
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => widthOf(stdout),
    getErrHelpWidth: () => widthOf(stderr),
    ...(json && { outputError: wrongUseInJson }),
  })
  if (json) program.showHelpAfterError(false)
  else program.showHelpAfterError('(use --help to list commands and options)')
  addValidateCommand(program, cli)
  addConvertCommand(program, cli)
  addRenderCommand(program, cli)
  addListenCommand(program, cli)
  addSendCommand(program, cli)
  if (!alone) {
    const { addOperatorCommands } = await import('./operator.js')
    addOperatorCommands(program, cli)
  }
  return program
}

function widthOf({ isTTY, columns }: OutputStream): number {
  return (isTTY === true ? columns : undefined) ?? 80
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
