import type { Syntax } from '../../../domain/request/invoice-request.js'
import { lengthOf } from '../../../domain/text.js'
import { along, type Assertions, everywhere, inContext } from '../../../einvoice/rules/bindings/binding.js'
import { AGREEMENT, DELIVERY, SETTLEMENT, TRANSACTION } from '../../../einvoice/rules/bindings/cii/facts.js'
import { all } from '../../../einvoice/rules/bindings/xpath.js'
import type { XmlElement } from '../../../einvoice/xml/element.js'
import { isRoutable } from './facts.js'
import { at, compared, type Places } from './values.js'
import { isSiren } from './facts.js'

const LINE = `${TRANSACTION}/ram:IncludedSupplyChainTradeLineItem`
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const SELLER = 'cac:AccountingSupplierParty/cac:Party'

interface PartyPlace {
  /** The last part of the ids of BR-FR-09 and BR-FR-CO-10. */
  readonly identifiers: string
  /** The last part of the ids of BR-FR-23 and BR-FR-25. */
  readonly address: string
  readonly places: Places
  /** Seller and buyer must have a SIREN; for others the artefact also accepts a SIRET. */
  readonly needsSiren?: true
}

const PARTIES: readonly PartyPlace[] = [
  { identifiers: 'BT-29', address: 'BT-34', places: [SELLER, `${AGREEMENT}/ram:SellerTradeParty`], needsSiren: true },
  { identifiers: 'BT-46', address: 'BT-49', places: [BUYER, `${AGREEMENT}/ram:BuyerTradeParty`], needsSiren: true },
  {
    identifiers: 'BT-60',
    address: 'EXT-FR-FE-29',
    places: ['cac:PayeeParty', `${SETTLEMENT}/ram:PayeeTradeParty`],
  },
  {
    identifiers: 'EXT-FR-FE-06',
    address: 'EXT-FR-FE-12',
    places: [`${BUYER}/cac:AgentParty`, `${AGREEMENT}/ram:BuyerAgentTradeParty`],
  },
  {
    identifiers: 'EXT-FR-FE-46',
    address: 'EXT-FR-FE-52',
    places: ['cac:PaymentMeans/cac:PaymentMandate/cac:PayerParty', `${SETTLEMENT}/ram:PayerTradeParty`],
  },
  {
    identifiers: 'EXT-FR-FE-69',
    address: 'EXT-FR-FE-75',
    places: [`${SELLER}/cac:AgentParty`, `${AGREEMENT}/ram:SalesAgentTradeParty`],
  },
  {
    identifiers: 'EXT-FR-FE-92',
    address: 'EXT-FR-FE-98',
    places: [`${BUYER}/cac:ServiceProviderParty/cac:Party`, `${SETTLEMENT}/ram:InvoiceeTradeParty`],
  },
  {
    identifiers: 'EXT-FR-FE-115',
    address: 'EXT-FR-FE-121',
    places: [`${SELLER}/cac:ServiceProviderParty/cac:Party`, `${SETTLEMENT}/ram:InvoicerTradeParty`],
  },
]

const SHIP_TO: readonly (readonly [identifiers: string, cii: string])[] = [
  ['BT-71', `${DELIVERY}/ram:ShipToTradeParty`],
  ['EXT-FR-FE-146', `${LINE}/ram:SpecifiedLineTradeDelivery/ram:ShipToTradeParty`],
]

/** The paths where an artefact searches the identifiers of a party and of its registration. */
interface Names {
  readonly ids: string
  readonly legal: string
}

const UBL_PARTY: Names = { ids: 'cac:PartyIdentification/cbc:ID', legal: 'cac:PartyLegalEntity/cbc:CompanyID' }
const CII_PARTY: Names = { ids: 'ram:GlobalID', legal: 'ram:SpecifiedLegalOrganization/ram:ID' }
const UBL_DELIVERY: Names = {
  ids: 'cac:DeliveryLocation/cbc:ID',
  legal: 'cac:DeliveryParty/cac:PartyLegalEntity/cbc:CompanyID',
}

/**
 * BR-FR-09, BR-FR-10, BR-FR-23 to -26, BR-FR-32 and BR-FR-CO-10: the identifiers and electronic
 * addresses of the parties.
 */
export function partyAssertions(syntax: Syntax): readonly Assertions[] {
  const names = syntax === 'ubl' ? UBL_PARTY : CII_PARTY
  const address = syntax === 'ubl' ? 'cbc:EndpointID' : 'ram:URIUniversalCommunication/ram:URIID'
  return [
    ...PARTIES.flatMap(({ identifiers, places, needsSiren }) => {
      const anywhere: Places = syntax === 'ubl' ? [`//${places[0]}`, ''] : places
      return [
        siretRule(at(syntax, places), identifiers, names, needsSiren === true),
        schemeRules(at(syntax, anywhere), identifiers, names.ids),
      ]
    }),
    ...PARTIES.map(({ address: term, places: [ubl, cii] }) =>
      addressRules(at(syntax, [`${ubl}/${address}`, `${cii}/${address}`]), term),
    ),
    ...PARTIES.slice(0, 2).map(({ identifiers, places }) =>
      routingRules((document) => at(syntax, places)(document).flatMap((party) => all(party, names.ids)), identifiers),
    ),
    ...(syntax === 'ubl' ? UBL_DELIVERY_RULES : CII_DELIVERY_RULES),
    ...sirenRules(syntax),
  ]
}

