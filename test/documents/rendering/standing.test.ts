import t from 'tap'
import { LANGUAGES } from '../../../src/domain/language.js'
import { Decimal } from '../../../src/einvoice/model/decimal.js'
import type { Invoice } from '../../../src/einvoice/model/invoice-model.js'
import { LABELS } from '../../../src/documents/rendering/labels/by-language.js'
import { STATEMENTS } from '../../../src/documents/rendering/labels/statements.js'
import { titleOf } from '../../../src/documents/rendering/labels/titles.js'
import { renderPdf } from '../../../src/documents/rendering/pdf.js'
import { sheetOf } from '../../../src/documents/rendering/render.js'
import type { Sheet } from '../../../src/documents/rendering/sheet.js'
import { acceptedSamples } from '../../countries/accepted-sample.js'
import { fullInvoice } from '../../einvoice/model/full-invoice.js'
import { readPdf, squeezed, textOf } from '../../support/pdf.js'
import { sheet } from './sheet.js'

const IBAN = 'BE71096123456769'

/** An invoice that can be paid by its code: the only figure of its page. */
function payable(kind: Invoice['kind'] = 'invoice'): Partial<Invoice> {
  const payment = { meansCode: '58', transfers: [{ account: IBAN, serviceProvider: 'GKCCBEBB' }] }
  return { ...fullInvoice(kind), payment }
}

async function page(changes: Partial<Omit<Sheet, 'invoice'>>, invoice: Partial<Invoice> = payable()) {
  const read = readPdf(await renderPdf(sheet(changes, invoice)))
  const text = textOf(read)
  return {
    ...read,
    says: (words: string): boolean => text.includes(squeezed(words)),
    hasCode: read.objects.some((object) => object.includes('/S /Figure')),
  }
}

t.test('every page of a test says so, in every language; that of no other invoice does', async (t) => {
  for (const language of LANGUAGES) {
    const { pages } = await page({ language, environment: 'test' })
    t.ok(pages.length > 1 && pages.every((lines) => lines.includes(STATEMENTS[language].test)), language)
  }
  for (const environment of ['production', null] as const)
    t.notOk((await page({ environment })).says('TEST'), String(environment))
})

t.test('what was refused or could not be sent says so and cannot be paid by a code', async (t) => {
  t.ok((await page({})).hasCode)
  for (const language of LANGUAGES) {
    const { rejected, failed } = STATEMENTS[language]
    const [refused, unsent] = [await page({ language, status: 'rejected' }), await page({ language, status: 'error' })]
    t.ok(refused.says(rejected) && !refused.hasCode, language)
    t.ok(unsent.says(failed) && !unsent.hasCode, language)
    t.notOk((await page({ language })).says(rejected))
  }
})

t.test('a credit note credits its amount and has no account to pay to', async (t) => {
  for (const language of LANGUAGES) {
    const { credited, creditNote } = STATEMENTS[language]
    const credit = await page({ language }, payable('creditNote'))
    t.ok(credit.says(credited) && credit.says(creditNote) && !credit.hasCode, language)
    t.notOk(credit.says(IBAN) || credit.says('GKCCBEBB') || credit.says(`${LABELS[language].totals.due}100`), language)
  }
  const below = { ...payable(), totals: { ...fullInvoice('invoice').totals, due: Decimal.of('-12') } }
  const storno = await page({}, below)
  t.ok(storno.says('Amount in your favour€12.00') && !storno.says(IBAN), 'an invoice below zero')
  const raised = await page({ isDifference: true }, payable('creditNote'))
  t.ok(raised.says('Amount due') && raised.says(IBAN), 'a correction that raises the amount')
})

t.test('a refused Polish invoice has no link to KSeF', (t) => {
  const [sample] = acceptedSamples('PL', '2026-11-21')
  if (sample === undefined) throw new Error('no sample')
  const at = '2026-11-21T12:00:00.000Z'
  const codesOf = (status: 'submitted' | 'rejected' | 'error') =>
    sheetOf({
      country: 'PL',
      invoice: sample.invoice,
      language: 'pl',
      state: { status, governmentNumber: null, environment: 'test', at },
      xml: { bytes: Buffer.from('<x/>'), sha256: 'ab'.repeat(32) },
    }).verification.length
  t.strictSame([codesOf('submitted'), codesOf('rejected'), codesOf('error')], [1, 0, 0])
  t.end()
})

t.test('a status has the word of the authority in the language of its country', async (t) => {
  t.ok((await page({ country: 'IT', language: 'it', status: 'rejected' })).says('Scartata dal SdI'))
  t.ok((await page({ country: 'PL', language: 'pl' })).says('Przyjęta przez KSeF'))
  t.notOk((await page({ country: 'PL', language: 'de' })).says('KSeF'))
})

t.test('each type of document has its title', (t) => {
  const invoice = { ...fullInvoice('invoice'), period: undefined, delivery: undefined }
  const title = (typeCode: string): string => titleOf({ ...invoice, typeCode }, 'de')
  t.strictSame(['326', '386', '389', '875', '877', '999'].map(title), [
    ...['Abschlagsrechnung', 'Anzahlungsrechnung', 'Gutschrift (Selbstfakturierung)', 'Abschlagsrechnung (Bau)'],
    ...['Schlussrechnung (Bau)', 'Rechnung'],
  ])
  t.equal(titleOf({ ...fullInvoice('invoice'), typeCode: '326' }, 'de'), 'Teilrechnung', 'of what was delivered')
  t.equal(titleOf(fullInvoice('creditNote'), 'it'), 'Nota di credito')
  t.equal(titleOf(fullInvoice('invoice'), 'ro', '386'), 'Factură de avans', 'though the document says 380')
  t.end()
})
