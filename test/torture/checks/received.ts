import { receivedInOrder } from '../../support/received-rows.js'
import { MEANT } from '../plan.js'
import type { Supplier } from '../supplier.js'
import type { World } from '../world.js'

/**
 * Each invoice of a supplier is one received invoice, in the order in which the government got
 * them; each answer reached the government once, which the plan may let refuse it.
 */
export async function checkReceived(
  { deployment, anaf, journal }: World,
  suppliers: readonly Supplier[],
): Promise<void> {
  const all = await receivedInOrder(deployment.pool)
  for (const { customer, sent, answered } of suppliers) {
    const rows = all.filter(({ account, environment }) => account === customer.account && environment === 'production')
    const got = rows.map(({ gov_id }) => gov_id).join()
    if (got !== sent.join())
      journal.broken(`${customer.name} was sent by its supplier ${sent.join()}; and has received ${got}`)
    for (const { id, gov_id, answers } of rows) {
      const uploads = anaf.register.taken.filter(({ isMessage, bytes }) => isMessage && bytes.includes(`"${gov_id}"`))
      const isRefused = uploads.some(({ decision }) => decision.texts.includes(MEANT))
      const expected = answered.has(id) ? [isRefused ? 'failed' : 'confirmed'] : []
      const statuses = answers.map(({ status }) => status).join()
      if (statuses !== expected.join()) journal.broken(`the answers to ${id} are ${statuses}, not ${expected.join()}`)
      if (uploads.length !== expected.length)
        journal.broken(`the answer to ${id} reached the government ${uploads.length} times`)
    }
  }
}
