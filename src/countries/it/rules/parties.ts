import {
  blaming,
  type Context,
  everywhere,
  inContext,
  ROOT,
  type Assertions,
  type JudgedDocument,
  type Test,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isCodiceFiscale, isPartitaIva } from '../tax-numbers.js'
import { BODIES, textAt } from './facts.js'

const inHeader =
  (name: string): Context =>
  ({ root }) =>
    all(root, `FatturaElettronicaHeader/${name}`)

const CUSTOMER = 'CessionarioCommittente/DatiAnagrafici'
const SUPPLIER = 'CedentePrestatore/DatiAnagrafici'

/** The document types in which supplier and customer must differ. */
const OF_TWO = new Set('TD01 TD02 TD03 TD06 TD16 TD17 TD18 TD19 TD20 TD24 TD25 TD28 TD29'.split(' '))
/** Those in which they must be the same. */
const OF_ONE = new Set(['TD21', 'TD27'])
/** Those that the customer issues for a supplier abroad. */
const FROM_ABROAD = new Set(['TD17', 'TD18', 'TD19', 'TD28'])
/** Those that require the customer's VAT number. */
const TO_TAXABLE = new Set('TD16 TD17 TD18 TD19 TD20 TD22 TD23 TD28'.split(' '))

/** SdI's controls of the header of a document: transmitter, seller and buyer. */
export const HEADER_CONTROLS: readonly Assertions[] = [
  inContext(ROOT, {
    '00417': blaming(child('FatturaElettronicaHeader/CessionarioCommittente'), (root) =>
      ['IdFiscaleIVA', 'CodiceFiscale'].some((name) => has(root, `FatturaElettronicaHeader/${CUSTOMER}/${name}`)),
    ),
    '00428': (root) =>
      root.attribute('versione') === textAt(root, 'FatturaElettronicaHeader/DatiTrasmissione/FormatoTrasmissione'),
  }),
  inContext(inHeader('DatiTrasmissione'), {
    '00300': blaming(child('IdTrasmittente/IdCodice'), (data) =>
      hasNumberOfForm(data, 'IdTrasmittente', isTransmitter),
    ),
    '00313': blaming(child('CodiceDestinatario'), (data) => {
      const id = data.parent === null ? undefined : first(data.parent, `${CUSTOMER}/IdFiscaleIVA`)
      return textAt(data, 'CodiceDestinatario') !== 'XXXXXXX' || (id !== undefined && textAt(id, 'IdPaese') !== 'IT')
    }),
    '00330': blaming(
      child('PECDestinatario'),
      (data) => !/@pec\.fatturapa\.it$/i.test(textAt(data, 'PECDestinatario')),
    ),
    '00426': blaming(
      child('PECDestinatario'),
      (data) => !has(data, 'PECDestinatario') || textAt(data, 'CodiceDestinatario') === '0000000',
    ),
    '00427': blaming(child('CodiceDestinatario'), (data) => {
      const length = LENGTHS[textAt(data, 'FormatoTrasmissione')]
      return length === undefined || Array.from(textAt(data, 'CodiceDestinatario')).length === length
    }),
  }),
  inContext(inHeader('CedentePrestatore'), {
    '00301': blaming(
      child(`DatiAnagrafici/IdFiscaleIVA/IdCodice`),
      ofForm('DatiAnagrafici/IdFiscaleIVA', isElevenDigits),
    ),
    '00302': blaming(child('DatiAnagrafici/CodiceFiscale'), fiscalCodeOfForm),
    '00473': blaming(child('DatiAnagrafici/IdFiscaleIVA/IdPaese'), (supplier, document) => {
      const country = textAt(supplier, 'DatiAnagrafici/IdFiscaleIVA/IdPaese')
      const types = document.once(typesIn)
      return !(country === 'IT' ? types.some((type) => FROM_ABROAD.has(type)) : types.includes('TD29'))
    }),
  }),
  inContext(inHeader('RappresentanteFiscale'), {
    '00303': blaming(
      (party) => {
        const path = REPRESENTATIVE_IDS.find((each) => !hasNumberOfForm(party, each, isElevenDigits))
        return path === undefined ? undefined : first(party, `${path}/IdCodice`)
      },
      (party) => REPRESENTATIVE_IDS.every((path) => hasNumberOfForm(party, path, isElevenDigits)),
    ),
    '00304': blaming(child('DatiAnagrafici/CodiceFiscale'), fiscalCodeOfForm),
  }),
  inContext(inHeader('CessionarioCommittente'), {
    '00305': blaming(
      child('DatiAnagrafici/IdFiscaleIVA/IdCodice'),
      ofForm('DatiAnagrafici/IdFiscaleIVA', isElevenDigits),
    ),
    '00306': blaming(child('DatiAnagrafici/CodiceFiscale'), fiscalCodeOfForm),
    '00475': (customer, document) =>
      has(customer, 'DatiAnagrafici/IdFiscaleIVA') || !document.once(typesIn).some((type) => TO_TAXABLE.has(type)),
  }),
  inContext(({ root }) => root.all('FatturaElettronicaHeader'), {
    '00471': (header, document) => !isOneNumber(header) || !document.once(typesIn).some((type) => OF_TWO.has(type)),
    '00472': (header, document) => isOneParty(header) || !document.once(typesIn).some((type) => OF_ONE.has(type)),
    '00476': (header) => {
      const [supplier, customer] = [SUPPLIER, CUSTOMER].map((party) => textAt(header, `${party}/IdFiscaleIVA/IdPaese`))
      return supplier === 'IT' || supplier === '' || customer === 'IT' || customer === ''
    },
  }),
  inContext(everywhere('IdFiscaleIVA'), {
    'CW-IT-CHECK-DIGIT': blaming(child('IdCodice'), (id) => {
      const code = textAt(id, 'IdCodice')
      return textAt(id, 'IdPaese') !== 'IT' || !isElevenDigits(code) || isPartitaIva(code)
    }),
  }),
]

