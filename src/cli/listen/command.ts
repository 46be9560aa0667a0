import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { newWebhookSecret } from '../../domain/webhook.js'
import { parseInstant } from '../../documents/intake/formats.js'
import { apiAddress, checkedAddress, LOCAL_API } from '../api-address.js'
import type { Listening } from './run.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'

interface ListenOptions extends OutputOptions {
  readonly forward?: string
  readonly api?: string
  readonly apiKeyFile?: string
  readonly secret?: string
  readonly events?: string
  readonly from?: string
}

const SECRET = /^whsec_[A-Za-z0-9+/]{16,}={0,2}$/

/** Adds `clearway listen`. */
export function addListenCommand(command: Command, cli: CliRun): void {
  command
    .option(
      '--forward <url>',
      'address to post each event to, such as http://localhost:4000/hook; default: only show events',
    )
    .option('--api <url>', `address of the service; default CLEARWAY_API, else ${LOCAL_API}`)
    .option('--api-key-file <file>', 'file with the API key; default CLEARWAY_API_KEY, else a prompt')
    .option(
      '--secret <secret>',
      'secret that signs forwarded events, whsec_…; default CLEARWAY_WEBHOOK_SECRET, else a new one',
    )
    .option('--events <kinds>', 'only these kinds, separated by commas: invoice.accepted,invoice.rejected')
    .option('--from <time>', 'replay events from this time, ISO 8601; default now')
    .option(
      '--json',
      'print {"receivedAt", "event", "delivery"} for each event, one per line; delivery is null without --forward, else {"id", "attempts", "statusCode", "error", "durationMs"}',
    )
    .addHelpText(
      'after',
      `${examples(
        'listen --forward http://localhost:4000/hook',
        'listen --events invoice.accepted,invoice.rejected --json',
        'listen --from 2026-03-01T09:00:00Z --forward http://localhost:4000/hook --api https://api.example.com',
      )}

Forwarded events have the headers, signatures and content of a real delivery. They are forwarded one after another. If the receiver does not answer with
2xx, the event is sent again after 1, 2 and 4 seconds; then it counts as failed, and the next one follows. Test events (POST /v1/webhooks/test) are not in the feed.`,
    )
    .action(async (options: ListenOptions, command: Command) => {
      const wanted = settingsOf(options, cli.env, (problem) => command.error(problem, { exitCode: 2 }))
      // The HTTP client takes a while to load, and most commands don't need it.
      const { listen } = await import('./run.js')
      await listen(cli, wanted)
    })
}

/**
 * The settings of the command: its options, else the environment. `refuse` receives the problem;
 * values are not repeated, since they may contain a secret.
 */
function settingsOf(
  options: ListenOptions,
  env: Readonly<Record<string, string | undefined>>,
  refuse: (problem: string) => never,
): Listening {
  const secret = (name: string, text: string): string =>
    SECRET.test(text) ? text : refuse(`error: ${name} must be whsec_ and Base64, as POST /v1/webhooks shows it`)
  const { forward, api, json = false, apiKeyFile = null, events = null, from } = options
  const { CLEARWAY_API_KEY = '', CLEARWAY_WEBHOOK_SECRET = '' } = env
  const since = from === undefined ? null : parseInstant(from)
  if (from !== undefined && since === null)
    refuse('error: --from must be an ISO 8601 time, such as 2026-03-01T09:00:00Z')
  return {
    json,
    forward: forward === undefined ? null : checkedAddress('--forward', forward, refuse),
    api: apiAddress(api, env, refuse),
    apiKey: CLEARWAY_API_KEY.trim() || null,
    apiKeyFile,
    secret:
      options.secret !== undefined
        ? secret('--secret', options.secret)
        : CLEARWAY_WEBHOOK_SECRET === ''
          ? newWebhookSecret((size) => randomBytes(size))
          : secret('CLEARWAY_WEBHOOK_SECRET', CLEARWAY_WEBHOOK_SECRET),
    events,
    from: since?.toISOString() ?? null,
  }
}
