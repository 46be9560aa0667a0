import type { InboundAnswer } from '../../countries/gateway/inbound-door.js'

/** The result of a request, for its line in the log, which never contains the message. */
export interface Served extends InboundAnswer {
  readonly door?: string
  readonly bytes?: number
  /** The connection that its address names, known or not. */
  readonly connectionId?: string
  readonly headers?: Readonly<Record<string, string>>
}

const RETRY_AFTER_SECONDS = '30'

/** An answer in plain text. */
export function plain(status: number, text: string): Served {
  return { status, contentType: 'text/plain; charset=utf-8', body: `${text}\n` }
}

/** The answer to what can't be done at the moment; its sender repeats it. */
export function later(): Served {
  return { ...plain(503, 'Not now; send it again.'), headers: { 'retry-after': RETRY_AFTER_SECONDS } }
}
