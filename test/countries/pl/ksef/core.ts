import type { Gateway, PollOutcome, Submission } from '../../../../src/countries/gateway/gateway.js'
import type { World } from './world.js'

/** As the core does it: it asks before every sending, and then again, until it is decided. */
export async function throughCore(
  world: World,
  invoice: Submission,
  gateway: Gateway = world.gateway,
): Promise<string> {
  for (let steps = 0; steps < 200; steps += 1) {
    const known = await gateway.find(invoice)
    if (known.kind === 'known') return known.uploadId
    if (known.kind === 'unknown') {
      const outcome = await gateway.submit(invoice)
      if (outcome.kind === 'submitted') return outcome.uploadId
      if (outcome.kind === 'refused' || outcome.kind === 'unauthorized') throw new Error(JSON.stringify(outcome))
    } else if (known.kind === 'unauthorized') throw new Error(JSON.stringify(known))
    world.pass(10)
  }
  throw new Error('stuck')
}

/** Asks until it is decided, or its user is needed. */
export async function decided(
  world: World,
  invoice: Submission,
  uploadId: string,
  gateway: Gateway = world.gateway,
): Promise<PollOutcome> {
  const submittedAt = world.now()
  for (let steps = 0; steps < 500; steps += 1) {
    const outcome = await gateway.poll(invoice, uploadId, submittedAt)
    if (outcome.kind === 'accepted' || outcome.kind === 'rejected' || outcome.kind === 'unauthorized') return outcome
    if (outcome.kind === 'exhausted') world.pass(60)
    else world.pass(outcome.retryAfterSeconds + 0.001)
  }
  throw new Error('never decided')
}
