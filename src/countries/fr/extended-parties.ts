import type { FrenchInvoicePart, RequestExtensionParty } from '../../domain/request/extensions.js'
import { identifier, identifierOf } from '../../einvoice/request/from-request/parties.js'
import type { FrenchParties, FrenchParty } from '../../einvoice/model/extensions.js'
import { FRANCE } from './profile.js'

/** The caller's parties of EXTENDED-CTC-FR; undefined: none. */
export function frenchPartiesOf(accepted: FrenchInvoicePart): FrenchParties | undefined {
  const parties = Object.entries(accepted).map(([role, party]: [string, RequestExtensionParty]) => [
    role,
    partyOf(party),
  ])
  return parties.length === 0 ? undefined : (Object.fromEntries(parties) as FrenchParties)
}

function partyOf(accepted: RequestExtensionParty): FrenchParty {
  const { name, roleCode, tradingName, identifiers = [], vatNumber, address } = accepted
  const { contactName, phone, email } = accepted
  const hasContact = [contactName, phone, email].some((each) => each !== undefined)
  return {
    name,
    roleCode,
    tradingName,
    identifiers: identifiers.map(identifier),
    legalRegistration: identifierOf(accepted.legalRegistration),
    vatIdentifier: vatNumber,
    electronicAddress: identifierOf(accepted.electronicAddress),
    address: address && FRANCE.address(address),
    contact: hasContact ? { name: contactName, telephone: phone, email } : undefined,
  }
}
