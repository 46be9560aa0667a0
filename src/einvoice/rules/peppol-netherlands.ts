import type { Invoice } from '../model.js'
import type { Address, Party } from '../model-parties.js'
import { isBlank, normalised, type Rule, type Term } from './rule.js'

const MEANS: ReadonlySet<string> = new Set(['30', '48', '49', '57', '58', '59'])

/** NL-R-001 to NL-R-009: sellers with an address in the Netherlands. */
export const DUTCH_RULES: readonly Rule[] = [
  {
    id: 'NL-R-001',
    terms: ['BG-3'],
    message: 'The credit note of a Dutch seller does not say which invoice it corrects',
    fix: 'Give precedingInvoice',
    check: (invoice, breach) => {
      const { kind, precedingInvoices } = invoice
      if (kind === 'creditNote' && isDutch(invoice.seller) && precedingInvoices.length === 0) breach('BG-3')
    },
  },
  wholeAddress('NL-R-002', 'BG-5', 'seller', (invoice) =>
    isDutch(invoice.seller) ? invoice.seller.address : undefined,
  ),
  registered('NL-R-003', 'BT-30', 'seller', (invoice) => (isDutch(invoice.seller) ? invoice.seller : undefined)),
  wholeAddress('NL-R-004', 'BG-8', 'buyer', (invoice) => (bothDutch(invoice) ? invoice.buyer.address : undefined)),
  registered('NL-R-005', 'BT-47', 'buyer', (invoice) => (bothDutch(invoice) ? invoice.buyer : undefined)),
  wholeAddress('NL-R-006', 'BG-12', 'tax representative', ({ seller, taxRepresentative }) =>
    isDutch(seller) && isDutch(taxRepresentative) ? taxRepresentative?.address : undefined,
  ),
  {
    id: 'NL-R-007',
    terms: ['BG-16'],
    message: 'The Dutch seller does not say how to pay',
    fix: 'Give paymentMeans.bankAccount',
    check: ({ kind, seller, totals: { due }, payment }, breach) => {
      if (!isDutch(seller) || payment !== undefined || due === undefined) return
      if (kind === 'invoice' ? due.isPositive() : due.isNegative()) breach('BG-16')
    },
  },
  {
    id: 'NL-R-008',
    terms: ['BT-81'],
    message: 'The means of payment {} is not one that is used in the Netherlands',
    fix: 'Use 30, 48, 49, 57, 58 or 59',
    check: (invoice, breach) => {
      const { payment } = invoice
      if (payment !== undefined && bothDutch(invoice) && !MEANS.has(normalised(payment.meansCode)))
        breach('BT-81', undefined, payment.meansCode)
    },
  },
  {
    id: 'NL-R-009',
    terms: ['BT-132', 'BT-13'],
    message: 'A line refers to a line of an order, but the invoice does not name the order',
    fix: 'Give orderReference',
    check: ({ seller, purchaseOrderReference, salesOrderReference, lines }, breach) => {
      if (!isDutch(seller) || (purchaseOrderReference ?? salesOrderReference) !== undefined) return
      lines.forEach(({ orderLineReference }, index) => {
        if (orderLineReference !== undefined) breach('BT-132', index)
      })
    },
  },
]

function isDutch(party: { readonly address?: Address | undefined } | undefined): boolean {
  return normalised(party?.address?.country ?? '').toUpperCase() === 'NL'
}

function bothDutch({ seller, buyer }: Invoice): boolean {
  return isDutch(seller) && isDutch(buyer)
}

function wholeAddress(id: string, term: Term, who: string, of: (invoice: Invoice) => Address | undefined): Rule {
  return {
    ...{ id, terms: [term], message: `The Dutch address of the ${who} lacks street, city or post code` },
    fix: 'Give street, city and postalCode',
    check: (invoice, breach) => {
      const address = of(invoice)
      if (address === undefined) return
      if ((address.line1 && address.city && address.postCode) === undefined) breach(term)
    },
  }
}

function registered(id: string, term: Term, who: string, of: (invoice: Invoice) => Party | undefined): Rule {
  return {
    ...{ id, terms: [term], message: `The registration {} of the Dutch ${who} is neither a KVK number nor an OIN` },
    fix: 'Give the KVK number (scheme 0106) or the OIN (scheme 0190)',
    check: (invoice, breach) => {
      const id = of(invoice)?.legalRegistration
      if (id === undefined) return
      const isKnown = id.scheme === '0106' || id.scheme === '0190'
      if (!isKnown || isBlank(id.value)) breach(term, undefined, id.value)
    },
  }
}
