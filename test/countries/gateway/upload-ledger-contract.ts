import type { Test } from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import type { UploadLedger } from '../../../src/countries/gateway/upload-ledger.js'

const scope: Scope = { account: 'acc_1', environment: 'production' }
const others: readonly Scope[] = [
  { account: 'acc_2', environment: 'production' },
  { account: 'acc_1', environment: 'test' },
]
const begunAt = new Date('2026-11-22T10:00:00.000Z')
const upload = { scope, country: 'RO', attemptId: 'a-1', sha256: 'a'.repeat(64), begunAt } as const

/** What every ledger of uploads must do; each call of `open` gives an empty one. */
export function uploadLedgerContract(t: Test, name: string, open: (t: Test) => Promise<UploadLedger>): void {
  const rule = (title: string, check: (t: Test, ledger: UploadLedger) => Promise<void>): void => {
    void t.test(`${name}: ${title}`, async (t) => check(t, await open(t)))
  }

  rule('nothing is known of an attempt that was never begun', async (t, ledger) => {
    t.equal(await ledger.find(scope, 'a-1'), null)
    t.equal((await ledger.known(scope, 'RO', ['5001', '5002'])).size, 0)
    t.equal((await ledger.known(scope, 'RO', [])).size, 0)
  })

  rule('an upload that was begun has a time and no number', async (t, ledger) => {
    await ledger.begin(upload)
    t.same(await ledger.find(scope, 'a-1'), { begunAt, uploadId: null })
  })

  rule('beginning again replaces the note', async (t, ledger) => {
    const later = new Date(begunAt.getTime() + 60_000)
    await ledger.begin(upload)
    await ledger.begin({ ...upload, begunAt: later })
    t.same(await ledger.find(scope, 'a-1'), { begunAt: later, uploadId: null })
  })

  rule('an upload that was refused is forgotten', async (t, ledger) => {
    await ledger.begin(upload)
    await ledger.refused(upload)
    await ledger.refused(upload)
    t.equal(await ledger.find(scope, 'a-1'), null)
  })

  rule('a try that another has begun since stays noted', async (t, ledger) => {
    const later = { ...upload, begunAt: new Date(begunAt.getTime() + 60_000) }
    await ledger.begin(upload)
    await ledger.begin(later)
    await ledger.refused(upload)
    t.same(await ledger.find(scope, 'a-1'), { begunAt: later.begunAt, uploadId: null })
    await ledger.refused(later)
    t.equal(await ledger.find(scope, 'a-1'), null)
  })

  rule('an upload that was taken has its number, whose document is known', async (t, ledger) => {
    await ledger.begin(upload)
    await ledger.taken(scope, 'a-1', '5001')
    await ledger.taken(scope, 'a-1', '5001')
    t.same(await ledger.find(scope, 'a-1'), { begunAt, uploadId: '5001' })
    t.same([...(await ledger.known(scope, 'RO', ['5001', '5002']))], [['5001', upload.sha256]])
  })

  rule('an attempt is found by its number, and an account by its documents', async (t, ledger) => {
    t.equal(await ledger.hasAny(scope, 'RO'), false)
    await ledger.begin(upload)
    t.same(await ledger.attempts(scope, 'RO', ['5001']), new Map())
    t.equal(await ledger.hasAny(scope, 'RO'), false)
    await ledger.taken(scope, 'a-1', '5001')
    t.same(await ledger.attempts(scope, 'RO', ['5001', '5002']), new Map([['5001', 'a-1']]))
    t.same(await ledger.attempts(scope, 'PL', ['5001']), new Map())
    t.equal(await ledger.hasAny(scope, 'RO'), true)
    t.equal(await ledger.hasAny(scope, 'PL'), false)
    for (const other of others) {
      t.same(await ledger.attempts(other, 'RO', ['5001']), new Map())
      t.equal(await ledger.hasAny(other, 'RO'), false)
    }
  })

  rule('a number is learnt once and stays learnt', async (t, ledger) => {
    await ledger.learn(scope, 'RO', '5003', 'b'.repeat(64))
    await ledger.learn(scope, 'RO', '5003', 'b'.repeat(64))
    t.same([...(await ledger.known(scope, 'RO', ['5003']))], [['5003', 'b'.repeat(64)]])
    t.equal(await ledger.find(scope, 'a-1'), null)
  })

  rule('other accounts and environments see nothing of it', async (t, ledger) => {
    await ledger.begin(upload)
    await ledger.taken(scope, 'a-1', '5001')
    await ledger.learn(scope, 'RO', '5003', 'b'.repeat(64))
    for (const other of others) {
      t.equal(await ledger.find(other, 'a-1'), null)
      t.equal((await ledger.known(other, 'RO', ['5001', '5003'])).size, 0)
      await ledger.refused({ ...upload, scope: other })
    }
    t.same(await ledger.find(scope, 'a-1'), { begunAt, uploadId: '5001' })
  })

  rule('another country has numbers of its own', async (t, ledger) => {
    await ledger.learn(scope, 'RO', '5003', 'b'.repeat(64))
    t.equal((await ledger.known(scope, 'PL', ['5003'])).size, 0)
  })
}
