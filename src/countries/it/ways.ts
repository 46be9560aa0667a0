import type { Credentials } from '../../domain/connection.js'
import type { AnswerDesk } from '../gateway/answering.js'
import type { Access, Gateway, Submission, Unavailable } from '../gateway/gateway.js'
import type { GatewayTools } from '../gateway/gateway-tools.js'
import { uploadOf } from './sdi/upload-id.js'

/** The two ways to SdI. */
interface ItalianWays {
  /** An own channel (SDICoop), with a certificate. */
  readonly channel: Gateway
  /** The intermediary Invoicetronic, for connections with an `apiKey`. */
  readonly intermediary: Gateway
}

/**
 * Seconds, without the pace factor, until the next check whether a connection has its key again.
 */
const WITHOUT_KEY_SECONDS = 3600
const BY_KEY =
  'The connection has an API key of Invoicetronic, which brings no responses to SdI; submit the certificate of the channel again, then respond again'
const NO_LIST = 'SdI has no list of the files sent through an own channel (SDICoop)'

/**
 * One gateway for both channels. New invoices use the channel of the connection's credentials;
 * earlier ones stay with their channel, even after the connection has changed.
 */
export function byWay({ channel, intermediary }: ItalianWays, tools: Pick<GatewayTools, 'pace' | 'clock'>): Gateway {
  const wayOf = ({ access }: Submission): Gateway => (hasKey(access) ? intermediary : channel)
  return {
    submit: (submission, lease) => wayOf(submission).submit(submission, lease),
    async find(submission) {
      // Free, and finds uploads with a certificate before there was a key. Ledger entries of the
      // intermediary are left to its own gateway.
      const found = await channel.find(submission)
      const isChannels = found.kind === 'known' && uploadOf(found.uploadId) !== null
      return hasKey(submission.access) && !isChannels ? intermediary.find(submission) : found
    },
    async poll(submission, uploadId, submittedAt) {
      if (uploadOf(uploadId) !== null) return channel.poll(submission, uploadId, submittedAt)
      return hasKey(submission.access) ? intermediary.poll(submission, uploadId, submittedAt) : withoutKey(tools)
    },
    async reconcile(submission, uploadId, govId) {
      const way = uploadOf(uploadId) !== null ? channel : hasKey(submission.access) ? intermediary : null
      return way?.reconcile?.(submission, uploadId, govId) ?? withoutKey(tools)
    },
    async uploadsSince(access, since, senders) {
      const way = hasKey(access) ? intermediary : channel
      return way.uploadsSince?.(access, since, senders) ?? { kind: 'unlisted', reason: NO_LIST }
    },
    check: async (access) => {
      const way = hasKey(access) ? intermediary : channel
      return way.check?.(access) ?? { kind: 'unknown', reason: 'This channel to SdI cannot be tested.' }
    },
    async collect(scope, access, since) {
      // SdI itself calls us.
      const way = hasKey(access) ? intermediary : channel
      return way.collect?.(scope, access, since) ?? { kind: 'messages', messages: [], until: tools.clock.now() }
    },
    ...(intermediary.arrivals && {
      arrivals: {
        ...intermediary.arrivals,
        // To an own channel SdI sends them.
        isFor: (credentials: Credentials) => credentials['apiKey'] !== undefined,
      },
    }),
    ...(channel.answers && { answers: withoutKeys(channel.answers) }),
    responseIn: (message) => (message.scope === null ? channel : intermediary).responseIn?.(message) ?? null,
  }
}

/** Invoicetronic brings no responses to SdI. */
function withoutKeys(desk: AnswerDesk): AnswerDesk {
  return {
    ...desk,
    send: async (answer, lease) =>
      hasKey(answer.access) ? { kind: 'refused', errorMessage: BY_KEY } : desk.send(answer, lease),
  }
}

function hasKey(access: Access | null): boolean {
  return access?.credentials['apiKey'] !== undefined
}

function withoutKey({ pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  return {
    kind: 'unavailable',
    reason: 'the invoice was sent through Invoicetronic, whose key the connection no longer has',
    retryAfterSeconds: WITHOUT_KEY_SECONDS * pace,
    concerns: 'invoice',
  }
}
