import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { addInvoiceCommands, INVOICE_COMMANDS } from './cli/invoices.js'
import { addRenderCommand } from './cli/render.js'
import { StartupError } from './storage/startup-error.js'

/** From dist/src as from dist/bundle. */
const PACKAGE = new URL('../../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string }

/**
 * The operator's and the auditor's commands. Statuses: 0 done, 1 could not be done (or: the
 * invoice is invalid), 2 wrong use.
 */
const program = new Command('clearway')
  .description('Operator’s and auditor’s commands of Clearway. They work beside a running server.')
  .version(version)
  .showHelpAfterError('(--help shows what there is)')
  .exitOverride()

addInvoiceCommands(program)
addRenderCommand(program)
// A verdict on a file needs no database, which takes longer to load than all rules.
if (!INVOICE_COMMANDS.includes(process.argv[2] ?? '')) {
  const { addOperatorCommands } = await import('./cli/operator.js')
  addOperatorCommands(program)
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
  else if (error instanceof StartupError) {
    console.error(error.message)
    process.exitCode = 1
  } else throw error
}
