import t from 'tap'
import { germany } from '../../../src/countries/de/index.js'
import { DE_REJECTIONS } from '../../../src/countries/de/rejections.js'
import type { InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'
import { behavesAsPeppol, network } from '../peppol/network.js'

const address = { city: 'Esslingen', postalCode: '73728', country: 'DE' }

const sample: InvoiceRequest = {
  country: 'DE',
  invoiceType: 'invoice',
  number: 'F-1',
  currency: 'EUR',
  issueDate: '2026-11-21',
  lines: [],
  supplier: { vatNumber: 'DE136695976', name: 'Seller', address },
  customer: { vatNumber: 'DE811128135', name: 'Behörde', address, leitwegId: '04011000-12345-03' },
}

behavesAsPeppol(
  germany,
  sample,
  'https://ap.peppol.example/api/outbound/submit/iso6523-actorid-upis%3A%3A9930%3ADE136695976/iso6523-actorid-upis%3A%3A0204%3A04011000-12345-03/',
)

t.test('a Cross Industry Invoice goes out as the document type that receivers register for it', async (t) => {
  const peppol = network(germany, sample)
  const endpointOf = async (change: Partial<InvoiceRequest>) => {
    const outcome = await peppol.submit(peppol.submission(change))
    return outcome.kind === 'submitted' ? decodeURIComponent(outcome.govEndpoint) : outcome.kind
  }
  t.match(
    await endpointOf({ format: 'cii' }),
    '/busdox-docid-qns::urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::',
  )
  t.match(await endpointOf({ format: 'cii' }), 'xrechnung_3.0::D16B/')
  t.match(await endpointOf({ format: 'ubl', number: 'F-2' }), 'xrechnung_3.0::2.1/')
})

explainsEveryRefusal('Germany', DE_REJECTIONS)
explainsCollectedTexts('DE')

t.test('a German text is explained in English, with the fix of the rule', async (t) => {
  t.match(DE_REJECTIONS.explain('[BR-DE-15] Das Element "Buyer reference" (BT-10) muss übermittelt werden.'), {
    errorTranslated: 'BR-DE-15: The invoice has no buyer reference',
    errorFix: /customer\.leitwegId/,
  })
  t.match(DE_REJECTIONS.explain('(Portaltext, sinngemäß) Die Leitweg-ID ist unbekannt oder nicht aktiv'), {
    errorFix: /current Leitweg-ID/,
  })
})
