import type { Test } from 'tap'
import type { Gateway, Submission } from '../../../src/countries/gateway/gateway.js'
import type { UploadLedger } from '../../../src/countries/gateway/upload-ledger.js'

/** A gateway before its stand-in. */
interface World {
  readonly gateway: Gateway
  readonly uploads: Pick<UploadLedger, 'find'>
  /** What the stand-in has received. */
  readonly received: readonly unknown[]
}

/**
 * A worker whose lease ends before the first byte sends nothing, and the ledger knows of nothing:
 * the lease is looked at once more right before the first byte.
 */
export async function sendsNothingWithoutLease(t: Test, invoice: Submission, world: World): Promise<void> {
  const { gateway, uploads, received } = world
  const lost = new AbortController()
  let looks = 0
  const ending = { lost: lost.signal, isHeld: () => (looks += 1) < 2 }
  t.match(await gateway.submit(invoice, ending), { kind: 'unavailable', concerns: 'invoice' })
  t.ok(looks >= 2, 'the last look is right before the first byte')
  lost.abort()
  t.match(await gateway.submit(invoice, { lost: lost.signal, isHeld: () => true }), { kind: 'unavailable' })
  t.equal(received.length, 0)
  t.equal(await uploads.find(invoice.scope, invoice.attemptId), null)
}
