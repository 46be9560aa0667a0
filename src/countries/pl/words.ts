import { fieldsOf } from '../../domain/json.js'

/**
 * Fields of the JSON without an element in FA(3): they are written to DodatkowyOpis under these
 * keys, in Polish since the buyer reads them.
 */

/** Of the whole invoice: key and path of a text. */
export const DOCUMENT_WORDS: readonly (readonly [key: string, path: string])[] = [
  ['Projekt', 'projectReference'],
  ['Postępowanie o udzielenie zamówienia', 'tenderReference'],
  ['Zamówienie sprzedawcy', 'references.salesOrder'],
  ['Dowód przyjęcia', 'references.receivingAdvice'],
  ['Konto księgowe nabywcy', 'references.buyerAccounting'],
  ['Tytuł płatności', 'paymentMeans.remittance'],
  ['Karta płatnicza', 'paymentMeans.card.accountNumber'],
  ['Posiadacz karty', 'paymentMeans.card.holderName'],
  ['Mandat polecenia zapłaty', 'paymentMeans.directDebit.mandate'],
  ['Identyfikator wierzyciela', 'paymentMeans.directDebit.creditorId'],
  ['Rachunek obciążany', 'paymentMeans.directDebit.debitedAccount'],
  ...(
    [
      ['supplier', 'sprzedawcy'],
      ['customer', 'nabywcy'],
    ] as const
  ).flatMap(([party, of]) => [
    [`Nazwa handlowa ${of}`, `${party}.tradingName`] as const,
    [`Osoba kontaktowa ${of}`, `${party}.contactName`] as const,
    [`Kod odbiorcy SDI ${of}`, `${party}.sdiCode`] as const,
    [`Adres Peppol ${of}`, `${party}.peppolId`] as const,
    [`SIRET ${of}`, `${party}.siret`] as const,
    [`Leitweg-ID ${of}`, `${party}.leitwegId`] as const,
  ]),
  ['Numer podatkowy sprzedawcy', 'supplier.taxRegistration'],
  ['Informacje o sprzedawcy', 'supplier.legalInformation'],
]

/** Identifiers with a scheme, which follows the key: `Przedmiot (AVE)`. */
export const DOCUMENT_IDS: readonly (readonly [key: string, path: string])[] = [
  ['Przedmiot faktury', 'references.invoicedObject'],
]

/** Of a line, below its path. */
export const LINE_WORDS: readonly (readonly [key: string, path: string])[] = [
  ['Uwagi', 'note'],
  ['Wiersz zamówienia', 'orderLineReference'],
  ['Konto księgowe nabywcy', 'buyerAccountingReference'],
  ['Opis', 'item.description'],
  ['Indeks nabywcy', 'item.buyersIdentifier'],
  ['Kraj pochodzenia', 'item.originCountry'],
]

/** Of a line, identifiers with a scheme. */
export const LINE_IDS: readonly (readonly [key: string, path: string])[] = [['Przedmiot wiersza', 'object']]

/** A key followed by the scheme. */
export function schemedKey(key: string, scheme: string | undefined): string {
  return scheme === undefined ? key : `${key} (${scheme})`
}

/** The value at a path of field names; undefined: a field of the path is absent. */
export function valueAt(of: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => fieldsOf(value)[name], of)
}

/** The object with a value at a path, and with the objects on the way to it. */
export function withValueAt<Whole extends object>(of: Whole, path: string, value: unknown): Whole {
  const [name = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? value : withValueAt(fieldsOf(fieldsOf(of)[name]), rest.join('.'), value)
  return { ...of, [name]: inner }
}
