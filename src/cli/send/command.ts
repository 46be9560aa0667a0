import type { Command } from 'commander'
import { apiAddress, LOCAL_API } from '../api-address.js'
import { examples, type OutputOptions } from '../output.js'
import type { Sending } from './run.js'

interface SendOptions extends OutputOptions {
  readonly api?: string
  readonly apiKeyFile?: string
  readonly keyPrefix?: string
  readonly validate?: boolean
  readonly wait?: boolean
  readonly timeout?: string
}

const WAIT_SECONDS = '600'
/** With the hash behind it, an idempotency key has 255 characters at most. */
const LONGEST_PREFIX = 150

/** Adds `clearway send`. */
export function addSendCommand(program: Command): void {
  program
    .command('send')
    .description(
      'Send invoices to the service with your API key, wherever it runs: files in JSON, newline-delimited JSON or XML, of a folder all of these. Sending them again ' +
        'creates nothing twice. Status 0 only if all were taken, with --wait only if all were accepted.',
    )
    .argument('<files...>', '- is standard input')
    .option('--api <url>', `address of the service; default CLEARWAY_API, else ${LOCAL_API}`)
    .option('--api-key-file <file>', 'file with the API key; default CLEARWAY_API_KEY, else it is asked for')
    .option('--key-prefix <text>', 'stands before each idempotency key: another one sends the same invoices anew', '')
    .option('--validate', 'refuse an invoice that breaks a rule instead of creating it')
    .option('--wait', 'wait until the government has decided on each')
    .option('--timeout <seconds>', 'so long --wait waits', WAIT_SECONDS)
    .option(
      '--json',
      'print for each invoice {"file", "key", "status", "replayed", "id", "invoiceStatus", "error"} in one line; status is that of the answer, null where there was none',
    )
    .addHelpText(
      'after',
      `${examples(
        'send invoice.json',
        'send --validate --wait invoices/ more.ndjson',
        'send --json - < invoices.ndjson',
      )}

A line or file in JSON may have its own "idempotencyKey"; else the key is made of the file's name (without its folder) and the invoice, whatever its order of fields and white
space; equal invoices in one file have keys of their own. So a changed file sends only what changed. JSON goes in batches (POST /v1/invoices/batch), XML one by one. A service that is away or
busy is asked again, with growing pauses, eight times in a row.`,
    )
    .action(async (files: readonly string[], options: SendOptions, command: Command) => {
      const wanted = settingsOf(files, options, process.env, (problem) => command.error(problem, { exitCode: 2 }))
      // The HTTP client takes a while to load, and no other command here needs it.
      const { send } = await import('./run.js')
      await send(wanted)
    })
}

function settingsOf(
  files: readonly string[],
  options: SendOptions,
  env: Readonly<Record<string, string | undefined>>,
  refuse: (problem: string) => never,
): Sending {
  const { api, json = false, apiKeyFile = null, keyPrefix = '', validate = false, wait = false, timeout } = options
  if (keyPrefix.length > LONGEST_PREFIX || /[^\x21-\x7e]/.test(keyPrefix))
    refuse(`error: --key-prefix must be at most ${LONGEST_PREFIX} visible ASCII characters without spaces`)
  if (!/^\d{1,6}$/.test(timeout ?? WAIT_SECONDS)) refuse('error: --timeout must be a whole number of seconds')
  return {
    files,
    json,
    api: apiAddress(api, env, refuse),
    apiKey: env['CLEARWAY_API_KEY']?.trim() || null,
    apiKeyFile,
    keyPrefix,
    validate,
    waitMs: wait ? Number(timeout) * 1_000 : null,
  }
}
