import t from 'tap'
import { elementInWords, moreThanOneInWords } from '../../../src/einvoice/rules/catalogue/element-words.js'

const WORDS: readonly (readonly [path: string, words: string])[] = [
  ['cbc:CopyIndicator', 'a copy indicator'],
  [
    'cac:InvoiceLine/cac:AllowanceCharge/cbc:PrepaidIndicator',
    'a prepaid indicator in the allowance or charge of a line',
  ],
  ['cac:AccountingCustomerParty/cac:Party/cac:Contact/cbc:Telefax', 'a telefax in the contact of the buyer'],
  ['cac:TaxTotal/cac:TaxSubtotal/cbc:Percent', 'a percentage in the tax subtotal of the tax total'],
  ['cac:CardAccount/cbc:NetworkID/@schemeID', 'the attribute schemeID of the network identifier of the card account'],
  ['cac:PaymentTerms', 'payment terms'],
  ['ext:UBLExtensions', 'a UBL extension'],
  [
    'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem/ram:SpecifiedTradeProduct/ram:IndustryName',
    'an industry name in the product of a line',
  ],
  ['@languageID', 'the attribute languageID'],
]

for (const [path, words] of WORDS)
  t.test(`${path} in words`, async (t) => {
    t.equal(elementInWords(path), words)
  })

t.test('what stands more than once', async (t) => {
  t.equal(moreThanOneInWords('cac:PaymentTerms/cbc:Note'), 'more than one note in the payment terms')
})