type Elements = ReturnType<typeof at>

/** BR-FR-09. */
function siretRule(parties: Elements, term: string, { ids, legal }: Names, needsSiren: boolean): Assertions {
  return inContext(parties, {
    [`BR-FR-09_${term}`]: (party) => {
      const siret = schemed(all(party, ids), '0009')[0]?.stringValue
      if (siret === undefined) return true
      const given = compared(schemed(all(party, legal), '0002'))?.stringValue
      const beginning = [...siret].slice(0, 9).join('')
      return /^\p{Nd}{14}$/u.test(siret) && beginning === (needsSiren ? given : given || beginning)
    },
  })
}

/** BR-FR-CO-10: every identifier has a scheme (-1), and each another (-2). */
function schemeRules(parties: Elements, term: string, ids: string): Assertions {
  const schemesOf = (party: XmlElement) => all(party, ids).map((each) => each.attribute('schemeID'))
  return inContext(parties, {
    [`BR-FR-CO-10_${term}-1`]: (party) => !schemesOf(party).includes(undefined),
    [`BR-FR-CO-10_${term}-2`]: (party) => {
      const given = schemesOf(party).filter((scheme) => scheme !== undefined)
      return new Set(given).size === given.length
    },
  })
}

/** BR-FR-23 and BR-FR-25. */
function addressRules(addresses: Elements, term: string): Assertions {
  return inContext(addresses, {
    [`BR-FR-23_${term}`]: (id) => id.attribute('schemeID') !== '0225' || isRoutable(id.stringValue),
    [`BR-FR-25_${term}`]: (id) => lengthOf(id.stringValue) <= 125,
  })
}

/** BR-FR-24 and BR-FR-26. */
function routingRules(ids: Elements, term: string): Assertions {
  return inContext((document) => schemed(ids(document), '0224'), {
    [`BR-FR-24_${term}`]: (id) => isRoutable(id.stringValue),
    [`BR-FR-26_${term}`]: (id) => lengthOf(id.stringValue) <= 100,
  })
}

/**
 * The place of delivery of the invoice or a line. For a line in UBL, BR-FR-09 searches the place
 * inside itself and finds none.
 */
const UBL_DELIVERY_RULES: readonly Assertions[] = [
  siretRule(at('ubl', ['cac:Delivery', '']), 'BT-71', UBL_DELIVERY, false),
  siretRule(at('ubl', ['LINE/cac:Delivery/cac:DeliveryLocation', '']), 'EXT-FR-FE-146', UBL_DELIVERY, false),
  schemeRules(at('ubl', ['cac:Delivery/cac:DeliveryLocation', '']), 'BT-71', 'cbc:ID'),
  schemeRules(at('ubl', ['LINE/cac:Delivery/cac:DeliveryLocation', '']), 'EXT-FR-FE-146', 'cbc:ID'),
]
const CII_DELIVERY_RULES: readonly Assertions[] = SHIP_TO.flatMap(([term, path]) => [
  siretRule(at('cii', ['', path]), term, CII_PARTY, false),
  schemeRules(at('cii', ['', path]), term, CII_PARTY.ids),
])

/**
 * BR-FR-10 of UBL, which reports a missing SIREN only in an existing legal entity, and BR-FR-32 of
 * all parties.
 */
function sirenRules(syntax: Syntax): readonly Assertions[] {
  if (syntax === 'cii')
    return [
      inContext(along('ram:SpecifiedLegalOrganization/ram:ID'), { 'BR-FR-32-LEGALID': isSirenIf('0002') }),
      inContext(everywhere('ram:GlobalID'), { 'BR-FR-32-GLOBALID': isSirenIf('0002', '0231') }),
    ]
  return [
    inContext(along(`${SELLER}/cac:PartyLegalEntity`), {
      'BR-FR-10_BT-30': (legal) => isSiren(compared(schemed(legal.all('cbc:CompanyID'), '0002'))?.stringValue),
    }),
    inContext(along('cac:PartyLegalEntity/cbc:CompanyID'), { 'BR-FR-32-LEGALID': isSirenIf('0002') }),
    inContext(along('cac:PartyIdentification/cbc:ID'), { 'BR-FR-32-ID': isSirenIf('0002', '0231') }),
  ]
}

function isSirenIf(...schemes: readonly string[]) {
  return (id: XmlElement): boolean => !schemes.includes(id.attribute('schemeID') ?? '') || isSiren(id.stringValue)
}

function schemed(ids: readonly XmlElement[], scheme: string): readonly XmlElement[] {
  return ids.filter((id) => id.attribute('schemeID') === scheme)
}
