import type { Address, InvoiceRequest, Party, Rea } from '../../../../domain/request/invoice-request.js'
import type { ItalianInvoicePart } from '../../../../domain/request/italy.js'
import { defined } from '../../../../domain/defined.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { taxRegime } from '../../model.js'
import { isIssuedByCustomer, recipientCode, vatNumberOf } from '../../parties.js'
import { ABROAD } from '../parties.js'
import { codeIn, numberIn, textIn } from '../values.js'

/** 1.2 CedentePrestatore. The default tax regime is omitted. */
export function readSupplier(element: XmlElement | undefined, said: Set<XmlElement>): Party {
  const contacts = element?.child('Contatti')
  const supplier: Party = {
    ...readParty(element, said),
    ...defined({
      email: codeIn(contacts, 'Email'),
      phone: codeIn(contacts, 'Telefono'),
      rea: readRea(element?.child('IscrizioneREA')),
    }),
  }
  const regime = codeIn(element?.child('DatiAnagrafici'), 'RegimeFiscale')
  return regime === undefined || regime === taxRegime({ supplier }) ? supplier : { ...supplier, taxRegime: regime }
}

/**
 * 1.4 CessionarioCommittente, with its address in 1.1 DatiTrasmissione. The default recipient code
 * is omitted.
 */
export function readCustomer(
  element: XmlElement | undefined,
  transmission: XmlElement | undefined,
  said: Set<XmlElement>,
): Party {
  const party = readParty(element, said)
  return withRecipient(party, transmission)
}

/** The customer with its address in 1.1 DatiTrasmissione. */
export function withRecipient(party: Party, transmission: XmlElement | undefined): Party {
  const customer: Party = {
    ...party,
    ...(isPerson(party) && { consumer: true }),
    ...defined({ pec: codeIn(transmission, 'PECDestinatario') }),
  }
  const code = codeIn(transmission, 'CodiceDestinatario')
  return code === undefined || code === recipientCode({ customer }) ? customer : { ...customer, sdiCode: code }
}

/** A private person has a codice fiscale with letters; that of a body has eleven digits. */
function isPerson({ vatNumber, nationalId }: Party): boolean {
  return vatNumber === '' && /^[A-Za-z]/.test(nationalId ?? '')
}

function readParty(element: XmlElement | undefined, said: Set<XmlElement>): Party {
  const address = readAddress(element?.child('Sede'), said)
  return {
    ...readIdentity(element?.child('DatiAnagrafici'), address?.country ?? 'IT', said),
    ...defined({ address, permanentEstablishment: readAddress(element?.child('StabileOrganizzazione'), said) }),
  }
}

/**
 * IdFiscaleIVA, CodiceFiscale and Anagrafica.
 * @param country that of the address
 */
export function readIdentity(
  data: XmlElement | undefined,
  country: string,
  said: Set<XmlElement>,
): Pick<Party, 'vatNumber' | 'name' | 'person' | 'nationalId'> {
  const { vatNumber, nationalId } = readTaxNumbers(data, country)
  return { vatNumber, ...readName(data?.child('Anagrafica'), said), ...defined({ nationalId }) }
}

/**
 * IdFiscaleIVA and CodiceFiscale.
 * @param country that of the address
 */
export function readTaxNumbers(
  data: XmlElement | undefined,
  country: string,
): Pick<Party, 'vatNumber'> & { readonly nationalId: string | undefined } {
  const id = data?.child('IdFiscaleIVA')
  const code = codeIn(id, 'IdCodice')
  return {
    vatNumber: code === undefined ? '' : vatNumberOf({ country: codeIn(id, 'IdPaese') ?? '', code }, country),
    nationalId: codeIn(data, 'CodiceFiscale'),
  }
}

/** A person has a first and a last name; both together are its name. */
export function readName(element: XmlElement | undefined, said: Set<XmlElement>): Pick<Party, 'name' | 'person'> {
  const name = textIn(element, 'Denominazione')
  if (name !== undefined) return { name }
  const [firstName, lastName] = [codeIn(element, 'Nome'), codeIn(element, 'Cognome')]
  if (firstName !== undefined && lastName !== undefined) {
    const title = codeIn(element, 'Titolo')
    return { name: `${firstName} ${lastName}`, person: { firstName, lastName, ...defined({ title }) } }
  }
  sayOtherwise(element, ['Nome', 'Cognome'], said)
  return { name: firstName ?? lastName ?? '' }
}

