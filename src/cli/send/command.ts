import type { Command } from 'commander'
import { apiAddress, LOCAL_API } from '../api-address.js'
import type { CliRun } from '../cli-run.js'
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
/** With the hash after it, an idempotency key has at most 255 characters. */
const LONGEST_PREFIX = 150

/** Adds `clearway send`. */
export function addSendCommand(command: Command, cli: CliRun): void {
  command
    .argument('<files...>', 'files or folders; - is standard input')
    .option('--api <url>', `address of the service; default CLEARWAY_API, else ${LOCAL_API}`)
    .option('--api-key-file <file>', 'file with the API key; default CLEARWAY_API_KEY, else a prompt')
    .option('--key-prefix <text>', 'prefix of each idempotency key: another prefix sends the same invoices again', '')
    .option('--validate', 'refuse an invoice that breaks a rule instead of creating it')
    .option('--wait', 'wait until the government has decided on each invoice')
    .option('--timeout <seconds>', 'longest time that --wait waits', WAIT_SECONDS)
    .option(
      '--json',
      'print {"file", "key", "status", "replayed", "id", "invoiceStatus", "error"} for each invoice, one per line; status is the HTTP status, null without an answer',
    )
    .addHelpText(
      'after',
      `${examples(
        'send invoice.json',
        'send --validate --wait invoices/ more.ndjson',
        'send --json - < invoices.ndjson',
      )}

A line or file in JSON may have its own "idempotencyKey"; else the key is derived from the file's name (without its folder) and the invoice, regardless of field order and white
space; equal invoices in one file have different keys. So a changed file sends only the changed invoices. JSON is sent in batches (POST /v1/invoices/batch), XML one by one. If the service is
busy or breaks off, the command retries up to eight times in a row, with growing pauses. It ends within seconds where nothing answers at its address to begin with.`,
    )
    .action(async (files: readonly string[], options: SendOptions, command: Command) => {
      const wanted = settingsOf(files, options, cli.env, (problem) => command.error(problem, { exitCode: 2 }))
      // The HTTP client takes a while to load, and most commands don't need it.
      const { send } = await import('./run.js')
      await send(cli, wanted)
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
