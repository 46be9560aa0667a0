import { json } from './answers.js'
import type { Fault, LighthouseState } from './options.js'
import type { Register } from './register.js'
import type { Answer } from '../local-server.js'

/** The stand-in, as far as it is switched and looked at from outside. */
interface Controlled {
  lighthouse: LighthouseState
  readonly register: Register
  readonly calls: readonly object[]
  faults(...faults: readonly Fault[]): void
}

/** What tests in other processes, and people, look at and switch. */
export function control(ksef: Controlled, pathname: string, body: Buffer): Answer {
  switch (pathname) {
    case '/_control/faults':
      ksef.faults(...(JSON.parse(body.toString('utf8')) as readonly Fault[]))
      return json({ ok: true })
    case '/_control/lighthouse':
      ksef.lighthouse = JSON.parse(body.toString('utf8')) as LighthouseState
      return json({ ok: true })
    case '/_control/ledger':
      return json({
        sessions: ksef.register.sessions.map(({ reference, nip, type, status, invoices }) => ({
          reference,
          nip,
          type,
          status,
          invoices: invoices.map(({ xml, ...invoice }) => ({ ...invoice, size: xml?.length })),
        })),
        calls: ksef.calls,
      })
    default:
      return json({ error: 'Not Found' }, 404)
  }
}
