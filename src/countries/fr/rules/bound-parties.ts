import { along, type BoundRules, type Context, everywhere, within } from '../../../einvoice/rules/bindings/binding.js'
import { all, characters } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isRoutable } from './addresses.js'
import { isSiren, type Syntax } from './syntax.js'

/** A party that only EXTENDED-CTC-FR has: where it stands, and the terms of its identifiers and its electronic address. */
type ExtensionParty = readonly [ubl: string, cii: string, identifiers: string, address: string]

const AGREEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeAgreement'
const SETTLEMENT = 'rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement'
const LINE = 'rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SELLER = 'cac:AccountingSupplierParty/cac:Party'

const PARTIES: readonly ExtensionParty[] = [
  [`${BUYER}/cac:AgentParty`, `${AGREEMENT}/ram:BuyerAgentTradeParty`, 'FE-06', 'FE-12'],
  ['cac:PaymentMeans/cac:PaymentMandate/cac:PayerParty', `${SETTLEMENT}/ram:PayerTradeParty`, 'FE-46', 'FE-52'],
  [`${SELLER}/cac:AgentParty`, `${AGREEMENT}/ram:SalesAgentTradeParty`, 'FE-69', 'FE-75'],
  [`${BUYER}/cac:ServiceProviderParty/cac:Party`, `${SETTLEMENT}/ram:InvoiceeTradeParty`, 'FE-92', 'FE-98'],
  [`${SELLER}/cac:ServiceProviderParty/cac:Party`, `${SETTLEMENT}/ram:InvoicerTradeParty`, 'FE-115', 'FE-121'],
]

/** How a syntax writes what the rules look at in a party. */
const NAMES = {
  ubl: {
    ids: 'cac:PartyIdentification/cbc:ID',
    legal: 'cac:PartyLegalEntity/cbc:CompanyID',
    address: 'cbc:EndpointID',
  },
  cii: {
    ...{ ids: 'ram:GlobalID', legal: 'ram:SpecifiedLegalOrganization/ram:ID' },
    address: 'ram:URIUniversalCommunication/ram:URIID',
  },
} as const

/** BR-FR-09, BR-FR-23, BR-FR-25, BR-FR-32 and BR-FR-CO-10 of the parties that only documents of the extension have. */
export function extensionPartyRules(syntax: Syntax): readonly BoundRules[] {
  const { ids, legal, address } = NAMES[syntax]
  const identified = (path: string, term: string): readonly BoundRules[] => [
    within(at(path), {
      [`BR-FR-09_EXT-FR-${term}`]: (party) => {
        const siret = schemed(all(party, ids), '0009')[0]?.stringValue
        if (siret === undefined) return true
        const siren = schemed(all(party, legal), '0002')[0]?.stringValue || siret.slice(0, 9)
        return /^\p{Nd}{14}$/u.test(siret) && siret.slice(0, 9) === siren
      },
    }),
    schemes(at(path), `BR-FR-CO-10_EXT-FR-${term}`, (party) => all(party, ids)),
  ]
  const addressed = (path: string, term: string): readonly BoundRules[] => [
    within(at(`${path}/${address}`), {
      [`BR-FR-23_EXT-FR-${term}`]: (id) => id.attribute('schemeID') !== '0225' || isRoutable(id.stringValue),
      [`BR-FR-25_EXT-FR-${term}`]: (id) => characters(id.stringValue) <= 125,
    }),
  ]
  const rules = PARTIES.flatMap(([ubl, cii, identifiers, electronic]) => {
    const path = syntax === 'ubl' ? ubl : cii
    return [...identified(path, identifiers), ...addressed(path, electronic)]
  })
  const payee = syntax === 'ubl' ? 'cac:PayeeParty' : `${SETTLEMENT}/ram:PayeeTradeParty`
  return [...rules, ...addressed(payee, 'FE-29'), ...deliveryRules(syntax, identified), ...sirenRules(syntax)]
}

/** Where a line was delivered to. For UBL BR-FR-09 looks for the place inside itself, so that it finds none. */
function deliveryRules(
  syntax: Syntax,
  identified: (path: string, term: string) => readonly BoundRules[],
): readonly BoundRules[] {
  if (syntax === 'cii') return identified(`${LINE}/ram:SpecifiedLineTradeDelivery/ram:ShipToTradeParty`, 'FE-146')
  return ['cac:InvoiceLine', 'cac:CreditNoteLine'].map((line) =>
    schemes(at(`${line}/cac:Delivery/cac:DeliveryLocation`), 'BR-FR-CO-10_EXT-FR-FE-146', (place) =>
      place.all('cbc:ID'),
    ),
  )
}

/** BR-FR-10 of UBL, and BR-FR-32 of every party wherever it stands. */
function sirenRules(syntax: Syntax): readonly BoundRules[] {
  const isUbl = syntax === 'ubl'
  return [
    // In UBL the SIREN is missed only where there is a legal entity without it.
    ...(isUbl
      ? [
          within(along('cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity'), {
            'BR-FR-10_BT-30': (legal) => isSiren(schemed(legal.all('cbc:CompanyID'), '0002')[0]?.stringValue),
          }),
        ]
      : []),
    within(along(isUbl ? 'cac:PartyLegalEntity/cbc:CompanyID' : 'ram:SpecifiedLegalOrganization/ram:ID'), {
      'BR-FR-32-LEGALID': (id) => id.attribute('schemeID') !== '0002' || isSiren(id.stringValue),
    }),
    within(isUbl ? along('cac:PartyIdentification/cbc:ID') : everywhere('ram:GlobalID'), {
      [isUbl ? 'BR-FR-32-ID' : 'BR-FR-32-GLOBALID']: (id) =>
        !/^(?:0002|0231)$/.test(id.attribute('schemeID') ?? '') || isSiren(id.stringValue),
    }),
  ]
}

/** BR-FR-CO-10: every identifier has a scheme (-1), and each another (-2). */
function schemes(context: Context, id: string, idsOf: (element: XmlElement) => readonly XmlElement[]): BoundRules {
  const schemesOf = (element: XmlElement) => idsOf(element).map((each) => each.attribute('schemeID'))
  return within(context, {
    [`${id}-1`]: (element) => !schemesOf(element).includes(undefined),
    [`${id}-2`]: (element) => {
      const given = schemesOf(element).filter((scheme) => scheme !== undefined)
      return new Set(given).size === given.length
    },
  })
}

function schemed(ids: readonly XmlElement[], scheme: string): readonly XmlElement[] {
  return ids.filter((id) => id.attribute('schemeID') === scheme)
}

function at(path: string): Context {
  return ({ root }) => all(root, path)
}
