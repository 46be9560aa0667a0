import t from 'tap'
import { verificationCodes } from '../../../src/countries/pl/verification-link.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { creditTransferCode } from '../../../src/documents/rendering/credit-transfer-code.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { qrCodeOf } from '../../../src/documents/rendering/qr.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, textOf } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const IBAN = 'DE89370400440532013000'

function payable(changes: Partial<Invoice> = {}): Invoice {
  const full = fullInvoice('invoice')
  const payment = { meansCode: '58', transfers: [{ account: IBAN, serviceProvider: 'COBADEFFXXX' }] }
  const totals = { ...full.totals, due: Decimal.of('1190.5') }
  return { ...full, payee: undefined, currency: 'EUR', number: 'F 1', payment, totals, ...changes }
}

t.test('what is due in euros can be paid by its code', async (t) => {
  const { seller } = payable()
  t.equal(
    creditTransferCode(payable()),
    ['BCD', '002', '1', 'SCT', 'COBADEFFXXX', seller.name, IBAN, 'EUR1190.50', '', '', 'F 1'].join('\n'),
  )
  const named = {
    meansCode: '30',
    remittance: 'RF18 5390',
    transfers: [{ account: IBAN, accountName: 'é'.repeat(80) }],
  }
  const code = creditTransferCode(payable({ payment: named }))?.split('\n')
  t.strictSame([code?.[4], code?.[5], code?.[10]], ['', 'é'.repeat(70), 'RF18 5390'])
})

t.test('there is no code where nothing is to be transferred by SEPA', async (t) => {
  const transfers = [{ account: IBAN }]
  const none: readonly (readonly [string, Partial<Invoice>])[] = [
    ['dollars', { currency: 'USD' }],
    ['a credit note', { kind: 'creditNote' }],
    ['nothing due', { totals: { ...payable().totals, due: Decimal.zero } }],
    ['an amount to be had back', { totals: { ...payable().totals, due: Decimal.of('-1') } }],
    ['too much for one transfer', { totals: { ...payable().totals, due: Decimal.of('1000000000') } }],
    ['a direct debit', { payment: { meansCode: '59', transfers } }],
    ['no IBAN', { payment: { meansCode: '58', transfers: [{ account: '12345678901234567890' }] } }],
    ['wrong check digits', { payment: { meansCode: '58', transfers: [{ account: 'DE88370400440532013000' }] } }],
    ['no payment', { payment: undefined }],
  ]
  for (const [what, changes] of none) t.equal(creditTransferCode(payable(changes)), null, what)
})

t.test('a code is as large as its text needs', async (t) => {
  const code = qrCodeOf('https://example.com/ș')
  t.equal(code.size, 25)
  // The three finders, at their corners.
  for (const [row, column] of [
    [0, 0],
    [0, 18],
    [18, 0],
  ] as const) {
    t.ok(code.isDark(row, column) && code.isDark(row + 3, column + 3) && !code.isDark(row + 1, column + 1))
  }
})

t.test('a Polish invoice is looked up in KSeF by its hash', async (t) => {
  const invoice = { supplier: { vatNumber: 'PL1111111111', name: 'x' }, issueDate: '2026-02-01' }
  const documentSha256 = Buffer.from('UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE', 'base64url').toString('hex')
  const context = { language: 'pl', environment: 'test', documentSha256, governmentNumber: null } as const
  const [found] = verificationCodes(invoice, context)
  t.strictSame(found, {
    url: 'https://qr-test.ksef.mf.gov.pl/invoice/1111111111/01-02-2026/UtQp9Gpc51y-u3xApZjIjgkpZ01js-J8KflSPW8WzIE',
    caption: 'numer KSeF jeszcze nienadany',
  })
  t.strictSame(verificationCodes(invoice, { ...context, language: 'de' }), [
    { ...found, caption: 'no KSeF number yet' },
  ])
  const governmentNumber = '1111111111-20260201-AB'
  const accepted = { ...context, environment: 'production', governmentNumber } as const
  const [code] = verificationCodes(invoice, accepted)
  t.match(code, { url: /^https:\/\/qr\.ksef\.mf\.gov\.pl\//, caption: governmentNumber })
  t.strictSame(verificationCodes(invoice, { ...context, documentSha256: null }), [])

  // As long as with an RSA key.
  const certificateUrl = `https://qr.ksef.mf.gov.pl/certificate/${'x'.repeat(460)}`
  const both = verificationCodes(invoice, { ...accepted, invoicingMode: 'offline', certificateUrl })
  t.strictSame(both, [code, { url: certificateUrl, caption: 'CERTYFIKAT' }])
  const [handedOut] = verificationCodes(invoice, { ...context, invoicingMode: 'offline', certificateUrl })
  t.equal(handedOut?.caption, 'OFFLINE', 'issued before KSeF has it')
  for (const [verification, captions] of [
    [[code], [governmentNumber]],
    [both, [governmentNumber, 'CERTYFIKAT']],
  ] as const) {
    const pdf = readPdf(await renderPdf(sheet({ verification: verification.flatMap((each) => each ?? []) })))
    t.strictSame(
      ['OFFLINE', governmentNumber, 'CERTYFIKAT'].filter((caption) => textOf(pdf).includes(caption)),
      captions,
    )
    const figures = pdf.objects.filter((object) => object.includes('/S /Figure') && object.includes('/Alt'))
    // One more starts the transfer.
    t.equal(figures.length, captions.length + 1)
  }
})
