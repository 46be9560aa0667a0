import type { Logger } from 'pino'
import type { InboundOutcome, Observer } from '../../domain/observer.js'
import { boundedReference, type Channel, type GovernmentMessage, type Mailbox } from './mailbox.js'

/** The kinds of each channel, by the first word of a message's kind. */
const KINDS = {
  sdi: ['RC', 'NS', 'MC', 'NE', 'DT', 'AT', 'Inviato', 'invoice'],
  peppol: ['MLS', 'MLR', 'IMR', 'invoice'],
  afnor: ['CDV'],
  anaf: ['RASP'],
} as const satisfies Readonly<Record<Channel, readonly string[]>>

const CHANNELS = Object.keys(KINDS) as readonly Channel[]

/** Every name of a kind of message that `nameOfKind` returns. */
export const MESSAGE_KINDS: readonly string[] = CHANNELS.flatMap((channel) => [
  ...KINDS[channel].map((kind) => `${channel} ${kind}`),
  unknownKind(channel),
])

/** The name of a kind that is not known: `sdi unknown`. */
export function unknownKind(channel: Channel): string {
  return `${channel} unknown`
}

/** The name of a message's kind, from a fixed set: texts of a message never become labels. */
export function nameOfKind({ channel, kind }: Pick<GovernmentMessage, 'channel' | 'kind'>): string {
  // A life-cycle message that can't be read has no code.
  const [, word] = /^([A-Za-z]+)(?:[ -].+)?$/.exec(channel === 'afnor' && kind === 'CDV' ? '' : kind) ?? []
  const known = KINDS[channel].find((each) => each === word)
  return known === undefined ? unknownKind(channel) : `${channel} ${known}`
}

/**
 * The same mailbox; the observer is notified of each message that is put into it, and the log of
 * each that is set aside.
 */
export function observedMailbox(
  mailbox: Pick<Mailbox, 'put' | 'expects'>,
  observer: Pick<Observer, 'happened'>,
  log: Pick<Logger, 'warn'>,
): Pick<Mailbox, 'put'> {
  return {
    async put(message) {
      let outcome: InboundOutcome = 'failed'
      try {
        const kept = await mailbox.put(message)
        outcome = kept
        if (kept === 'aside')
          log.warn(
            { message: nameOfKind(message), messageId: boundedReference(message.messageId) },
            'too many messages about one document; this one is stored and set aside',
          )
        // The message is durable, whether or not this is known.
        if (kept === 'stored' && !(await mailbox.expects(message).catch(() => true))) outcome = 'unmatched'
        return kept
      } finally {
        observer.happened({ kind: 'inbound message', message: nameOfKind(message), outcome })
      }
    },
  }
}
