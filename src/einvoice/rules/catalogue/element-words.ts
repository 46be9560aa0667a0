/**
 * Names of elements that differ from the words in their tags; empty: a wrapper without meaning.
 */
const WORDS: Readonly<Record<string, string | undefined>> = {
  LINE: 'line',
  InvoiceLine: 'line',
  CreditNoteLine: 'line',
  IncludedSupplyChainTradeLineItem: 'line',
  AccountingSupplierParty: 'seller',
  SellerTradeParty: 'seller',
  AccountingCustomerParty: 'buyer',
  BuyerTradeParty: 'buyer',
  PayeeParty: 'payee',
  PayeeTradeParty: 'payee',
  TaxRepresentativeParty: 'tax representative',
  SellerTaxRepresentativeTradeParty: 'tax representative',
  ShipToTradeParty: 'place of delivery',
  AllowanceCharge: 'allowance or charge',
  PartyTaxScheme: 'tax registration',
  PartyLegalEntity: 'legal registration',
  PartyIdentification: 'identification',
  PartyName: 'name',
  ClassifiedTaxCategory: 'VAT category',
  ExchangedDocument: 'document header',
  ExchangedDocumentContext: 'document context',
  UBLExtensions: 'UBL extension',
  ID: 'identifier',
  UUID: 'universal identifier',
  URIUniversalCommunication: 'electronic address',
  SellersItemIdentification: "seller's item number",
  BuyersItemIdentification: "buyer's item number",
  StandardItemIdentification: 'standard item number',
  Party: '',
  Invoice: '',
  CreditNote: '',
  CrossIndustryInvoice: '',
  SupplyChainTradeTransaction: '',
  ApplicableHeaderTradeAgreement: '',
  ApplicableHeaderTradeDelivery: '',
  ApplicableHeaderTradeSettlement: '',
  SpecifiedLineTradeAgreement: '',
  SpecifiedLineTradeDelivery: '',
  SpecifiedLineTradeSettlement: '',
}

/** Parts of names that are omitted in a sentence. */
const FILLERS: ReadonlySet<string> = new Set([
  'Specified',
  'Applicable',
  'Defined',
  'Trade',
  'Indexed',
  'Numeric',
  'Universal',
])
const PARTS: Readonly<Record<string, string | undefined>> = { ID: 'identifier', Percent: 'percentage' }

/** Names with "of", not "in": "of the seller", but "in the contact". */
const WHOLES: ReadonlySet<string> = new Set(['seller', 'buyer', 'payee', 'tax representative', 'line'])

/**
 * Describes an element and its place by its path: for `cac:InvoiceLine/cac:Item/cbc:Keyword` "a
 * keyword in the item of a line".
 */
export function elementInWords(path: string): string {
  const { what, where } = partsOf(path)
  return `${isPlural(what) || what.startsWith('the ') ? what : `${articleOf(what)} ${what}`}${where}`
}

/** The same for several: "more than one keyword in the item of a line". */
export function moreThanOneInWords(path: string): string {
  const { what, where } = partsOf(path)
  return `more than one ${what}${where}`
}

/** Only the nearest and the outermost step around it are named; the path has them all. */
function partsOf(path: string): { readonly what: string; readonly where: string } {
  const steps = path.split('/').filter((step) => step !== '')
  const last = steps.at(-1) ?? ''
  const around = steps
    .slice(0, -1)
    .map(nameInWords)
    .filter((name) => name !== '')
  const nearest = around.at(-1)
  const outermost = around.length > 1 ? around[0] : undefined
  const what = last.startsWith('@') ? `the attribute ${last.slice(1)}` : nameInWords(last) || localName(last)
  return {
    what,
    where:
      (nearest === undefined ? '' : placeIn(nearest, last.startsWith('@'))) +
      (outermost === undefined ? '' : placeIn(outermost, true)),
  }
}

function placeIn(name: string, isPartOf: boolean): string {
  if (name === 'line') return ' of a line'
  return `${isPartOf || WHOLES.has(name) ? ' of the ' : ' in the '}${name}`
}

/** `ram:PayerSpecifiedDebtorFinancialInstitution` as `payer debtor financial institution`. */
function nameInWords(step: string): string {
  const name = localName(step)
  const known = WORDS[name]
  if (known !== undefined) return known
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z\d]+/g) ?? [name]
  return parts
    .filter((part) => parts.length === 1 || !FILLERS.has(part))
    .map((part) => PARTS[part] ?? (/^[A-Z]+$/.test(part) ? part : part.toLowerCase()))
    .join(' ')
}

function localName(step: string): string {
  return (step.split('[', 1)[0] ?? '').replace(/^.*:/, '').replace('@', '')
}

/** Whether a name has no article. */
function isPlural(name: string): boolean {
  return (
    name.endsWith('information') ||
    (/(?:[^aeious]|[aeiou](?=ns$)|te|me|ge|re|ce)s$/.test(name) && !/(?:address|basis|status|process)$/.test(name))
  )
}

function articleOf(name: string): string {
  return /^(?:[aeio]|un(?!i)|ul|up|us(?!e))/i.test(name) ? 'an' : 'a'
}
