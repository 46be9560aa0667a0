import type { Invoice } from '../model.js'
import type { Rule, Term } from './rule.js'

/** BR-IC-11 and BR-IC-12: where and when goods went to another country of the EU. */
export const INTRA_COMMUNITY_RULES: readonly Rule[] = [
  {
    id: 'BR-IC-11',
    terms: ['BT-72', 'BG-14'],
    message: 'An intra-community supply has neither a date of delivery nor an invoicing period',
    fix: 'Give deliveryDate',
    check: (invoice, breach) => {
      if (!hasEntry(invoice, 'K')) return
      if ((invoice.delivery?.date ?? '').length <= 1 && invoice.period === undefined) breach('BT-72')
    },
  },
  {
    id: 'BR-IC-12',
    terms: ['BT-80'],
    message: 'An intra-community supply does not say which country the goods go to',
    fix: 'Give customer.address.country',
    check: (invoice, breach) => {
      if (hasEntry(invoice, 'K') && (invoice.delivery?.address?.country ?? '').length <= 1) breach('BT-80')
    },
  },
]

/** BR-O-11 to BR-O-14: what is outside the scope of VAT stands alone. */
export const OUTSIDE_SCOPE_RULES: readonly Rule[] = [
  outsideScope('BR-O-11', 'BT-118', 'a VAT breakdown entry', ({ vatBreakdown }) =>
    vatBreakdown.findIndex(({ category }) => category !== 'O'),
  ),
  outsideScope('BR-O-12', 'BT-151', 'a line', ({ lines }) => lines.findIndex((each) => each.vatCategory !== 'O')),
  outsideScope('BR-O-13', 'BT-95', 'an allowance', ({ allowances }) =>
    allowances.findIndex((each) => each.vatCategory !== 'O'),
  ),
  outsideScope('BR-O-14', 'BT-102', 'a charge', ({ charges }) => charges.findIndex((each) => each.vatCategory !== 'O')),
]

function outsideScope(id: string, term: Term, what: string, other: (invoice: Invoice) => number): Rule {
  return {
    ...{ id, terms: [term], message: `What is outside the scope of VAT (O) stands beside ${what} of another category` },
    fix: 'Put what is outside the scope of VAT on an invoice of its own',
    check: (invoice, breach) => {
      if (!hasEntry(invoice, 'O')) return
      const index = other(invoice)
      if (index >= 0) breach(term, index)
    },
  }
}

function hasEntry({ vatBreakdown }: Invoice, code: string): boolean {
  return vatBreakdown.some(({ category }) => category === code)
}
