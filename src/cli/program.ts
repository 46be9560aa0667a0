import { Command, CommanderError, Help } from 'commander'
import { VERSION } from '../version.js'
import { type CliHost, CliRun, type OutputStream } from './cli-run.js'
import { COMMANDS } from './commands.js'
import { operatorName } from './named.js'
import type { OutputOptions } from './output.js'

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
    const program = await createProgram(cli, options, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) cli.status = error.exitCode === 0 ? 0 : 2
    else await cli.printFailure(options, error, verbose)
  }
  return cli.status
}

/**
 * The program with all commands; whole are those that are named in `words`, or all without it. Of
 * the others it only knows how they are listed.
 */
export async function createProgram(cli: CliRun, { json }: OutputOptions, words?: readonly string[]): Promise<Command> {
  const terms = new Map<Command, string>()
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
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => terms.get(command) ?? Help.prototype.subcommandTerm(command),
    })
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
  for (const { name, usage, description, load } of COMMANDS) {
    const command = program.command(name).description(description)
    terms.set(command, `${name} ${usage}`.trim())
    if (words?.includes(name) ?? true) (await load())(command, cli)
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
