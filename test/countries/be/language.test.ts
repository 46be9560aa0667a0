import t from 'tap'
import { belgianLanguage } from '../../../src/countries/be/language.js'
import { belgianInvoice, belgianRequest } from '../../../src/countries/be/profile.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { acceptedSample } from '../accepted-sample.js'

const { invoice: settled } = acceptedSample('BE', '12-final-after-advance', '2026-11-21')
const { invoice: discounted } = acceptedSample('BE', '30-cash-discounts', '2026-11-21')

function at(invoice: InvoiceRequest, supplier: string, customer: string, country = 'BE'): InvoiceRequest {
  const { supplier: seller, customer: buyer } = invoice
  return {
    ...invoice,
    supplier: { ...seller, address: { ...seller.address, country, postalCode: supplier } },
    customer: { ...buyer, address: { ...buyer.address, country: 'BE', postalCode: customer } },
  }
}

t.test('the region of the issuer decides, in Brussels that of the customer', async (t) => {
  for (const [supplier, customer, language] of [
    ['3010', '5000', 'nl'],
    ['1299', '4000', 'fr'],
    ['1300', '3010', 'fr'],
    ['1499', '3010', 'fr'],
    ['1500', '4000', 'nl'],
    ['4699', '3010', 'fr'],
    ['4700', '3010', 'de'],
    ['4799', '3010', 'de'],
    ['B-4800', '3010', 'fr'],
    ['7999', '3010', 'fr'],
    ['8000', '4000', 'nl'],
    ['1000', '1000', 'nl'],
    ['1000', '4700', 'de'],
    ['', '4000', 'nl'],
    ['4000 ', '3010', 'fr'],
  ] as const)
    t.equal(belgianLanguage(at(discounted, supplier, customer)), language, `${supplier} to ${customer}`)
  t.equal(belgianLanguage(at(discounted, '4000', '3010', 'NL')), 'nl', 'a code of another country')
  t.equal(belgianLanguage({ ...at(discounted, '3010', '4000'), selfBilled: true }), 'fr', 'the customer issues it')
})

t.test('its sentences on payment and advances are read back from each language', async (t) => {
  for (const [code, discount, advance] of [
    ['3010', /korting/, /^Voorschot, factuur/m],
    ['5000', /escompte/i, /^Acompte, facture/m],
    ['4700', /Skonto/, /^Anzahlung, Rechnung/m],
  ] as const) {
    const [terms, final] = [belgianInvoice(at(discounted, code, '1000')), belgianInvoice(at(settled, code, '1000'))]
    t.match(terms.paymentTerms, discount)
    t.match(final.notes.map(({ text }) => text).join('\n'), advance)
    t.same(belgianRequest(terms).request.cashDiscounts, discounted.cashDiscounts, code)
    t.same(belgianRequest(final).request.prepayments, settled.prepayments, code)
  }
})
