import type { Access, Gateway, Submission, Unavailable } from '../gateway/gateway.js'
import type { GatewayTools } from '../gateway/gateway-tools.js'
import { uploadOf } from './sdi/upload-id.js'

/** The two ways to SdI. */
export interface ItalianWays {
  /** A channel of one's own (SDICoop), which a certificate opens. */
  readonly channel: Gateway
  /** The intermediary Invoicetronic, for connections with an `apiKey`. */
  readonly intermediary: Gateway
}

/** Seconds, before the pace, until it is looked again whether a connection has its key back. */
const WITHOUT_KEY_SECONDS = 3600
const NO_LIST = 'SdI gives a channel of one’s own (SDICoop) no list of the files that it sent'

/**
 * One gateway of both ways. What is new goes by the connection's credentials; what was sent before
 * stays with the way by which it went, also after the connection has changed.
 */
export function byWay({ channel, intermediary }: ItalianWays, tools: Pick<GatewayTools, 'pace' | 'clock'>): Gateway {
  const wayOf = ({ access }: Submission): Gateway => (hasKey(access) ? intermediary : channel)
  return {
    submit: (submission, lease) => wayOf(submission).submit(submission, lease),
    async find(submission) {
      // Costs nothing, and finds what a certificate sent before there was a key. What the ledger
      // has of the intermediary is its own to tell.
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
      return way.check?.(access) ?? { kind: 'unknown', reason: 'This way to SdI can not be tested.' }
    },
    async collect(scope, access, since) {
      // SdI itself calls us.
      const way = hasKey(access) ? intermediary : channel
      return way.collect?.(scope, access, since) ?? { kind: 'messages', messages: [], until: tools.clock.now() }
    },
    responseIn: (message) => (message.scope === null ? channel : intermediary).responseIn?.(message) ?? null,
  }
}

function hasKey(access: Access | null): boolean {
  return access?.credentials['apiKey'] !== undefined
}

function withoutKey({ pace }: Pick<GatewayTools, 'pace'>): Unavailable {
  return {
    kind: 'unavailable',
    reason: 'the invoice went through Invoicetronic, whose key the connection does not have any more',
    retryAfterSeconds: WITHOUT_KEY_SECONDS * pace,
    concerns: 'invoice',
  }
}
