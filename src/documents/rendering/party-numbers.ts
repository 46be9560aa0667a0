import type { Language } from '../../domain/language.js'
import type { Identifier } from '../../einvoice/model/basics.js'
import type { Party } from '../../einvoice/model/parties.js'
import type { Fact } from '../../countries/printed.js'
import type { Labels } from './labels/labels.js'

/** What a number is called where it is neither of the language's own country nor of a scheme. */
const ABROAD: Readonly<Record<Language, { readonly vat: string; readonly registration: string }>> = {
  en: { vat: 'VAT number', registration: 'Registration number' },
  ro: { vat: 'Cod de TVA', registration: 'Nr. de înregistrare' },
  it: { vat: 'Numero IVA', registration: 'N. di registrazione' },
  fr: { vat: 'N° de TVA', registration: 'N° d’immatriculation' },
  nl: { vat: 'Btw-nummer', registration: 'Registratienummer' },
  de: { vat: 'USt-IdNr.', registration: 'Registernummer' },
  pl: { vat: 'Numer VAT', registration: 'Numer rejestrowy' },
}

/** The country whose numbers the labels of a language name. */
const HOME: Readonly<Partial<Record<Language, string>>> = { ro: 'RO', it: 'IT', fr: 'FR', nl: 'BE', de: 'DE', pl: 'PL' }

/** Names of identifiers by ISO 6523 scheme (ICD list); the same in every language. */
const SCHEMES: Readonly<Record<string, string>> = {
  '0002': 'SIREN',
  '0009': 'SIRET',
  '0060': 'DUNS',
  '0088': 'GLN',
  '0106': 'KvK',
  '0160': 'GTIN',
  '0190': 'OIN',
  '0199': 'LEI',
  '0204': 'Leitweg-ID',
  '0208': 'KBO/BCE',
  '0210': 'Codice fiscale',
  '0211': 'Partita IVA',
}

/** A personal number that stands for none (ANAF): BR-RO-120 requires one of every buyer. */
const NO_NUMBER = /^0{13}$/

/** The numbers of a party, each with the name that it has in the country of the party. */
export function numbersOf(
  party: Partial<Party> & { readonly taxRegistration?: string | undefined },
  labels: Labels,
  language: Language,
): readonly Fact[] {
  const { vatIdentifier = '', taxRegistration = '', legalRegistration, identifiers = [], address } = party
  const numbers: readonly Fact[] = [
    { label: vatLabel(vatIdentifier, labels, language), value: vatIdentifier },
    { label: labels.terms.taxNumber, value: taxRegistration },
    named(legalRegistration, registrationLabel(party, address?.country ?? '', labels, language)),
    ...identifiers.map((identifier) => named(identifier, labels.terms.identifier)),
  ]
  return numbers.filter(({ value }) => value.trim() !== '' && !NO_NUMBER.test(value))
}

function vatLabel(number: string, { terms }: Labels, language: Language): string {
  const isHome = number.toUpperCase().startsWith(HOME[language] ?? 'EU')
  return isHome ? terms.vatNumber : ABROAD[language].vat
}

/** Without a scheme the form of the number shows which one it is. */
function registrationLabel(
  { legalRegistration, isConsumer }: Partial<Party>,
  country: string,
  { terms }: Labels,
  language: Language,
): string {
  const number = legalRegistration?.value ?? ''
  if (country === 'RO' && /^\d{13}$/.test(number)) return 'CNP'
  if (country === 'RO' && /^\d{2,10}$/.test(number)) return 'CIF'
  if (country === 'IT' && isFiscalCode(number)) return 'Codice fiscale'
  const isOrdinary = isConsumer !== true && (language === 'en' || HOME[language] === country)
  return isOrdinary ? terms.legalRegistration : ABROAD[language].registration
}

/** Codice fiscale of a person or of a company. */
function isFiscalCode(number: string): boolean {
  return /^(?:[A-Z]{6}[0-9A-Z]{2}[A-Z][0-9A-Z]{2}[A-Z][0-9A-Z]{3}[A-Z]|\d{11})$/.test(number)
}

function named(identifier: Identifier | undefined, label: string): Fact {
  const { value = '', scheme = '' } = identifier ?? {}
  const name = SCHEMES[scheme]
  if (name !== undefined) return { label: name, value }
  return { label, value: scheme === '' ? value : `${value} (${scheme})` }
}

/** An electronic address as the network writes it, with its scheme; an email has none. */
export function addressOfNetwork(address: Identifier | undefined): string | undefined {
  if (address === undefined) return undefined
  const { value, scheme = '' } = address
  return scheme === '' || scheme === 'EM' ? value : `${scheme}:${value}`
}

/** An identifier with the name of its scheme, or its code. */
export function identifierOf(identifier: Identifier | undefined): string | undefined {
  if (identifier === undefined) return undefined
  const { value, scheme } = identifier
  return scheme === undefined || scheme === '' ? value : `${value} (${SCHEMES[scheme] ?? scheme})`
}

/** An IBAN in its printed form (ISO 13616): in groups of four. */
export function inGroups(account: string): string {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)) return account
  return account.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
