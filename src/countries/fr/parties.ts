import type { InvoiceRequest, Party as AcceptedParty } from '../../domain/request/invoice-request.js'
import type { Identifier, Invoice } from '../../einvoice/model/invoice-model.js'
import type { Party, SellerParty } from '../../einvoice/model/parties.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import { electronicAddress } from '../peppol/participant.js'
import { isFramework } from './chorus-terms.js'
import { sirenOf } from './vat.js'

/**
 * ISO 6523 codes of the reform (XP Z12-012): the SIREN, a company of the EU outside France, and
 * the address in the French directory.
 */
const SIREN = '0002'
const EU_COMPANY = '0223'
/** ISO 6523 code of an address in the French directory (XP Z12-013). */
export const FRENCH_ADDRESS = '0225'

const EU_PREFIXES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE EL ES FI HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
)

/**
 * A party with the data that BR-FR-10 to BR-FR-13 require and the API's body only implies:
 *
 * - BT-30, BT-47: as sent, or else the SIREN from the end of a French VAT number or from the
 *   beginning of the SIRET; for another company of the EU its VAT number.
 * - BT-34, BT-49: `electronicAddress` or `peppolId` as sent, or else the SIREN, every company's
 *   address in the directory (XP Z12-013); abroad the number that the country registers in the
 *   Peppol network, or else the e-mail address.
 *
 * The SIRET (BT-29, BT-46) is copied unchanged, so that BR-FR-09 reports one of another company.
 */
export function frenchParty<Kind extends Party>(party: Kind, accepted: AcceptedParty): Kind {
  const siren = sirenOfParty(accepted)
  return {
    ...party,
    legalRegistration:
      accepted.legalRegistration !== undefined
        ? party.legalRegistration
        : siren === undefined
          ? foreignRegistration(party, accepted)
          : { value: siren, scheme: SIREN },
    electronicAddress: party.electronicAddress ?? defaultAddress(accepted, siren),
  }
}

/**
 * Whether the platform has to process it as a company in France (note BAR, BR-FR-11): it has a
 * SIREN, or a French address.
 */
export function isFrench(accepted: AcceptedParty): boolean {
  return sirenOfParty(accepted) !== undefined || accepted.address?.country === 'FR'
}

/** Whether it is a private person: any party with a SIREN is a firm or a body. */
export function isPrivate(accepted: AcceptedParty): boolean {
  return accepted.consumer === true && sirenOfParty(accepted) === undefined
}

/**
 * Whether it belongs to the public sector: as sent, or else by a SIREN that begins with 1 or 2.
 */
export function isPublic(accepted: AcceptedParty): boolean {
  return accepted.publicSector ?? /^[12]/.test(sirenOfParty(accepted) ?? '')
}

/**
 * Whether an invoice goes through Chorus Pro: as sent, or as the connection decided when it came;
 * else if the customer belongs to the public sector, unless the business process is one of the
 * reform, which only platforms have.
 */
export function isByChorusPro({
  customer,
  businessProcess,
}: Pick<InvoiceRequest, 'customer' | 'businessProcess'>): boolean {
  const isOfReform = businessProcess !== undefined && !isFramework(businessProcess)
  return customer.chorusPro ?? (isPublic(customer) && !isOfReform)
}

/**
 * The SIREN of a party: from its VAT number, or else from its SIRET or its registration;
 * undefined: it has none.
 */
export function sirenOfParty({ vatNumber, siret, legalRegistration }: AcceptedParty): string | undefined {
  const registered = legalRegistration?.scheme === SIREN ? legalRegistration.id : undefined
  return sirenOf(vatNumber) ?? (isBlank(siret) ? registered : siret.slice(0, 9))
}

/**
 * A seller without a VAT number (franchise en base) has the SIREN as its number for taxes (BT-32):
 * BR-E-02 and its like require one, but outside the scope of VAT.
 */
export function frenchSeller({ seller, vatBreakdown }: Invoice, accepted: AcceptedParty): SellerParty {
  const party = frenchParty(seller, accepted)
  const isNeeded = vatBreakdown.some(({ category }) => category !== 'O')
  const isWithout = accepted.vatNumber === '' && seller.taxRegistration === undefined
  return isNeeded && isWithout ? { ...party, taxRegistration: sirenOfParty(accepted) } : party
}

function foreignRegistration(party: Party, { vatNumber }: AcceptedParty): Identifier | undefined {
  return EU_PREFIXES.has(vatNumber.slice(0, 2)) ? { value: vatNumber, scheme: EU_COMPANY } : party.legalRegistration
}

function defaultAddress(accepted: AcceptedParty, siren: string | undefined): Identifier | undefined {
  if (siren !== undefined) return { value: siren, scheme: FRENCH_ADDRESS }
  const { email } = accepted
  return electronicAddress(accepted, undefined) ?? (isBlank(email) ? undefined : { value: email, scheme: 'EM' })
}
