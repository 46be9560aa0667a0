import t from 'tap'
import { agrees, compare, differences, OfficialJudge, ourRules } from '../../../conformance/compare.js'
import { extendedDocuments } from '../../../conformance/extended-documents.js'
import { oracleFor } from '../../support/oracle.js'

/** Invoices in UBL with sub-invoices of several sellers. */
const SELLERS = [...extendedDocuments()].filter(({ name }) => name.includes('UBL.xml, several sellers'))

/** An invoice with another one in an extension. */
function around(outer: string, inner: string): string {
  const content = inner.replace(/^<\?xml[^>]*>\s*/, '')
  return outer
    .replace(/<ext:UBLExtensions>[^]*?<\/ext:UBLExtensions>/, '')
    .replace(
      /(<(?:\w+:)?(?:Invoice|CreditNote)\b[^>]*>)/,
      `$1<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">` +
        `<ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent></ext:UBLExtension></ext:UBLExtensions>`,
    )
}

/** Changes to the amounts and currencies that the rules of sub-invoices look for. */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/<cbc:TaxExemptionReason>[^<]*<\/cbc:TaxExemptionReason>/g, ''],
  [/(<cbc:DocumentCurrencyCode>)EUR/, '$1USD'],
  [/(<\/cbc:DocumentCurrencyCode>)/, '$1<cbc:TaxCurrencyCode>USD</cbc:TaxCurrencyCode>'],
  [/(<cac:TaxSubtotal>[^]*?<cbc:TaxAmount currencyID="EUR">)\d/, '$19'],
]

t.test('the sub-invoices of an invoice in an extension belong to that invoice', async (t) => {
  if (SELLERS.length === 0) t.comment('left out: the official examples are not here')
  const oracle = oracleFor(t, 'invoices in extensions against the French rules')
  for (const { name, xml } of SELLERS)
    for (const [before, after] of CHANGES) {
      const changed = xml.replace(before, after)
      t.not(changed, xml)
      for (const [outer, inner] of [
        [xml, changed],
        [changed, xml],
      ] as const) {
        const each = { profile: 'fr', name, xml: around(outer, inner) }
        t.ok(ourRules(each).size > 0)
        if (oracle === null) continue
        const compared = await compare(each, new OfficialJudge(oracle, null))
        t.ok(agrees(compared), `${name}, ${String(before)}: ${differences(compared).join(', ')}`)
      }
    }
})
