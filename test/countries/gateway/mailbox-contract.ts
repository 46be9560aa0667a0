import type { Test } from 'tap'
import { type GovernmentMessage, type Mailbox, MOST_OF_REFERENCE } from '../../../src/countries/gateway/mailbox.js'
import type { Scope } from '../../../src/domain/event.js'
import type { InvoiceMessages } from '../../../src/processors/collecting/invoice-messages.js'

const scope: Scope = { account: 'acc_1', environment: 'production' }
const others: readonly Scope[] = [
  { account: 'acc_2', environment: 'production' },
  { account: 'acc_1', environment: 'test' },
]
const receivedAt = new Date('2026-11-22T10:00:00.000Z')
const inSeconds = (seconds: number): Date => new Date(receivedAt.getTime() + seconds * 1000)
const bytes = Buffer.from('<Notifica/>\0\u{e000}')

/** A message about `id 7`, for the country of the test. */
export function message(changes: Partial<GovernmentMessage> = {}): GovernmentMessage {
  return {
    channel: 'sdi',
    scope: null,
    messageId: 'm-1',
    references: ['id 7', 'file a.xml'],
    kind: 'RC',
    receivedAt,
    bytes,
    mediaType: 'application/xml',
    ...changes,
  }
}

const awaited = { channel: 'sdi', reference: 'id 7', scope, country: 'IT', invoiceId: 'inv_1' } as const

/** A mailbox, and what waits in it for its invoices. */
interface MailboxFixture {
  readonly mailbox: Mailbox
  readonly waiting: InvoiceMessages
}

