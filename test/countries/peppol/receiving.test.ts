import fc from 'fast-check'
import t from 'tap'
import { belgianInvoice } from '../../../src/countries/be/profile.js'
import { germanInvoice } from '../../../src/countries/de/profile.js'
import { documentTypeOf, suitedFormat } from '../../../src/countries/peppol/receiving.js'
import type { DocumentFormat, InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { CII_TYPE, UBL_TYPES } from '../../standins/access-point/register.js'

const RECEIVER = 'iso6523-actorid-upis::0204:04011000-12345-03'
const INVOICE: InvoiceRequest = {
  country: 'DE',
  invoiceType: 'invoice',
  number: 'F-1',
  supplier: { vatNumber: 'DE136695976', name: 'Seller' },
  customer: { vatNumber: '', name: 'Buyer', leitwegId: '04011000-12345-03' },
  lines: [],
  currency: 'EUR',
  issueDate: '2026-11-22',
}
const UBL_TYPE = UBL_TYPES[4] ?? ''
const BIS_TYPE = UBL_TYPES[0] ?? ''
const german = { receiver: RECEIVER, formats: ['ubl', 'cii'] as const, posted: null, modelOf: germanInvoice }

t.test('the format of a German invoice follows the register of its buyer', (t) => {
  const suited = (registered: readonly string[], format?: DocumentFormat) =>
    suitedFormat({ ...german, invoice: { ...INVOICE, ...(format && { format }) } }, registered)
  t.same(suited([CII_TYPE, UBL_TYPE]), { kind: 'suits', format: 'ubl' }, "the country's own first")
  t.same(suited([CII_TYPE]), { kind: 'suits', format: 'cii' })
  t.same(suited([CII_TYPE, UBL_TYPE], 'cii'), { kind: 'suits', format: null })
  t.match(suited([UBL_TYPE], 'cii'), {
    kind: 'unsuitable',
    errorMessage: `The participant '${RECEIVER}' does not support the document type ${CII_TYPE}`,
    errorTranslated: /does not list XRechnung 3\.0 \(CII\), .* It lists: XRechnung 3\.0 \(UBL Invoice\)\./,
    errorFix: /without `format`, or with `format: "ubl"`/,
  })
  t.match(suited([BIS_TYPE]), {
    kind: 'unsuitable',
    errorTranslated: /It lists: Peppol BIS Billing 3\.0 \(UBL Invoice\)/,
    errorFix: /Ask the buyer to register/,
  })
  t.match(suited(['busdox-docid-qns::urn:x::Order##y::2.1']), { errorTranslated: /It lists: no invoices/ })
  t.end()
})

t.test('a document in XML is checked, and never changed', (t) => {
  const posted = (type: string, registered: readonly string[]) =>
    suitedFormat({ ...german, invoice: { ...INVOICE, format: 'cii' }, posted: type }, registered)
  t.same(posted(CII_TYPE, [CII_TYPE]), { kind: 'suits', format: null })
  t.match(posted(CII_TYPE, [UBL_TYPE]), { kind: 'unsuitable', errorFix: /as JSON without `format`, or .* in UBL/ })
  t.match(posted('busdox-docid-qns::a::Invoice##b::2.1', [BIS_TYPE]), { errorFix: /Ask the buyer/ })
  t.end()
})

t.test('a wildcard of the network stands for all specifications that begin so', (t) => {
  const belgian = { ...german, formats: ['ubl'] as const, modelOf: belgianInvoice, invoice: INVOICE }
  const wildcard = (beginning: string, version = '2.1'): string =>
    `peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${beginning}*::${version}`
  t.match(suitedFormat(belgian, [wildcard('urn:cen.eu:en16931:2017')]), { kind: 'suits' })
  t.match(suitedFormat(belgian, [wildcard('urn:peppol:pint')]), { kind: 'unsuitable' })
  t.match(suitedFormat(belgian, [wildcard('urn:cen.eu:en16931:2017', '2.2')]), { kind: 'unsuitable' })
  t.match(
    suitedFormat(belgian, [BIS_TYPE.slice(0, -6) + '*::2.1']),
    { kind: 'unsuitable' },
    'a star elsewhere is a letter',
  )
  t.end()
})

t.test('the chosen format is always registered, and unsuitable is only what is not', (t) => {
  const types = [...UBL_TYPES, CII_TYPE, 'busdox-docid-qns::urn:x::Order##y::2.1']
  const registers = fc.subarray(types)
  const given = fc.constantFrom<(DocumentFormat | undefined)[]>(undefined, 'ubl', 'cii')
  const kinds = fc.constantFrom('invoice', 'credit_note', 'debit_note')
  fc.assert(
    fc.property(registers, given, kinds, (registered, format, invoiceType) => {
      const invoice: InvoiceRequest = { ...INVOICE, invoiceType, ...(format && { format }) }
      const typeIn = (as: DocumentFormat): string => documentTypeOf(germanInvoice({ ...invoice, format: as }), as)
      const outcome = suitedFormat({ ...german, invoice }, registered)
      const wanted: readonly DocumentFormat[] = format === undefined ? ['ubl', 'cii'] : [format]
      const isPossible = wanted.some((each) => registered.includes(typeIn(each)))
      if (outcome.kind === 'suits') {
        const sent = outcome.format ?? format
        return isPossible && sent !== undefined && wanted.includes(sent) && registered.includes(typeIn(sent))
      }
      return outcome.kind === 'unsuitable' && !isPossible
    }),
  )
  t.end()
})

t.test('the lines do not slow the choice down, and those of the extension decide', (t) => {
  const line = { description: 'x', quantity: 1, unitPrice: 1, vatRate: 19, unitCode: 'C62' }
  const seen: number[] = []
  const modelOf = (invoice: InvoiceRequest) => {
    seen.push(invoice.lines.length)
    return germanInvoice(invoice)
  }
  const item = { standardIdentifier: { id: '4012345000009', scheme: '0160' } }
  const lines = Array.from({ length: 500 }, () => ({ ...line, item }))
  suitedFormat({ ...german, modelOf, invoice: { ...INVOICE, lines } }, [UBL_TYPE])
  t.ok(seen.length > 0 && seen.every((length) => length === 1))
  const health = { ...line, item: { standardIdentifier: { id: '1', scheme: 'XR01' } } }
  t.match(suitedFormat({ ...german, invoice: { ...INVOICE, lines: [...lines, health] } }, [UBL_TYPE, CII_TYPE]), {
    kind: 'unsuitable',
    errorTranslated: /XRechnung 3\.0 Extension/,
  })
  t.end()
})
