import type { Address, InvoiceRequest, Party, Rea } from '../../../domain/request/invoice-request.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import { given } from '../../../einvoice/request/given.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { latin1 } from '../latin.js'
import { taxRegime } from '../model.js'
import { fiscalId, upperCode } from '../parties.js'
import { provinceSign } from '../provinces.js'

/** 1.2 CedentePrestatore. */
export function putSupplier(sink: DocumentSink, request: InvoiceRequest): void {
  const { supplier, customer, buyerReference } = request
  sink.group('CedentePrestatore', () => {
    sink.group('DatiAnagrafici', () => {
      putIdentity(sink, supplier)
      sink.text('RegimeFiscale', taxRegime(request))
    })
    putAddress(sink, 'Sede', supplier.address)
    putAddress(sink, 'StabileOrganizzazione', supplier.permanentEstablishment)
    if (supplier.rea !== undefined) putRea(sink, supplier.rea)
    sink.group('Contatti', () => {
      sink.text('Telefono', supplier.phone === undefined ? undefined : telephone(supplier.phone))
      sink.text('Email', supplier.email)
    })
    sink.text('RiferimentoAmministrazione', given(buyerReference) ?? given(customer.leitwegId))
  })
}

/** 1.3 RappresentanteFiscale, which has no address. */
export function putRepresentative(sink: DocumentSink, { taxRepresentative }: InvoiceRequest): void {
  if (taxRepresentative === undefined) return
  sink.group('RappresentanteFiscale', () => {
    sink.group('DatiAnagrafici', () => {
      putIdentity(sink, taxRepresentative)
    })
  })
}

/** 1.4 CessionarioCommittente. */
export function putCustomer(sink: DocumentSink, { customer }: InvoiceRequest): void {
  sink.group('CessionarioCommittente', () => {
    sink.group('DatiAnagrafici', () => {
      putIdentity(sink, customer)
    })
    putAddress(sink, 'Sede', customer.address)
    putAddress(sink, 'StabileOrganizzazione', customer.permanentEstablishment)
  })
}

/** 1.5 TerzoIntermediarioOSoggettoEmittente. */
export function putIntermediary(sink: DocumentSink, { it }: InvoiceRequest): void {
  const { intermediary } = it ?? {}
  if (intermediary === undefined) return
  sink.group('TerzoIntermediarioOSoggettoEmittente', () => {
    sink.group('DatiAnagrafici', () => {
      putIdentity(sink, { ...intermediary, vatNumber: intermediary.vatNumber ?? '' })
    })
  })
}

/** IdFiscaleIVA, CodiceFiscale and Anagrafica: of a company its name, of a person both names. */
export function putIdentity(
  sink: DocumentSink,
  party: Pick<Party, 'vatNumber' | 'name' | 'nationalId' | 'address' | 'person'>,
): void {
  putTaxNumbers(sink, party)
  sink.group('Anagrafica', () => {
    putName(sink, party)
    sink.text('Titolo', party.person?.title)
  })
}

/** IdFiscaleIVA and CodiceFiscale, as far as the party has them. */
export function putTaxNumbers(sink: DocumentSink, party: Pick<Party, 'vatNumber' | 'nationalId' | 'address'>): void {
  const id = fiscalId(party)
  if (id !== undefined)
    sink.group('IdFiscaleIVA', () => {
      sink.text('IdPaese', id.country)
      sink.text('IdCodice', id.code)
    })
  sink.text('CodiceFiscale', party.nationalId === undefined ? undefined : upperCode(party.nationalId))
}

/** Denominazione of a company, Nome and Cognome of a person. */
export function putName(sink: DocumentSink, { name, person }: Pick<Party, 'name' | 'person'>): void {
  sink.text('Denominazione', person === undefined ? latin1(name) : undefined)
  sink.text('Nome', person === undefined ? undefined : latin1(person.firstName))
  sink.text('Cognome', person === undefined ? undefined : latin1(person.lastName))
}

/** The CAP of addresses abroad. */
export const ABROAD = '00000'

/**
 * For an address abroad the postal code and the state are written with the city, because CAP and
 * Provincia are Italian.
 */
export function putAddress(
  sink: DocumentSink,
  name: 'Sede' | 'StabileOrganizzazione' | 'IndirizzoResa',
  address: Address | undefined,
): void {
  if (address === undefined) return
  const { country } = address
  const [street, city, postalCode, state] = [
    address.street,
    address.city,
    address.postalCode,
    address.stateOrProvince,
  ].map(given)
  const isItalian = country === 'IT'
  const place = isItalian ? city : [[postalCode, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  sink.group(name, () => {
    sink.text('Indirizzo', street === undefined ? undefined : latin1(street))
    sink.text('CAP', isItalian ? postalCode?.trim() : ABROAD)
    sink.text('Comune', place === undefined || place === '' ? undefined : latin1(place))
    sink.text('Provincia', isItalian && state !== undefined ? provinceSign(state) : undefined)
    sink.text('Nazione', country)
  })
}

/** IscrizioneREA. */
export function putRea(
  sink: DocumentSink,
  { office, number, shareCapital, soleShareholder, inLiquidation }: Rea,
): void {
  sink.group('IscrizioneREA', () => {
    sink.text('Ufficio', office.toUpperCase())
    sink.text('NumeroREA', number)
    sink.number('CapitaleSociale', shareCapital === undefined ? undefined : Decimal.of(shareCapital), 2)
    sink.text('SocioUnico', soleShareholder === undefined ? undefined : soleShareholder ? 'SU' : 'SM')
    sink.text('StatoLiquidazione', inLiquidation === true ? 'LS' : 'LN')
  })
}

/**
 * A telephone number in the format, with at most twelve characters: without separators and the
 * country code of Italy.
 */
export function telephone(phone: string): string {
  return phone.replaceAll(/[\s().\-/]/g, '').replace(/^(?:\+|00)39(?=\d{5})/, '')
}
