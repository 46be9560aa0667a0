import type { Command } from 'commander'
import { scopeInWords } from '../../audit/categories.js'
import { invoiceEvents } from '../../audit/invoice-streams.js'
import { lifeOf, stateAt, type ReplayedEvent } from '../../audit/replay.js'
import { storedLine } from '../../audit/stored-line.js'
import { systemClock } from '../../domain/clock.js'
import type { RecordedEvent, Scope } from '../../domain/event.js'
import { visible } from '../../domain/text.js'
import { type ChainFault, verifyChain } from '../../eventstore/hash-chain.js'
import { instant, namedInvoice } from './options.js'
import type { CliRun } from '../cli-run.js'
import { examples, type OutputOptions } from '../output.js'
import { inSession, type Session } from '../session.js'

interface Options extends OutputOptions {
  readonly at?: Date
  readonly raw?: boolean
}

/** Adds `clearway audit replay`. */
export function addReplay(audit: Command, cli: CliRun): void {
  audit
    .command('replay')
    .description('Show the history of an invoice event by event, and its state at any past time.')
    .argument('<invoice-id>', 'inv_…')
    .option('--at <time>', 'the invoice as the API showed it at this time, ISO 8601: 2026-11-23T10:00:00Z', instant)
    .option('--raw', 'print the stored events, one per line as JSON')
    .option('--json', 'print {"invoiceId", "account", "environment", "at", "state", "broken", "steps": [...]}')
    .addHelpText(
      'after',
      `
The history includes deliveries to the client and events of the connection, in the order of the store.`,
    )
    .addHelpText(
      'after',
      examples(
        'audit replay inv_2PqWc8Rk5TyHn4vLx7ZdSm',
        'audit replay inv_2PqWc8Rk5TyHn4vLx7ZdSm --at 2026-11-23T10:00:00Z',
        'audit replay inv_2PqWc8Rk5TyHn4vLx7ZdSm --raw',
      ),
    )
    .action(async (id: string, options: Options) => {
      const replay = await inSession(cli, (session) => replayOf(session, id, options.at ?? null), {
        kind: 'disclosure',
        action: 'audit replay',
        target: id,
        details: { at: options.at?.toISOString() ?? null, raw: options.raw ?? false },
        result: ({ scope }) => ({ details: { ...scope } }),
      })
      if (options.raw) for (const event of replay.events) cli.printResult({}, null, () => storedLine(event))
      else cli.printResult(options, asJson(replay), () => inWords(replay))
    })
}

interface Replay {
  readonly id: string
  readonly scope: Scope
  /** The requested time; null: now. */
  readonly at: Date | null
  readonly state: ReturnType<typeof stateAt>
  /** In the order of the store, up to `at`. */
  readonly events: readonly RecordedEvent[]
  readonly steps: readonly ReplayedEvent[]
  /** The fault in the hash chain of the invoice's stream; null: it is intact. */
  readonly broken: ChainFault | null
}

async function replayOf(session: Session, id: string, at: Date | null): Promise<Replay> {
  const invoice = await namedInvoice(session, id)
  const time = at ?? systemClock.now()
  const all = await invoiceEvents(session.store, invoice)
  const events = all
    .filter(({ metadata }) => at === null || new Date(metadata.occurredAt) <= at)
    .sort((a, b) => (a.position < b.position ? -1 : 1))
  return {
    id,
    scope: invoice.scope,
    at,
    // The clock of another process may be ahead of this one's.
    state: at === null ? stateAt(invoice.events, new Date(8.64e15)) : stateAt(invoice.events, time),
    events,
    steps: lifeOf(events),
    broken: verifyChain(invoice.stream, invoice.events),
  }
}

function asJson({ id, scope, at, state, broken, steps }: Replay): object {
  return { invoiceId: id, ...scope, at: at?.toISOString() ?? null, state, broken, steps }
}

function inWords({ id, scope, at, state, broken, steps }: Replay): string {
  const when = at === null ? '' : ` as of ${at.toISOString()}`
  return [
    `${id} of ${scopeInWords(scope)}${when}`,
    ...(broken === null
      ? []
      : [`The hash chain of its events is broken from revision ${broken.revision} on (${broken.reason}).`]),
    '',
    ...(steps.length === 0 ? ['No events up to this time.'] : steps.map(stepInWords)),
    '',
    ...(state === null ? ['It did not exist at this time.'] : ['The API showed it as:', ...stateInWords(state)]),
  ].join('\n')
}

function stepInWords({ at, sentence, by, status, statusChanged, documents, hash }: ReplayedEvent): string {
  return [
    `${at}  ${visible(sentence)}`,
    `  by ${visible(by)}${statusChanged && status !== null ? `; status ${status}` : ''}; hash ${hash.slice(0, 12)}…`,
    ...documents.map(
      ({ at: where, sha256, size, mediaType, fileName }) =>
        `  ${visible(where)}${fileName === undefined ? '' : ` “${visible(fileName)}”`}: ${visible(mediaType)}, ${size} bytes, SHA-256 ${sha256}`,
    ),
  ].join('\n')
}

function stateInWords(state: NonNullable<Replay['state']>): readonly string[] {
  return Object.entries(state).map(([name, value]) => `  ${name}: ${visible(JSON.stringify(value))}`)
}
