import type { Command } from 'commander'
import { visible } from '../domain/text.js'
import { countUnmatched, listUnmatched } from '../processors/collecting/message-report.js'
import type { CliRun } from './cli-run.js'
import { examples, type OutputOptions } from './output.js'
import { inSession } from './session.js'

const MOST_SHOWN = 1_000

/** Adds `clearway messages list`. */
export function addMessageCommands(command: Command, cli: CliRun): void {
  command
    .command('list')
    .description(`List the newest ${MOST_SHOWN} messages that match no invoice of this service, newest first.`)
    .option(
      '--json',
      'print {"total", "messages": [{"channel", "kind", "messageId", "references", "account", "receivedAt", "bytes"}]}',
    )
    .addHelpText('after', examples('messages list', 'messages list --json'))
    .action(async (options: OutputOptions) => {
      const unmatched = await inSession(
        cli,
        async ({ pool }) => ({
          total: await countUnmatched(pool),
          messages: await listUnmatched(pool, MOST_SHOWN),
        }),
        { kind: 'disclosure', action: 'messages list' },
      )
      cli.printResult(options, unmatched, () => inWords(unmatched).join('\n'))
    })
}

interface Unmatched {
  readonly total: number
  readonly messages: Awaited<ReturnType<typeof listUnmatched>>
}

function inWords({ total, messages }: Unmatched): readonly string[] {
  return [
    total === 0 ? 'Every message matches an invoice.' : `Messages that match no invoice: ${total}`,
    ...messages.map(({ channel, kind, references, account, receivedAt, bytes }) => {
      const about = references.length === 0 ? 'no named reference' : references.map(visible).join(', ')
      const whose = account === null ? '' : `, fetched for ${account}`
      return `${receivedAt} ${channel} ${visible(kind)} about ${about} (${bytes} bytes${whose})`
    }),
  ]
}