const LENGTHS: Readonly<Record<string, number>> = { FPA12: 6, FPR12: 7 }

/** At the seller for one kind, at the buyer for the other. */
const REPRESENTATIVE_IDS = ['DatiAnagrafici/IdFiscaleIVA', 'IdFiscaleIVA'] as const

function child(path: string): NonNullable<Test['culprit']> {
  return (element) => first(element, path)
}

/** Whether an Italian tax number is valid; SdI cannot judge a foreign one. */
function hasNumberOfForm(from: XmlElement, path: string, isOfForm: (code: string) => boolean): boolean {
  const id = first(from, path)
  return id === undefined || textAt(id, 'IdPaese') !== 'IT' || isOfForm(textAt(id, 'IdCodice'))
}

function ofForm(path: string, isOfForm: (code: string) => boolean): (party: XmlElement) => boolean {
  return (party) => hasNumberOfForm(party, path, isOfForm)
}

function isElevenDigits(code: string): boolean {
  return /^\d{11}$/.test(code)
}

function isTransmitter(code: string): boolean {
  return isElevenDigits(code) || isCodiceFiscale(code)
}

/**
 * The codice fiscale of a company has the form of its VAT number, that of a person its own form.
 */
function fiscalCodeOfForm(party: XmlElement): boolean {
  return all(party, 'DatiAnagrafici/CodiceFiscale').every(({ stringValue }) => isTransmitter(stringValue))
}

/**
 * The kinds of document (TipoDocumento) in a batch, each once; those of every
 * DatiGeneraliDocumento, of which the schema allows one.
 */
function typesIn(document: JudgedDocument): readonly string[] {
  const types = BODIES(document)
    .flatMap((body) => all(body, 'DatiGenerali/DatiGeneraliDocumento'))
    .map((data) => textAt(data, 'TipoDocumento'))
  // There are few codes of this form, even in a hostile document with many others.
  return [...new Set(types)].filter((type) => /^TD\d\d$/.test(type))
}

function numberOf(header: XmlElement, party: string): string {
  return textAt(header, `${party}/IdFiscaleIVA/IdPaese`) + textAt(header, `${party}/IdFiscaleIVA/IdCodice`)
}

function isOneNumber(header: XmlElement): boolean {
  const supplier = numberOf(header, SUPPLIER)
  return supplier !== '' && supplier === numberOf(header, CUSTOMER)
}

/** Compares the VAT numbers; for a customer without one the codice fiscale. */
function isOneParty(header: XmlElement): boolean {
  if (has(header, `${CUSTOMER}/IdFiscaleIVA`)) return numberOf(header, SUPPLIER) === numberOf(header, CUSTOMER)
  return textAt(header, `${SUPPLIER}/CodiceFiscale`) === textAt(header, `${CUSTOMER}/CodiceFiscale`)
}
