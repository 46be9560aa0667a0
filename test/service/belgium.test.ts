import t from 'tap'
import { belgium } from '../support/belgium.js'
import { allCallsCounted } from '../support/government-calls.js'
import { waitFor } from '../support/wait-for.js'

t.test('from a connection that is open to what the receiver answers', { timeout: 300_000 }, async (t) => {
  const { accessPoint, connection, member, post, becomes, api } = await belgium(t)
  t.equal(connection.status, 'active', "the operator's access point serves everybody")
  const [sound, bad] = [await post('BE-1'), await post('BE-2')]
  for (const { id } of [sound, bad]) await becomes(id, 'submitted')
  const instances = new Map(
    accessPoint.transactions.map(({ instanceId, bytes }) => [/BE-\d/.exec(bytes.toString())?.[0], instanceId]),
  )
  t.match(await accessPoint.levelStatus(instances.get('BE-1') ?? '', { code: 'AP' }), { isTaken: true })
  const lines = [{ place: 'NA', text: '[BR-02]-An Invoice shall have an Invoice number (BT-1).' }]
  t.match(await accessPoint.levelStatus(instances.get('BE-2') ?? '', { code: 'RE', lines }), { isTaken: true })
  await becomes(sound.id, 'accepted')
  // The two documents arrive in any order.
  const arrived = accessPoint.deliveries.find(({ instanceId }) => instanceId === instances.get('BE-1'))
  t.match(await api('GET', `/v1/invoices/${sound.id}`), { govId: arrived?.messageId })
  await becomes(bad.id, 'rejected')
  t.match(await api('GET', `/v1/invoices/${bad.id}`), {
    errorMessage: /BR-02/,
    errorTranslated: /no number/,
    errorFix: /\w/,
  })
  await allCallsCounted(member, 'Peppol', () => accessPoint.calls.length + accessPoint.lookups.length)
})

t.test(
  'what waits while sending is switched off goes by itself once it is on again',
  { timeout: 300_000 },
  async (t) => {
    const { accessPoint, connection, post, becomes, api } = await belgium(t)
    const off = (): void => accessPoint.faults({ on: 'submit', does: { kind: 'answer', status: 404 } })
    const submits = (): number => accessPoint.calls.filter((seen) => seen.call === 'submit').length
    for (const whose of ['operator', 'customer']) {
      off()
      const before = submits()
      const { id } = await post(`BE-${whose}`)
      await waitFor(`it is asked for again at the access point of the ${whose}`, () => submits() >= before + 3, 60_000)
      const { status } = await api<{ status: string }>('GET', `/v1/connections/${connection.id}`)
      t.equal(status, 'active', 'the credentials are right')
      accessPoint.faults()
      await becomes(id, 'submitted')
      await api('PUT', `/v1/connections/${connection.id}/credentials`, accessPoint.credentials)
    }
  },
)
