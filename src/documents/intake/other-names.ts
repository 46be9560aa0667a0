/** What other programs and people call a field, in lower case, by the field's own name. */
const FIELDS: Readonly<Record<string, string>> = {
  unitPrice: 'price netprice priceperunit itemprice prezzounitario',
  quantity: 'qty count quantità menge ilosc',
  vatRate: 'taxrate vat vatpercent vatpercentage taxpercent rate',
  vatCategory: 'taxcategory vatcode taxcode',
  description: 'item itemname product productname title',
  unitCode: 'unit uom unitofmeasure measure',
  issueDate: 'date invoicedate',
  dueDate: 'paymentdate paymentduedate duedateutc',
  number: 'invoicenumber invoiceno documentnumber',
  currency: 'currencycode',
  note: 'notes comment comments remarks mentions',
  vatNumber: 'vat_id taxid vatid partitaiva nip cui cif tva btw ustid ustidnr',
  nationalId: 'codicefiscale fiscalcode cnp pesel personalnumber',
  taxRegistration: 'steuernummer taxnumber',
  legalRegistration: 'siren regcom krs handelsregister registrationnumber',
  sdiCode: 'codicedestinatario recipientcode',
  leitwegId: 'leitweg leitwegid',
  vatCollection: 'splitpayment scissionepagamenti vatsplit',
  bankAccount: 'iban account accountnumber',
  bic: 'swift bicswift',
  remittance: 'structuredreference paymentreference reference structuredcommunication ogm',
  street: 'addressline1 line1 address1 streetname',
  city: 'town cityname locality',
  postalCode: 'zip zipcode postcode postal cap plz',
  country: 'countrycode',
  stateOrProvince: 'state county province region judet provincia',
  supplier: 'seller vendor issuer sender',
  customer: 'buyer client recipient receiver billto',
  lines: 'items lineitems invoicelines positions rows',
  precedingInvoice: 'originalinvoice correctedinvoice creditedinvoice relatedinvoice',
  orderReference: 'ponumber purchaseorder ordernumber po',
  exemptionReasonCode: 'natura vatex exemptioncode',
}

/** What others write for a value of a list, in lower case, by the value. */
const VALUES: Readonly<Record<string, string>> = {
  RO: 'romania românia rou',
  IT: 'italy italia ita',
  BE: 'belgium belgië belgique bel',
  PL: 'poland polska pol',
  FR: 'france fra',
  DE: 'germany deutschland deu ger',
  credit_note: 'creditnote credit credit-note 381',
  debit_note: 'debitnote debit debit-note 383',
  invoice: '380 inv',
  AE: 'rc reverse reverse_charge oo',
  E: 'exempt zw ex',
  O: 'np nosubject outside',
  S: 'standard normal',
  Z: 'zero',
  G: 'export',
  K: 'intra intracommunity wdt',
}

const FIELD_OF = inverted(FIELDS)
const VALUE_OF = inverted(VALUES)

/** The field that a name of another program means; undefined: unknown. */
export function fieldCalled(name: string): string | undefined {
  return FIELD_OF.get(name.toLowerCase())
}

/** The value of a list that a word means; undefined: unknown. */
export function valueCalled(word: string): string | undefined {
  return VALUE_OF.get(word.toLowerCase())
}

function inverted(words: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(words).flatMap(([own, others]) => others.split(' ').map((other) => [other, own])))
}
