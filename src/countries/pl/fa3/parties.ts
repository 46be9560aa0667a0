import type { Address, ThirdParty } from '../../../domain/request/invoice-request.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import { Decimal } from '../../../einvoice/model/decimal.js'
import type { JsonPlace } from '../../judging/element-fields.js'
import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { type Identity, identityOfUnit } from '../identity.js'
import type { Fa3Model } from '../model.js'
import { numbersOf } from '../party-numbers.js'

/** Podmiot1. The seller's prefix is required for sales to taxpayers of the EU (art. 97 (10)). */
export function putSeller(sink: DocumentSink, { request: { supplier }, rates }: Fa3Model): void {
  const { placed } = numbersOf(supplier, 'seller')
  sink.group('Podmiot1', () => {
    sink.text('PrefiksPodatnika', rates.some((rate) => rate === '0 WDT' || rate === 'np II') ? 'PL' : undefined)
    sink.text('NrEORI', placed.get('EORI'))
    sink.group('DaneIdentyfikacyjne', () => {
      sink.text('NIP', supplier.vatNumber.replace(/^PL/, ''))
      sink.text('Nazwa', supplier.name)
    })
    putAddress(sink, supplier.address, { gln: placed.get('GLN') })
    putContact(sink, supplier)
  })
}

/** Podmiot2. */
export function putBuyer(sink: DocumentSink, { request: { customer }, buyer }: Fa3Model): void {
  const { placed } = numbersOf(customer, 'buyer')
  sink.group('Podmiot2', () => {
    sink.text('NrEORI', placed.get('EORI'))
    sink.group('DaneIdentyfikacyjne', () => {
      putIdentity(sink, buyer)
      sink.text('Nazwa', customer.name)
    })
    putAddress(sink, customer.address, { gln: placed.get('GLN') })
    putContact(sink, customer)
    sink.text('NrKlienta', placed.get('customer'))
    sink.text('JST', customer.localGovernmentUnit === true ? '1' : '2')
    sink.text('GV', customer.vatGroupMember === true ? '1' : '2')
  })
}

/** RolaPU of a tax representative. */
export const REPRESENTATIVE = '3'

/** PodmiotUpowazniony: the tax representative, who has a NIP. */
export function putRepresentative(sink: DocumentSink, { request: { taxRepresentative } }: Fa3Model): void {
  if (taxRepresentative === undefined) return
  const { name, vatNumber, address } = taxRepresentative
  sink.group('PodmiotUpowazniony', () => {
    sink.group('DaneIdentyfikacyjne', () => {
      sink.text('NIP', vatNumber.replace(/^PL/, ''))
      sink.text('Nazwa', name)
    })
    putAddress(sink, address)
    sink.text('RolaPU', REPRESENTATIVE)
  })
}

/** TRolaPodmiotu3, by the names of the API. */
export const ROLES: Readonly<Record<string, string>> = {
  factor: '1',
  recipient: '2',
  original_entity: '3',
  additional_buyer: '4',
  issuer: '5',
  payer: '6',
  local_government_issuer: '7',
  local_government_recipient: '8',
  vat_group_issuer: '9',
  vat_group_recipient: '10',
  employee: '11',
}

/** Podmiot3, once for each further party. */
export function putThirdParties(sink: DocumentSink, { request: { thirdParties = [] } }: Fa3Model): void {
  thirdParties.forEach((party, index) => {
    const field = `thirdParties[${index}]`
    sink.group(
      'Podmiot3',
      () => {
        putThirdParty(sink, party)
      },
      undefined,
      { field },
    )
  })
}

function putThirdParty(sink: DocumentSink, party: ThirdParty): void {
  sink.group('DaneIdentyfikacyjne', () => {
    putIdentity(sink, identityOfUnit({ ...party, country: party.address?.country }))
    sink.text('Nazwa', party.name)
  })
  putAddress(sink, party.address)
  putContact(sink, party)
  sink.text('Rola', ROLES[party.role] ?? party.role)
  sink.number('Udzial', party.share === undefined ? undefined : Decimal.of(party.share), 0)
}

/** DaneIdentyfikacyjne: how a party is identified. */
export function putIdentity(sink: DocumentSink, identity: Identity): void {
  switch (identity.kind) {
    case 'nip':
      sink.text('NIP', identity.nip)
      break
    case 'internal':
      sink.text('IDWew', identity.id)
      break
    case 'eu':
      sink.text('KodUE', identity.country)
      sink.text('NrVatUE', identity.number)
      break
    case 'other':
      sink.text('KodKraju', identity.country)
      sink.text('NrID', identity.number)
      break
    case 'none':
      sink.text('BrakID', '1')
  }
}

interface AddressPlace {
  readonly gln?: string | undefined
  readonly element?: string
  readonly place?: JsonPlace
}

/**
 * TAdres: two lines of text. The first is the street; without one it is the town, because the
 * first line is mandatory.
 */
export function putAddress(
  sink: DocumentSink,
  address: Address | undefined,
  { gln, element = 'Adres', place }: AddressPlace = {},
): void {
  if (address === undefined) return
  const { city, postalCode, stateOrProvince, country } = address
  const street = [address.street, address.line2, address.line3].filter((part) => !isBlank(part)).join(', ')
  const town = [postalCode, city].filter((part) => !isBlank(part)).join(' ')
  const lines = [street, town, stateOrProvince].filter((part) => !isBlank(part))
  const children = (): void => {
    sink.text('KodKraju', country)
    sink.text('AdresL1', lines[0])
    sink.text('AdresL2', lines.length > 1 ? lines.slice(1).join(', ') : undefined)
    sink.text('GLN', gln)
  }
  sink.group(element, children, undefined, place)
}

function putContact(sink: DocumentSink, { email, phone }: { readonly email?: string; readonly phone?: string }): void {
  sink.group('DaneKontaktowe', () => {
    sink.text('Email', isBlank(email) ? undefined : email)
    sink.text('Telefon', isBlank(phone) ? undefined : phone)
  })
}