/** What every mailbox must do; each call of `open` gives an empty one. */
export function mailboxContract(t: Test, name: string, open: (t: Test) => Promise<MailboxFixture>): void {
  const rule = (title: string, check: (t: Test, fixture: MailboxFixture) => Promise<void>): void => {
    void t.test(`${name}: ${title}`, async (t) => check(t, await open(t)))
  }
  const idsAbout = async (mailbox: Mailbox, whose: Scope, references: readonly string[]): Promise<readonly string[]> =>
    (await mailbox.about(whose, 'sdi', references)).map(({ messageId }) => messageId)

  rule('a message is found by each of its references, byte by byte', async (t, { mailbox }) => {
    t.equal(await mailbox.put(message()), 'stored')
    for (const reference of ['id 7', 'file a.xml']) {
      const [found, ...rest] = await mailbox.about(scope, 'sdi', [reference, 'id 8'])
      if (found === undefined) throw new Error('it is not found')
      t.match({ ...found, bytes }, { ...message(), references: found.references })
      t.notOk('bytes' in found)
      t.same([...found.references].sort(), ['file a.xml', 'id 7'])
      const whole = await mailbox.whole(found)
      t.ok(whole && Buffer.from(whole.bytes).equals(bytes))
      t.same(rest, [])
    }
    t.same(await mailbox.about(scope, 'peppol', ['id 7']), [])
    t.same(await mailbox.about(scope, 'sdi', ['id 8']), [])
    t.same(await mailbox.about(scope, 'sdi', []), [])
  })

  rule('the same message counts once, also when it comes at the same time', async (t, { mailbox }) => {
    const kept = await Promise.all(Array.from({ length: 8 }, () => mailbox.put(message())))
    t.same(
      kept.filter((each) => each !== 'repeated'),
      ['stored'],
    )
    t.equal(await mailbox.put(message({ bytes: Buffer.from('other') })), 'repeated')
    t.same(await idsAbout(mailbox, scope, ['id 7', 'file a.xml']), ['m-1'])
  })

  rule('messages come in the order in which they were kept', async (t, { mailbox }) => {
    for (const messageId of ['m-3', 'm-1', 'm-2']) await mailbox.put(message({ messageId }))
    t.same(await idsAbout(mailbox, scope, ['id 7']), ['m-3', 'm-1', 'm-2'])
  })

  rule('what an account has fetched speaks for that account and environment alone', async (t, { mailbox, waiting }) => {
    await mailbox.put(message({ scope }))
    for (const other of others) {
      t.equal(await mailbox.put(message({ scope: other, messageId: 'm-1' })), 'stored', 'ids are of their account')
      await mailbox.expect({ ...awaited, scope: other, invoiceId: `of ${other.account} ${other.environment}` })
    }
    t.equal((await mailbox.about(scope, 'sdi', ['id 7'])).length, 1)
    t.same(
      (await waiting.claim(receivedAt, 60, 10)).map(({ invoiceId }) => invoiceId),
      ['of acc_2 production', 'of acc_1 test'],
    )
  })

  rule('texts that no store holds are bounded, and stay apart', async (t, { mailbox }) => {
    const long = 'x'.repeat(300)
    const references = [`${long}1`, `${long}2`, 'nul \0', 'nul \u0001', 'half \ud800', '', '😀'.repeat(200)]
    for (const [n, reference] of references.entries()) {
      t.equal(
        await mailbox.put(message({ messageId: reference, references: [reference], kind: long, mediaType: long })),
        'stored',
      )
      const found = await mailbox.about(scope, 'sdi', [reference])
      t.equal(found.length, 1, `reference ${n} finds its own message only`)
      t.ok(found.every(({ kind, mediaType }) => kind.length <= 50 && mediaType.length <= 200))
    }
    t.equal(await mailbox.put(message({ messageId: `${long}1` })), 'repeated')
    t.equal(
      await mailbox.put(message({ messageId: 'many', references: Array.from({ length: 5_000 }, (_, n) => `r ${n}`) })),
      'stored',
    )
  })

  rule('what is noted of a message is found without its content', async (t, { mailbox }) => {
    const noted = { decides: false, issueDates: ['2026-11-01', 'half \ud800', '2026-11-01'] }
    await mailbox.put(message(noted))
    const [found] = await mailbox.about(scope, 'sdi', ['id 7'])
    t.match(found, { decides: false, issueDates: ['2026-11-01', 'half  '] })
    t.notOk(found && 'bytes' in found)
    t.equal(found && (await mailbox.whole({ ...found, messageId: 'm-2' })), null)
  })

  rule('references are known by messages with authority for the scope', async (t, { mailbox }) => {
    await mailbox.put(message({ scope, references: ['id 7', 'x'.repeat(300)] }))
    const sought = ['id 7', 'id 8', 'x'.repeat(300)]
    t.same([...(await mailbox.known(scope, 'sdi', sought))].sort(), ['id 7', 'x'.repeat(300)])
    for (const other of others) t.equal((await mailbox.known(other, 'sdi', sought)).size, 0)
    t.equal((await mailbox.known(scope, 'peppol', sought)).size, 0)
  })

  rule('of too many messages about one document the rest is set aside', async (t, { mailbox, waiting }) => {
    const put = (n: number, changes: Partial<GovernmentMessage>) =>
      mailbox.put(message({ messageId: `${changes.kind ?? ''} ${n}`, ...changes }))
    const idle = { kind: 'IMR AB', decides: false }
    for (let n = 0; n < MOST_OF_REFERENCE; n += 1) t.equal(await put(n, idle), 'stored')
    t.equal(await put(MOST_OF_REFERENCE, idle), 'aside')
    t.equal(await put(MOST_OF_REFERENCE, idle), 'repeated')
    t.equal(await put(0, { kind: 'IMR CA', decides: false }), 'aside', 'what decides nothing is counted together')
    t.equal(await put(0, { kind: 'MLS AP' }), 'stored', 'what decides is counted by its kind')
    t.equal(await put(0, { kind: 'MLS RE' }), 'stored')
    t.equal(await put(1, { ...idle, references: ['id 8'] }), 'repeated')
    t.equal(await put(200, { ...idle, references: ['id 7', 'id 8'] }), 'aside')
    const about = async (reference: string) =>
      (await mailbox.about(scope, 'sdi', [reference])).map(({ messageId }) => messageId)
    const read = await about('id 7')
    t.equal(read.length, MOST_OF_REFERENCE + 2)
    t.same(read.slice(-2), ['MLS AP 0', 'MLS RE 0'])
    t.same(await about('id 8'), ['IMR AB 200'], 'it is read for the document that has room')
    t.ok((await mailbox.known(scope, 'sdi', ['id 7'])).has('id 7'))

    await mailbox.expect(awaited)
    t.equal((await waiting.claim(receivedAt, 60, 1_000)).length, MOST_OF_REFERENCE + 2)
    t.equal(await put(201, idle), 'aside')
    t.equal((await waiting.claim(receivedAt, 60, 1_000)).length, 0, 'nor does it wake its invoice')
    t.equal(await put(1, { kind: 'MLS AP' }), 'stored')
    t.equal((await waiting.claim(receivedAt, 60, 1_000)).length, 1)
  })

  rule('the messages of one account leave room for those of others', async (t, { mailbox }) => {
    const [other] = others
    if (other === undefined) throw new Error('there is no other scope')
    for (let n = 0; n <= MOST_OF_REFERENCE; n += 1) await mailbox.put(message({ scope: other, messageId: `m-${n}` }))
    t.equal(await mailbox.put(message({ scope })), 'stored')
    t.equal(await mailbox.put(message()), 'stored')
  })

  for (const [title, order] of [
    ['before it was awaited', ['put', 'expect']],
    ['when it is awaited', ['expect', 'put']],
    ['when it is awaited twice', ['expect', 'expect', 'put', 'put', 'expect']],
  ] as const) {
    rule(`a message that comes ${title} waits for its invoice, once`, async (t, { mailbox, waiting }) => {
      for (const step of order) await (step === 'put' ? mailbox.put(message()) : mailbox.expect(awaited))
      const [found, ...rest] = await waiting.claim(receivedAt, 60, 10)
      t.match(found, { scope, country: 'IT', invoiceId: 'inv_1', looks: 0 })
      t.same(rest, [])
      t.equal(found && (await waiting.read(found))?.messageId, 'm-1')
    })
  }

  rule('a message is expected where an invoice of its scope awaits one of its references', async (t, { mailbox }) => {
    t.equal(await mailbox.expects(message()), false)
    await mailbox.expect(awaited)
    t.equal(await mailbox.expects(message()), true)
    t.equal(await mailbox.expects(message({ scope })), true)
    for (const other of others) t.equal(await mailbox.expects(message({ scope: other })), false)
    t.equal(await mailbox.expects(message({ channel: 'peppol' })), false)
    t.equal(await mailbox.expects(message({ references: ['id 8'] })), false)
    t.equal(await mailbox.expects(message({ references: [] })), false)
  })

  rule('the invoices that expect messages are found in all accounts, two at most', async (t, { mailbox }) => {
    const found = async (...references: string[]) => mailbox.expecting(awaited.channel, references)
    t.same(await found(awaited.reference), [])
    await mailbox.expect(awaited)
    t.same(await found(awaited.reference, 'id 8'), [{ scope, invoiceId: 'inv_1' }])
    await mailbox.expect({ ...awaited, reference: 'id 8' })
    t.same(await found(awaited.reference, 'id 8'), [{ scope, invoiceId: 'inv_1' }], 'one invoice by two references')
    t.same(await mailbox.expecting('peppol', [awaited.reference]), [])
    t.same(await found(), [])
    for (const other of others) await mailbox.expect({ ...awaited, scope: other })
    t.equal((await found(awaited.reference)).length, 2)
  })

  rule('messages and those who await them never miss each other', async (t, { mailbox, waiting }) => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => n).flatMap((n) => [
        mailbox.put(message({ messageId: `m-${n}`, references: [`b ${n}`, `a ${n}`] })),
        mailbox.expect({ ...awaited, reference: `a ${n}`, invoiceId: `inv_${n}` }),
        mailbox.expect({ ...awaited, reference: `b ${n}`, invoiceId: `inv_${n}` }),
      ]),
    )
    t.equal((await waiting.claim(receivedAt, 60, 100)).length, 40)
  })

  rule('one message may speak of several invoices, and several of one', async (t, { mailbox, waiting }) => {
    await mailbox.expect(awaited)
    await mailbox.expect({ ...awaited, reference: 'file a.xml' })
    await mailbox.expect({ ...awaited, reference: 'file a.xml', invoiceId: 'inv_2' })
    await mailbox.put(message())
    await mailbox.put(message({ messageId: 'm-2' }))
    t.equal((await waiting.claim(receivedAt, 60, 100)).length, 4)
  })

  rule('what was claimed is due again later, unless it is settled', async (t, { mailbox, waiting }) => {
    await mailbox.expect(awaited)
    await mailbox.put(message())
    const [found] = await waiting.claim(receivedAt, 60, 10)
    if (found === undefined) throw new Error('nothing is due')
    t.same(await waiting.claim(inSeconds(59), 60, 10), [])
    t.match(await waiting.claim(inSeconds(60), 60, 10), [{ looks: 1 }])
    await waiting.postpone(found, inSeconds(1_000))
    t.same(await waiting.claim(inSeconds(999), 60, 10), [])
    await waiting.hasten(['inv_2'], inSeconds(500))
    t.same(await waiting.claim(inSeconds(500), 60, 10), [])
    await waiting.hasten(['inv_1'], inSeconds(500))
    t.match(await waiting.claim(inSeconds(500), 60, 10), [{ looks: 2 }])
    await waiting.settle(found)
    await waiting.postpone(found, inSeconds(0))
    await waiting.hasten(['inv_1'], inSeconds(0))
    t.same(await waiting.claim(inSeconds(9_999), 60, 10), [], 'what is settled never comes again')
    await mailbox.expect(awaited)
    await mailbox.put(message())
    t.same(await waiting.claim(inSeconds(9_999), 60, 10), [])
  })

  rule('what was settled is due again once it is reopened, and the rest as before', async (t, { mailbox, waiting }) => {
    await mailbox.expect(awaited)
    await mailbox.put(message())
    const [settled] = await waiting.claim(receivedAt, 60, 10)
    if (settled === undefined) throw new Error('nothing is due')
    await waiting.settle(settled)
    await mailbox.put(message({ messageId: 'm-2' }))
    t.equal((await waiting.claim(receivedAt, 60, 10)).length, 1)
    await waiting.reopen()
    const { position } = settled
    t.match(await waiting.claim(receivedAt, 60, 10), [{ position, looks: 1 }])
    t.same(await waiting.claim(receivedAt, 60, 10), [])
  })

  rule('so many are claimed at a time, those that have been due for longest', async (t, { mailbox, waiting }) => {
    await mailbox.expect(awaited)
    for (const messageId of ['m-1', 'm-2', 'm-3']) await mailbox.put(message({ messageId }))
    t.equal((await waiting.claim(receivedAt, 60, 2)).length, 2)
    t.equal((await waiting.claim(receivedAt, 60, 2)).length, 1)
  })
}
