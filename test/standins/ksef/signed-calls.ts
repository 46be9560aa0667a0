import { forbidden } from './answers.js'
import type { Batches } from './batches.js'
import { objectOf } from './bodies.js'
import type { Exports } from './exports.js'
import type { Caller } from './identity.js'
import type { SignedCall } from './options.js'
import type { TakeWishes } from './register.js'
import type { Service } from './service.js'
import type { Answer } from '../local-server.js'

/** What a call has beside its name and caller. */
interface Asked {
  /** What its path names. */
  readonly parts: readonly string[]
  readonly query: URLSearchParams
  readonly body: Buffer
  readonly wishes: TakeWishes
  /** Of the next page of a list. */
  readonly token: string | undefined
}

const READING: readonly SignedCall[] = ['download', 'metadata', 'export', 'export-status']

/** The calls of those who are signed in. */
export class SignedCalls {
  constructor(
    private readonly service: Service,
    private readonly batches: Batches,
    private readonly exports: Exports,
  ) {}

  serve(call: SignedCall, caller: Caller, { parts, query, body, wishes, token }: Asked): Answer {
    const [first = '', second = ''] = parts
    const needed = READING.includes(call) ? 'InvoiceRead' : 'InvoiceWrite'
    if (!caller.permissions.includes(needed)) return forbidden('missing-permissions')
    switch (call) {
      case 'open':
        return this.service.open(caller, objectOf(body))
      case 'send':
        return this.service.send(caller, first, objectOf(body), wishes)
      case 'close':
        return this.service.close(caller, first)
      case 'batch':
        return this.batches.open(caller, objectOf(body))
      case 'batch-close':
        return this.batches.close(caller, first, wishes)
      case 'session':
        return this.service.session(caller, first)
      case 'sessions':
        return this.service.sessions(caller, query)
      case 'invoices':
        return this.service.invoices(caller, first, query, token)
      case 'failed-invoices':
        return this.service.invoices(caller, first, query, token, 'failed')
      case 'session-upo':
        return this.service.sessionReceipt(caller, first, second)
      case 'metadata':
        return this.service.metadata(caller, query, objectOf(body))
      case 'export':
        return this.exports.begin(caller, objectOf(body), wishes.status)
      case 'export-status':
        return this.exports.status(caller, first)
      case 'status':
        return this.service.status(caller, first, second)
      case 'upo':
        return this.service.upo(caller, first, ({ reference, ksefNumber }) => [reference, ksefNumber].includes(second))
      case 'download':
        return this.service.download(caller, first)
    }
  }
}
