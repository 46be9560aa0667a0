import t from 'tap'
import { duplicateKeyOf, supplierKeyOf } from '../../../src/domain/public-events/received-view.js'
import type { EarlierFromSupplier } from '../../../src/domain/receiving.js'
import { TurnBook } from '../../../src/processors/receiving/turn-book.js'
import { RECEIVED } from '../../support/received-invoice.js'

const COMPANY = { id: RECEIVED.companyId, scope: { account: 'acc_1', environment: 'production' } } as const
const NOTHING: EarlierFromSupplier = { isKnown: false, accounts: new Set(), first: null }
const KEYS = { supplier: supplierKeyOf(RECEIVED) ?? '', duplicate: duplicateKeyOf(RECEIVED), accounts: [] }

function bookOver(shown: EarlierFromSupplier): TurnBook {
  return new TurnBook({ earlier: () => Promise.resolve(shown) })
}

t.test('what was noted before in the turn counts before the read model shows it', async (t) => {
  const book = bookOver(NOTHING)
  t.same(await book.earlier(COMPANY, { ...KEYS, except: 'rcv_2' }), NOTHING)
  book.note({ ...RECEIVED, receivedId: 'rcv_1', accounts: ['BE71096123456769'] })
  book.note({ ...RECEIVED, receivedId: 'rcv_2', accounts: ['BE68539007547034'] })
  t.same(await book.earlier(COMPANY, { ...KEYS, except: 'rcv_2' }), {
    isKnown: true,
    accounts: new Set(['BE71096123456769']),
    first: 'rcv_1',
  })
  t.same(await book.earlier(COMPANY, { ...KEYS, except: 'rcv_1' }), NOTHING, 'later ones do not count')
  t.match(await book.earlier(COMPANY, { ...KEYS, duplicate: null, except: 'rcv_3' }), { isKnown: true, first: null })
  const other = { ...KEYS, supplier: 'vat BE0202239951', duplicate: 'rcv_of_another', except: 'rcv_3' }
  t.same(await book.earlier(COMPANY, other), NOTHING)
})

t.test('the first one is that of the read model', async (t) => {
  const book = bookOver({ isKnown: true, accounts: new Set(['BE68539007547034']), first: 'rcv_0' })
  book.note({ ...RECEIVED, receivedId: 'rcv_1', accounts: ['BE71096123456769'] })
  t.same(await book.earlier(COMPANY, { ...KEYS, except: 'rcv_2' }), {
    isKnown: true,
    accounts: new Set(['BE68539007547034', 'BE71096123456769']),
    first: 'rcv_0',
  })
})
