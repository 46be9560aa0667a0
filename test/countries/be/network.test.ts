import t from 'tap'
import { belgium } from '../../../src/countries/be/index.js'
import { BE_REJECTIONS } from '../../../src/countries/be/rejections.js'
import { ledgerIdOf, transmissionId } from '../../../src/countries/peppol/transmission-id.js'
import { explainsCollectedTexts, explainsEveryRefusal } from '../rejections/explains-every-refusal.js'
import { behavesAsPeppol } from '../peppol/network.js'

const address = { city: 'Gent', postalCode: '9000', country: 'BE' }

behavesAsPeppol(
  belgium,
  {
    country: 'BE',
    invoiceType: 'invoice',
    number: 'F-1',
    currency: 'EUR',
    issueDate: '2026-11-21',
    lines: [],
    supplier: { vatNumber: 'BE0403170701', name: 'Seller', address },
    customer: { vatNumber: 'BE0882341791', name: 'Buyer & <Sons>', address },
  },
  'https://ap.peppol.example/api/outbound/submit/iso6523-actorid-upis%3A%3A0208%3A0403170701/iso6523-actorid-upis%3A%3A0208%3A0882341791/busdox-docid-qns',
)

explainsEveryRefusal('Belgium', BE_REJECTIONS)
explainsCollectedTexts('BE')

t.test('a refused rule is explained with its own fix', async (t) => {
  t.match(
    BE_REJECTIONS.explain('[PEPPOL-EN16931-R003]-A buyer reference or purchase order reference MUST be provided.'),
    { errorTranslated: /^PEPPOL-EN16931-R003: /, errorFix: /buyerReference.*orderReference/ },
  )
  t.match(BE_REJECTIONS.explain('[UBL-CR-001]-A UBL invoice should not include extensions'), {
    errorFix: /^Remove ext:UBLExtensions from the XML that you send\. An invoice sent as JSON never has it/,
  })
})

t.test('the id of a transmission hides its number, and only ours lead back', async (t) => {
  for (const number of ['1', '2', '41', '99999', '281474976710655']) {
    t.equal(ledgerIdOf(transmissionId(number)), number)
    t.equal(ledgerIdOf(transmissionId(number).replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a'))), null)
  }
})
