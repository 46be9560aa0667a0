/** A group of rules that belong together: by how their ids begin. */
export interface Family {
  readonly name: string
  /** What the rules of the family are about, in one sentence. */
  readonly about: string
}

type Row = readonly [ids: RegExp, name: string, about: string]

/** In the order in which the index has them; of several that fit, the first counts. */
const FAMILIES: readonly Row[] = [
  [
    /^(?:XML|XSD|PROFILE|CW-MORE-FINDINGS)$/,
    'Reading a document',
    'Whether a document can be read and obeys its schema.',
  ],
  [/^BR-\d+$/, 'What an invoice must say', 'Elements that EN 16931 asks for.'],
  [/^BR-CO-/, 'Conditions and sums', 'Elements that must fit each other, and amounts that must add up.'],
  [/^BR-DEC-\d/, 'Decimals', 'Amounts have at most two decimals.'],
  [/^BR-CL-/, 'Code lists', 'Codes come from the list that the standard names.'],
  [/^BR-S-/, 'VAT category S, standard rated', 'Goods and services that bear VAT.'],
  [/^BR-Z-/, 'VAT category Z, zero rated', 'Goods and services that bear VAT at the rate zero.'],
  [/^BR-E-/, 'VAT category E, exempt', 'What is exempt from VAT.'],
  [/^BR-AE-/, 'VAT category AE, reverse charge', 'The buyer owes the VAT instead of the seller.'],
  [/^BR-IC-/, 'VAT category K, intra-community supply', 'Goods that go to a business in another country of the EU.'],
  [/^BR-G-/, 'VAT category G, export', 'Goods that leave the EU.'],
  [/^BR-O-/, 'VAT category O, outside the scope of VAT', 'What VAT does not apply to.'],
  [/^BR-(?:AF|IG)-/, 'VAT category L, IGIC', 'The indirect tax of the Canary Islands.'],
  [/^BR-(?:AG|IP)-/, 'VAT category M, IPSI', 'The indirect tax of Ceuta and Melilla.'],
  [/^BR-B-/, 'VAT category B, split payment', 'Italian invoices whose VAT the buyer pays to the treasury.'],
  [/^UBL-CR-/, 'UBL: elements without a place', 'What UBL has and EN 16931 does not.'],
  [/^UBL-SR-/, 'UBL: how often', 'What UBL may repeat and EN 16931 may not.'],
  [/^UBL-DT-/, 'UBL: data types', 'The form of amounts, and attributes without a place.'],
  [/^CII-SR-/, 'CII: structure', 'What a Cross Industry Invoice has or may repeat, and EN 16931 does not.'],
  [/^CII-DT-/, 'CII: data types', 'Attributes and parts that EN 16931 does not use.'],
  [/^BR-RO-L/, 'Romania: lengths', 'How long a text may be.'],
  [/^BR-DEC-RO-/, 'Romania: decimals', 'Amounts have at most two decimals.'],
  [/^BR-RO-/, 'Romania: CIUS-RO', 'What Romania asks for beyond EN 16931.'],
  [/^PEPPOL-COMMON-/, 'Peppol: identifiers', 'The form and the check digits of identifiers.'],
  [/^PEPPOL-EN16931-CL/, 'Peppol: code lists', 'Codes come from the lists that Peppol names.'],
  [/^PEPPOL-/, 'Peppol BIS Billing', 'What Peppol asks for beyond EN 16931.'],
  [/^DE-R-/, 'Peppol: Germany', 'Between German sellers and buyers on Peppol.'],
  [/^DK-/, 'Peppol: Denmark', 'Of Danish sellers on Peppol.'],
  [/^GR-/, 'Peppol: Greece', 'Of Greek sellers on Peppol.'],
  [/^IS-/, 'Peppol: Iceland', 'Of Icelandic sellers on Peppol.'],
  [/^IT-/, 'Peppol: Italy', 'Of Italian sellers on Peppol.'],
  [/^NL-/, 'Peppol: the Netherlands', 'Of Dutch sellers on Peppol.'],
  [/^NO-/, 'Peppol: Norway', 'Of Norwegian sellers on Peppol.'],
  [/^SE-/, 'Peppol: Sweden', 'Of Swedish sellers on Peppol.'],
  [/^BR-(?:DE-CVD|TMP-CVD)-/, 'Germany: clean vehicles', 'Invoices about vehicles under the Clean Vehicles Directive.'],
  [/^BR-DEX-/, 'Germany: XRechnung Extension', 'What the extension of XRechnung adds.'],
  [/^BR-(?:DE|TMP)-/, 'Germany: XRechnung', 'What German receivers ask for beyond EN 16931.'],
  [/^BR-FR-DEC-/, 'France: numbers', 'How amounts, quantities, prices and rates are written.'],
  [
    /^BR-FR-(?:MV|BD)-/,
    'France: invoices of several parties',
    'Invoices that hold sub-invoices of several sellers, or in both directions.',
  ],
  [/^BR-FR-/, 'France: flow 2', 'What the French reform asks for beyond EN 16931.'],
  [
    /^(?:BR|UBL|CII)-(?:FREXT|FXEXT|EXT)/,
    'France: EXTENDED-CTC-FR',
    'What the French extension has in place of rules of EN 16931.',
  ],
  [/^00[034]\d\d$/, 'Italy: controls of SdI', 'What SdI looks at beyond the schema when it receives a file.'],
  [/^KSEF:/, 'Poland: checks of KSeF', 'What KSeF looks at beyond the schema.'],
  [/^CW-TOTALS$/, 'Clearway: your totals', 'What you computed beside what the service computes.'],
  [/^CW-SUPPLIER$/, 'Clearway: the account', 'What only the account tells, whose companies invoice.'],
  [
    /^CW-(?:OLD|FUTURE|DUE|DELIVERY|PRECEDING)-DATE$|^CW-(?:PERIOD|PERIOD-END|QUANTITY|CONSUMER-VAT)$/,
    'Clearway: slips',
    'What no rule forbids and hardly anybody means.',
  ],
  [/^CW-IT-/, 'Clearway: Italy', 'What SdI does not look at and the law or the receiver does.'],
  [
    /^CW-PL-/,
    'Clearway: Poland',
    'What KSeF does not look at and the law or the receiver does: sums above all, as KSeF issues an invoice with wrong ones.',
  ],
  [/^CW-RO-/, 'Clearway: Romania', 'What the official artefacts do not look at and the law or the government does.'],
  [/^CW-BE-/, 'Clearway: Belgium', 'What the official artefacts do not look at and the law or the government does.'],
  [/^CW-DE-/, 'Clearway: Germany', 'What the official artefacts do not look at and the law or the government does.'],
  [/^CW-FR-/, 'Clearway: France', 'What the official artefacts do not look at and the law or the government does.'],
]

/** Every family, in the order of the index. */
export const ALL_FAMILIES: readonly Family[] = FAMILIES.map(([, name, about]) => ({ name, about }))

/** The family of a rule. Throws on an id that none takes: a new kind of rule needs a family. */
export function familyOf(id: string): Family {
  const at = FAMILIES.findIndex(([ids]) => ids.test(id))
  const family = ALL_FAMILIES[at]
  if (family === undefined) throw new Error(`no family of rules takes ${id}`)
  return family
}
