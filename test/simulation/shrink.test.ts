import t from 'tap'
import { breachOf, shrink } from './shrink.js'
import { type InvoicePlan, type Story, storyOf } from './story.js'

const DELIVERED = (id: string): string =>
  `invoice.submitted (liveInvoice-${id}@4) was delivered before invoice.created (liveInvoice-${id}@0)`
const NOTED = 'liveInvoice-inv_2U8s has not noted: response 2 on fe583e8f-c0fa-8d42-ace8-3d6af2220a64'

t.test('a story is made smaller as long as it fails by the same breach, not by another', async (t) => {
  const story = storyOf(3, { invoices: 16, mishaps: [] })
  const has = ({ invoices }: Story, number: number): boolean =>
    invoices.some((each: InvoicePlan) => each.number === number)
  // With invoice 5 the breach of the seed occurs; without it another one does.
  const play = async (candidate: Story) => ({
    failure: has(candidate, 5) ? DELIVERED(`inv_${candidate.invoices.length}`) : NOTED,
    steps: 0,
    lasted: 0,
  })
  const shrunk = await shrink(story, DELIVERED('inv_7bGH'), { play })
  t.same(
    shrunk.story.invoices.map(({ number }) => number),
    [5],
  )
  t.equal(shrunk.failure, DELIVERED('inv_1'))
})

t.test('a breach is its text without what differs from story to story', (t) => {
  t.equal(
    breachOf(DELIVERED('inv_1')),
    breachOf(DELIVERED('inv_2').replaceAll('submitted', 'validated').replace('@4', '@11')),
  )
  t.equal(
    breachOf(NOTED),
    breachOf(NOTED.replace('response 2', 'response 1').replace('2U8s', '9xK').replace('fe58', 'ab12')),
  )
  t.not(breachOf(NOTED), breachOf(DELIVERED('inv_1')))
  const row = (name: string, end: number): string =>
    `the row inv_${end} of ${name} is not what a rebuild up to ${end} gives`
  t.equal(breachOf(row('outbox', 7)), breachOf(row('outbox', 12)))
  t.not(breachOf(row('outbox', 7)), breachOf(row('invoices', 7)))
  t.equal(
    breachOf('process 0 ended by an error: Error: a\n at b'),
    breachOf('process 2 ended by an error: Error: a\n at c'),
  )
  t.end()
})
