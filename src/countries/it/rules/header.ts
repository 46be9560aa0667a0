import {
  type Assertions,
  blaming,
  type Context,
  everywhere,
  inContext,
  ROOT,
  type Test,
} from '../../../einvoice/rules/bindings/binding.js'
import { all, first, has } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isCodiceFiscale, isPartitaIva } from '../tax-numbers.js'
import { textAt } from './facts.js'

/** The paths of IdFiscaleIVA and CodiceFiscale of both parties, inside of the header. */
interface TaxNumberPlaces {
  readonly supplier: string
  readonly customer: string
}

/** The length of the recipient code in each FormatoTrasmissione. */
const LENGTHS: Readonly<Record<string, number>> = { FPA12: 6, FPR12: 7, FSM10: 7 }

/**
 * SdI's controls of the header that are the same in ordinary and simplified documents, whose
 * parties have their tax numbers at different places.
 */
export function sharedHeaderControls({ supplier, customer }: TaxNumberPlaces): readonly Assertions[] {
  return [
    inContext(ROOT, {
      '00428': (root) =>
        root.attribute('versione') === textAt(root, 'FatturaElettronicaHeader/DatiTrasmissione/FormatoTrasmissione'),
    }),
    inContext(inHeader('DatiTrasmissione'), {
      '00300': blaming(child('IdTrasmittente/IdCodice'), (data) =>
        hasNumberOfForm(data, 'IdTrasmittente', isTransmitter),
      ),
      '00313': blaming(child('CodiceDestinatario'), (data) => {
        const id = data.parent === null ? undefined : first(data.parent, `${customer}/IdFiscaleIVA`)
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
    inContext(inHeader(supplier), {
      '00301': blaming(child('IdFiscaleIVA/IdCodice'), ofForm('IdFiscaleIVA', isElevenDigits)),
      '00302': blaming(child('CodiceFiscale'), fiscalCodeOfForm('CodiceFiscale')),
    }),
    inContext(inHeader(customer), {
      '00305': blaming(child('IdFiscaleIVA/IdCodice'), ofForm('IdFiscaleIVA', isElevenDigits)),
      '00306': blaming(child('CodiceFiscale'), fiscalCodeOfForm('CodiceFiscale')),
    }),
    inContext(({ root }) => root.all('FatturaElettronicaHeader'), {
      '00476': (header) =>
        [supplier, customer].some((party) => ['IT', ''].includes(textAt(header, `${party}/IdFiscaleIVA/IdPaese`))),
    }),
    inContext(everywhere('IdFiscaleIVA'), {
      'CW-IT-CHECK-DIGIT': blaming(child('IdCodice'), (id) => {
        const code = textAt(id, 'IdCodice')
        return textAt(id, 'IdPaese') !== 'IT' || !isElevenDigits(code) || isPartitaIva(code)
      }),
    }),
    inContext(everywhere('StabileOrganizzazione'), {
      'CW-IT-ESTABLISHMENT': (place) =>
        textAt(place, 'Nazione') === 'IT' && (place.parent === null || textAt(place.parent, 'Sede/Nazione') !== 'IT'),
    }),
  ]
}

/** The elements at a path in the header. */
export function inHeader(path: string): Context {
  return ({ root }) => all(root, `FatturaElettronicaHeader/${path}`)
}

/** The first element at a path, as the one that breaks a rule. */
export function child(path: string): NonNullable<Test['culprit']> {
  return (element) => first(element, path)
}

/** Whether an Italian tax number is valid; SdI cannot judge a foreign one. */
export function hasNumberOfForm(from: XmlElement, path: string, isOfForm: (code: string) => boolean): boolean {
  const id = first(from, path)
  return id === undefined || textAt(id, 'IdPaese') !== 'IT' || isOfForm(textAt(id, 'IdCodice'))
}

function ofForm(path: string, isOfForm: (code: string) => boolean): (party: XmlElement) => boolean {
  return (party) => hasNumberOfForm(party, path, isOfForm)
}

/** Whether a code has the form of a partita IVA. */
export function isElevenDigits(code: string): boolean {
  return /^\d{11}$/.test(code)
}

function isTransmitter(code: string): boolean {
  return isElevenDigits(code) || isCodiceFiscale(code)
}

/**
 * The codice fiscale of a company has the form of its VAT number, that of a person its own form.
 */
export function fiscalCodeOfForm(path: string): (party: XmlElement) => boolean {
  return (party) => all(party, path).every(({ stringValue }) => isTransmitter(stringValue))
}

/** The VAT number of a party with its country; empty: it has none. */
export function numberOf(header: XmlElement, party: string): string {
  return textAt(header, `${party}/IdFiscaleIVA/IdPaese`) + textAt(header, `${party}/IdFiscaleIVA/IdCodice`)
}