/** 1.5 TerzoIntermediarioOSoggettoEmittente and 1.6 SoggettoEmittente. */
export function readIssuer(
  header: XmlElement | undefined,
  documentType: string | undefined,
  said: Set<XmlElement>,
): Pick<InvoiceRequest, 'selfBilled'> & Pick<ItalianInvoicePart, 'intermediary'> {
  const code = codeIn(header, 'SoggettoEmittente')
  const data = header?.child('TerzoIntermediarioOSoggettoEmittente')?.child('DatiAnagrafici')
  const isImplied = isIssuedByCustomer(defined({ documentType }))
  const { vatNumber, ...identity } = readIdentity(data, 'IT', said)
  return {
    ...(code === 'CC' && !isImplied && { selfBilled: true }),
    ...(data !== undefined && {
      intermediary: { ...identity, ...(vatNumber !== '' && { vatNumber }), ...(code !== 'TZ' && { issues: false }) },
    }),
  }
}

/**
 * An address. The house number is part of the street. Abroad the postal code precedes the city, as
 * this service writes it, or is in CAP, as others write it.
 */
export function readAddress(element: XmlElement | undefined, said: Set<XmlElement>): Address | undefined {
  if (element === undefined) return undefined
  const country = codeIn(element, 'Nazione') ?? 'IT'
  return { ...defined({ street: readStreet(element, said) }), ...readPlace(element, country, said), country }
}

function readStreet(element: XmlElement, said: Set<XmlElement>): string | undefined {
  const street = textIn(element, 'Indirizzo')
  const number = codeIn(element, 'NumeroCivico')
  if (street === undefined || number === undefined) return street
  sayOtherwise(element, ['Indirizzo', 'NumeroCivico'], said)
  return `${street}, ${number}`
}

function readPlace(element: XmlElement, country: string, said: Set<XmlElement>): Omit<Address, 'country'> {
  const city = textIn(element, 'Comune')
  const postalCode = codeIn(element, 'CAP')
  const stateOrProvince = codeIn(element, 'Provincia')
  if (country === 'IT') return defined({ city, postalCode, stateOrProvince })
  if (postalCode !== ABROAD || stateOrProvince !== undefined) {
    sayOtherwise(element, ['CAP', 'Comune', 'Provincia'], said)
    return defined({ city, postalCode: postalCode === ABROAD ? undefined : postalCode, stateOrProvince })
  }
  const [, before, rest] = /^(\d{4,6}) (\S.*)$/.exec(city ?? '') ?? []
  return defined({ city: rest ?? city, postalCode: before })
}

function sayOtherwise(parent: XmlElement | undefined, names: readonly string[], said: Set<XmlElement>): void {
  for (const name of names) {
    const child = parent?.child(name)
    if (child !== undefined) said.add(child)
  }
}

/** IscrizioneREA. */
export function readRea(element: XmlElement | undefined): Rea | undefined {
  if (element === undefined) return undefined
  const shareholders = codeIn(element, 'SocioUnico')
  return {
    office: codeIn(element, 'Ufficio') ?? '',
    number: textIn(element, 'NumeroREA') ?? '',
    ...defined({
      shareCapital: numberIn(element, 'CapitaleSociale'),
      soleShareholder: shareholders === undefined ? undefined : shareholders === 'SU',
      inLiquidation: codeIn(element, 'StatoLiquidazione') === 'LS' ? true : undefined,
    }),
  }
}

/** 1.3 RappresentanteFiscale. */
export function readRepresentative(
  element: XmlElement | undefined,
  said: Set<XmlElement>,
): Pick<InvoiceRequest, 'taxRepresentative'> {
  if (element === undefined) return {}
  const { vatNumber, name, person } = readParty(element, said)
  // Its name is one text.
  if (person !== undefined)
    sayOtherwise(element.child('DatiAnagrafici')?.child('Anagrafica'), ['Nome', 'Cognome'], said)
  return { taxRepresentative: { vatNumber, name } }
}

/** RiferimentoAmministrazione of the supplier. */
export function readBuyerReference(element: XmlElement | undefined): Pick<InvoiceRequest, 'buyerReference'> {
  return defined({ buyerReference: textIn(element, 'RiferimentoAmministrazione') })
}
