/** A group of related rules, whose ids begin alike. */
export interface Family {
  readonly name: string
  /** The subject of the rules, in one sentence. */
  readonly about: string
}

type Row = readonly [ids: RegExp, name: string, about: string]

/** In the order of the index; the first match counts. */
const FAMILIES: readonly Row[] = [
  [
    /^(?:XML|PDF|XSD|PROFILE|CW-PROFILE|CW-MORE-FINDINGS)$/,
    'Reading a document',
    'Whether a document can be read and obeys its schema.',
  ],
  [/^BR-\d+$/, 'Required elements', 'Elements that EN 16931 requires.'],
  [/^BR-CO-/, 'Conditions and sums', 'Elements that must be consistent, and amounts that must add up.'],
  [/^BR-DEC-\d/, 'Decimals', 'Amounts have at most two decimals.'],
  [/^BR-CL-/, 'Code lists', 'Codes come from the list that the standard names.'],
  [/^BR-S-/, 'VAT category S, standard rated', 'Goods and services that are subject to VAT.'],
  [/^BR-Z-/, 'VAT category Z, zero rated', 'Goods and services that are subject to VAT at the rate zero.'],
  [/^BR-E-/, 'VAT category E, exempt', 'Supplies that are exempt from VAT.'],
  [/^BR-AE-/, 'VAT category AE, reverse charge', 'The buyer owes the VAT instead of the seller.'],
  [/^BR-IC-/, 'VAT category K, intra-community supply', 'Goods that go to a business in another country of the EU.'],
  [/^BR-G-/, 'VAT category G, export', 'Goods that leave the EU.'],
  [/^BR-O-/, 'VAT category O, outside the scope of VAT', 'Supplies to which VAT does not apply.'],
  [/^BR-(?:AF|IG)-/, 'VAT category L, IGIC', 'The indirect tax of the Canary Islands.'],
  [/^BR-(?:AG|IP)-/, 'VAT category M, IPSI', 'The indirect tax of Ceuta and Melilla.'],
  [/^BR-B-/, 'VAT category B, split payment', 'Italian invoices whose VAT the buyer pays to the treasury.'],
  [/^UBL-CR-/, 'UBL: unused elements', 'Elements of UBL that EN 16931 does not use.'],
  [/^UBL-SR-/, 'UBL: repetition', 'Elements that UBL may repeat and EN 16931 may not.'],
  [/^UBL-DT-/, 'UBL: data types', 'The form of amounts, and attributes that EN 16931 does not use.'],
  [/^CII-SR-/, 'CII: structure', 'Elements of a Cross Industry Invoice that EN 16931 does not use or repeat.'],
  [/^CII-DT-/, 'CII: data types', 'Attributes and parts that EN 16931 does not use.'],
  [/^BR-RO-L/, 'Romania: lengths', 'Maximum lengths of texts.'],
  [/^BR-DEC-RO-/, 'Romania: decimals', 'Amounts have at most two decimals.'],
  [/^BR-RO-/, 'Romania: CIUS-RO', 'Requirements of Romania beyond EN 16931.'],
  [/^PEPPOL-COMMON-/, 'Peppol: identifiers', 'The form and the check digits of identifiers.'],
  [/^PEPPOL-EN16931-CL/, 'Peppol: code lists', 'Codes come from the lists that Peppol names.'],
  [/^PEPPOL-/, 'Peppol BIS Billing', 'Requirements of Peppol beyond EN 16931.'],
  [/^DE-R-/, 'Peppol: Germany', 'Invoices between German sellers and buyers on Peppol.'],
  [/^DK-/, 'Peppol: Denmark', 'Invoices of Danish sellers on Peppol.'],
  [/^GR-/, 'Peppol: Greece', 'Invoices of Greek sellers on Peppol.'],
  [/^IS-/, 'Peppol: Iceland', 'Invoices of Icelandic sellers on Peppol.'],
  [/^IT-/, 'Peppol: Italy', 'Invoices of Italian sellers on Peppol.'],
  [/^NL-/, 'Peppol: the Netherlands', 'Invoices of Dutch sellers on Peppol.'],
  [/^NO-/, 'Peppol: Norway', 'Invoices of Norwegian sellers on Peppol.'],
  [/^SE-/, 'Peppol: Sweden', 'Invoices of Swedish sellers on Peppol.'],
  [/^BR-(?:DE-CVD|TMP-CVD)-/, 'Germany: clean vehicles', 'Invoices about vehicles under the Clean Vehicles Directive.'],
  [/^BR-DEX-/, 'Germany: XRechnung Extension', 'Elements that the extension of XRechnung adds.'],
  [/^BR-(?:DE|TMP)-/, 'Germany: XRechnung', 'Requirements of German receivers beyond EN 16931.'],
  [/^BR-FR-DEC-/, 'France: numbers', 'The form of amounts, quantities, prices and rates.'],
  [
    /^BR-FR-(?:MV|BD)-/,
    'France: invoices of several parties',
    'Invoices that contain sub-invoices of several sellers, or in both directions.',
  ],
  [
    /^BR-FR-(?:CDV-|04_MDT-)/,
    'France: life cycle',
    'Messages on the status of an invoice (CDAR), from platforms and parties.',
  ],
  [/^BR-FR-/, 'France: flow 2', 'Requirements of the French reform beyond EN 16931.'],
  [
    /^FX-/,
    'Factur-X: structure',
    'Elements, attributes and codes that a profile of Factur-X requires or does not use.',
  ],
  [
    /^BR-FX(?:EXT)?-/,
    'Factur-X',
    'Rules of Factur-X that replace those of EN 16931 or add to them. The French extension shares some of them.',
  ],
  [
    /^(?:BR|UBL|CII)-(?:FREXT|EXT)/,
    'France: EXTENDED-CTC-FR',
    'Rules of the French extension that replace rules of EN 16931.',
  ],
  [/^00[034]\d\d$/, 'Italy: controls of SdI', 'Checks of SdI beyond the schema when it receives a file.'],
  [/^KSEF:/, 'Poland: checks of KSeF', 'Checks of KSeF beyond the schema.'],
  [
    /^CW-PDF-/,
    'Clearway: PDF around an invoice',
    'The name, the relationship and the metadata of the XML in a Factur-X.',
  ],
  [/^CW-SIGNATURE/, 'Clearway: signed documents', 'The signature of a FatturaPA that comes signed.'],
  [
    /^CW-(?:UNREADABLE|OTHER-BUYER|NEW-ACCOUNT)$/,
    'Clearway: received invoices',
    'What is remarkable about an invoice that a supplier sent to a company.',
  ],
  [/^CW-TOTALS$/, 'Clearway: your totals', 'Your totals compared with those of the service.'],
  [/^CW-TOTAL-SIGN$/, 'Clearway: negative totals', 'The sign of the total, by the type of the invoice.'],
  [/^CW-PREPAYMENT/, 'Clearway: advances', 'The advance invoices that a final invoice settles.'],
  [
    /^CW-(?:CASH-DISCOUNT|PAYMENT-SCHEDULE|RETENTION)|^CW-(?:DE|IT)-CASH-DISCOUNT$/,
    'Clearway: terms of payment',
    'Cash discounts, payments in parts and retentions, whose days and amounts must be right, and fit into the format of the country.',
  ],
  [/^CW-SUPPLIER$/, 'Clearway: the account', 'Checks against the companies of the account.'],
  [
    /^CW-(?:OLD|FUTURE|DUE|DELIVERY|PRECEDING)-DATE$|^CW-(?:PERIOD|PERIOD-END|QUANTITY|CONSUMER-VAT|CHECK-DIGIT|SAME-ADDRESS)$/,
    'Clearway: plausibility',
    'Values that no rule forbids but that are probably mistakes.',
  ],
  [/^CW-IT-/, 'Clearway: Italy', 'Requirements of the law or the receiver that SdI does not check.'],
  [
    /^CW-PL-/,
    'Clearway: Poland',
    'Requirements of the law or the receiver that KSeF does not check, mainly totals: KSeF issues an invoice with wrong totals.',
  ],
  [
    /^CW-RO-/,
    'Clearway: Romania',
    'Requirements of the law or the government that the official artefacts do not check.',
  ],
  [
    /^CW-BE-/,
    'Clearway: Belgium',
    'Requirements of the law or the government that the official artefacts do not check.',
  ],
  [
    /^CW-DE-/,
    'Clearway: Germany',
    'Requirements of the law or the government that the official artefacts do not check.',
  ],
  [
    /^CW-FR-CHORUS-/,
    'Clearway: Chorus Pro',
    'Requirements of Chorus Pro, which rejects a file that breaks one of them hours after its deposit.',
  ],
  [
    /^CW-FR-/,
    'Clearway: France',
    'Requirements of the law or the government that the official artefacts do not check.',
  ],
]

/** Every family, in the order of the index. */
export const ALL_FAMILIES: readonly Family[] = FAMILIES.map(([, name, about]) => ({ name, about }))

/** The family of a rule. Throws on an id without a family: a new kind of rule needs one. */
export function familyOf(id: string): Family {
  const at = FAMILIES.findIndex(([ids]) => ids.test(id))
  const family = ALL_FAMILIES[at]
  if (family === undefined) throw new Error(`no family contains the rule ${id}`)
  return family
}
