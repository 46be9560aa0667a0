import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { writeCii } from '../../../src/einvoice/syntax/cii/write/document.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { writeUbl } from '../../../src/einvoice/syntax/ubl/write/document.js'
import { plain } from './plain.js'

const repository = join(import.meta.dirname, '..', '..', '..', '..')
const examples = join(process.env['CLEARWAY_SHARED'] ?? join(repository, '..', 'shared'), 'artefacts', 'examples')

/**
 * What the examples have that no term of EN 16931 and no field of the model stands for. Each is in
 * the report of its document.
 */
const LEFT_OVER: readonly RegExp[] = [
  /\/cbc:UBLVersionID$/,
  /\/cac:PaymentMeans(\[\d+\])?\/cbc:InstructionNote$/,
  // A buyer has no tax registration but for VAT.
  /\/cac:AccountingCustomerParty\/cac:Party\/cac:PartyTaxScheme(\[\d+\])?$/,
  /\/ram:BuyerTradeParty\/ram:SpecifiedTaxRegistration(\[\d+\])?$/,
  // BT-41 is the person or the department, and an account (BT-84) has one number.
  /\/ram:DefinedTradeContact\/ram:DepartmentName$/,
  /\/ram:PayeePartyCreditorFinancialAccount\/ram:ProprietaryID$/,
  // Of a type that is not 130 (CII-SR-204).
  /\/ram:SpecifiedLineTradeSettlement\/ram:AdditionalReferencedDocument$/,
  /\/ram:SpecifiedLineTradeSettlement\/ram:ApplicableTradeTax\/ram:ExemptionReason$/,
  /\/ram:AssociatedDocumentLineDocument\/ram:IncludedNote\/ram:SubjectCode$/,
  // Of another base quantity than the net price.
  /\/ram:SpecifiedLineTradeAgreement\/ram:GrossPriceProductTradePrice$/,
  /\/cac:CardAccount\/cbc:NetworkID$/,
]

function documents(): string[] {
  return ['en', 'be', 'de', 'fr', 'ro'].flatMap((country) => {
    const folder = join(examples, country, 'valid')
    return readdirSync(folder).map((file) => join(folder, file))
  })
}

t.test('every official example is read without loss', (t) => {
  if (!existsSync(examples)) {
    if (process.env['REQUIRE_ORACLE'] === '1') t.fail('the official examples are not there')
    else t.comment('left out, as the official examples are not there: reading them')
    t.end()
    return
  }
  let invoices = 0
  for (const file of documents()) {
    const read = readInvoice(readFileSync(file))
    // France's examples hold messages of the invoice's life cycle too.
    if (read.document.detected.syntax === 'cdar') continue
    const { document, invoice, report } = read
    const left = report.unread().map(({ path }) => path)
    const unexpected = left.filter((path) => !LEFT_OVER.some((known) => known.test(path)))
    t.strictSame([unexpected, report.faults], [[], []], file)
    const xml = document.detected.syntax === 'cii' ? writeCii(invoice) : writeUbl(invoice)
    assert.deepStrictEqual(plain(readInvoice(Buffer.from(xml)).invoice), plain(invoice), file)
    invoices += 1
  }
  t.ok(invoices >= 180, `${invoices} invoices`)
  t.end()
})
