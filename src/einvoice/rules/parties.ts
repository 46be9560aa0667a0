import type { Invoice } from '../model.js'
import type { Rule, Term } from './rule.js'
import { isBlank } from './rule.js'

/** BR-06 to BR-11, BR-17 to BR-20, BR-56, BR-57, BR-62, BR-63, BR-CO-09 and BR-CO-26: who sells, buys, is paid and is delivered to. */
export const PARTY_RULES: readonly Rule[] = [
  {
    id: 'BR-06',
    terms: ['BT-27'],
    message: 'The seller has no name',
    fix: 'Give supplier.name',
    check: (invoice, breach) => {
      if (isBlank(invoice.seller.name)) breach('BT-27')
    },
  },
  {
    id: 'BR-07',
    terms: ['BT-44'],
    message: 'The buyer has no name',
    fix: 'Give customer.name',
    check: (invoice, breach) => {
      if (isBlank(invoice.buyer.name)) breach('BT-44')
    },
  },
  {
    id: 'BR-08',
    terms: ['BG-5'],
    message: 'The seller has no address',
    fix: 'Give supplier.address',
    check: (invoice, breach) => {
      if (invoice.seller.address === undefined) breach('BG-5')
    },
  },
  {
    id: 'BR-09',
    terms: ['BT-40', 'BG-5'],
    message: "The seller's address has no country",
    fix: 'Give supplier.address.country',
    check: ({ seller }, breach) => {
      if (seller.address !== undefined && isBlank(seller.address.country)) breach('BT-40')
    },
  },
  {
    id: 'BR-10',
    terms: ['BG-8'],
    message: 'The buyer has no address',
    fix: 'Give customer.address',
    check: (invoice, breach) => {
      if (invoice.buyer.address === undefined) breach('BG-8')
    },
  },
  {
    id: 'BR-11',
    terms: ['BT-55', 'BG-8'],
    message: "The buyer's address has no country",
    fix: 'Give customer.address.country',
    check: ({ buyer }, breach) => {
      if (buyer.address !== undefined && isBlank(buyer.address.country)) breach('BT-55')
    },
  },
  {
    id: 'BR-17',
    terms: ['BT-59', 'BG-10'],
    message: 'The payee has no name, or is the seller',
    fix: 'Name the payee, and only where it is not the seller',
    check: ({ payee, seller }, breach) => {
      if (payee === undefined) return
      const payeeId = payee.identifier?.value
      const sameId = payeeId !== undefined && seller.identifiers.some(({ value }) => value === payeeId)
      if (isBlank(payee.name) || payee.name === seller.tradingName || sameId) breach('BT-59')
    },
  },
  {
    id: 'BR-18',
    terms: ['BT-62', 'BG-11'],
    message: "The seller's tax representative has no name",
    fix: 'Name the tax representative',
    check: ({ taxRepresentative }, breach) => {
      if (taxRepresentative !== undefined && isBlank(taxRepresentative.name)) breach('BT-62')
    },
  },
  {
    id: 'BR-19',
    terms: ['BG-12', 'BG-11'],
    message: "The seller's tax representative has no address",
    fix: 'Give the address of the tax representative',
    check: ({ taxRepresentative }, breach) => {
      if (taxRepresentative !== undefined && taxRepresentative.address === undefined) breach('BG-12')
    },
  },
  {
    id: 'BR-20',
    terms: ['BT-69', 'BG-12'],
    message: "The address of the seller's tax representative has no country",
    fix: 'Give the country of the tax representative',
    check: ({ taxRepresentative }, breach) => {
      if (taxRepresentative?.address !== undefined && isBlank(taxRepresentative.address.country)) breach('BT-69')
    },
  },
  {
    id: 'BR-56',
    terms: ['BT-63', 'BG-11'],
    message: "The seller's tax representative has no VAT identifier",
    fix: 'Give the VAT identifier of the tax representative',
    check: ({ taxRepresentative }, breach) => {
      if (taxRepresentative !== undefined && isBlank(taxRepresentative.vatIdentifier)) breach('BT-63')
    },
  },
  {
    id: 'BR-57',
    terms: ['BT-80', 'BG-15'],
    message: 'The address of delivery has no country',
    fix: 'Give the country that the goods go to',
    check: ({ delivery }, breach) => {
      if (delivery?.address !== undefined && isBlank(delivery.address.country)) breach('BT-80')
    },
  },
  {
    id: 'BR-62',
    terms: ['BT-34'],
    message: "The seller's electronic address {} has no scheme",
    fix: 'Write the Peppol id as scheme:value, for example 0208:0403170701',
    check: ({ seller }, breach) => {
      const address = seller.electronicAddress
      if (address !== undefined && address.scheme === undefined) breach('BT-34', undefined, address.value)
    },
  },
  {
    id: 'BR-63',
    terms: ['BT-49'],
    message: "The buyer's electronic address {} has no scheme",
    fix: 'Write the Peppol id as scheme:value, for example 0208:0403170701',
    check: ({ buyer }, breach) => {
      const address = buyer.electronicAddress
      if (address !== undefined && address.scheme === undefined) breach('BT-49', undefined, address.value)
    },
  },
  {
    id: 'BR-CO-09',
    terms: ['BT-31', 'BT-63', 'BT-48'],
    message: 'The VAT identifier {} does not begin with the code of a country',
    fix: 'Put the ISO 3166-1 code of the country that gave the number before it (Greece may use EL)',
    check: (invoice, breach, { codes }) => {
      for (const [term, identifier] of vatIdentifiers(invoice)) {
        const prefix = identifier?.slice(0, 2) ?? ''
        // As the official test: a number shorter than a prefix passes here, and fails by the country's own format.
        if (prefix.length === 2 && prefix !== 'EL' && !codes.countries.has(prefix)) breach(term, undefined, identifier)
      }
    },
  },
  {
    id: 'BR-CO-26',
    terms: ['BT-31', 'BT-29', 'BT-30'],
    message: 'Nothing identifies the seller: neither VAT identifier nor registration nor another identifier',
    fix: 'Give supplier.vatNumber',
    check: ({ seller }, breach) => {
      if (
        seller.vatIdentifier === undefined &&
        seller.legalRegistration === undefined &&
        seller.identifiers.length === 0
      )
        breach('BT-31')
    },
  },
]

function vatIdentifiers(invoice: Invoice): readonly (readonly [Term, string | undefined])[] {
  return [
    ['BT-31', invoice.seller.vatIdentifier],
    ['BT-63', invoice.taxRepresentative?.vatIdentifier],
    ['BT-48', invoice.buyer.vatIdentifier],
  ]
}
