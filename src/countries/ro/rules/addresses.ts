import type { Invoice } from '../../../einvoice/model.js'
import type { Address } from '../../../einvoice/model-parties.js'
import { isBlank, normalised, type Rule, type Term } from '../../../einvoice/rules/rule.js'
import { COUNTIES } from '../counties.js'

const COUNTY_CODES: ReadonlySet<string> = new Set(COUNTIES.map(({ code }) => `RO-${code}`))
const SECTORS: ReadonlySet<string> = new Set(['SECTOR1', 'SECTOR2', 'SECTOR3', 'SECTOR4', 'SECTOR5', 'SECTOR6'])

type AddressOf = (invoice: Invoice) => Address | undefined

const seller: AddressOf = (invoice) => invoice.seller.address
const buyer: AddressOf = (invoice) => invoice.buyer.address
// For these two ANAF's artefact looks for credit notes in the namespace of invoices, so that it never finds one; the verdict follows it.
const representative: AddressOf = (invoice) =>
  invoice.kind === 'invoice' ? invoice.taxRepresentative?.address : undefined
const delivery: AddressOf = (invoice) => (invoice.kind === 'invoice' ? invoice.delivery?.address : undefined)

/** BR-RO-081 to BR-RO-212: street, city, county and the sectors of Bucharest. */
export const ADDRESS_RULES: readonly Rule[] = [
  // Of seller and buyer the artefact demands them even where there is no address at all.
  given(
    'BR-RO-081',
    'BT-35',
    "The seller's street",
    'supplier.address.street',
    (invoice) => seller(invoice)?.line1 ?? '',
  ),
  given(
    'BR-RO-082',
    'BT-50',
    "The buyer's street",
    'customer.address.street',
    (invoice) => buyer(invoice)?.line1 ?? '',
  ),
  given('BR-RO-091', 'BT-37', "The seller's city", 'supplier.address.city', (invoice) => seller(invoice)?.city ?? ''),
  given('BR-RO-092', 'BT-52', "The buyer's city", 'customer.address.city', (invoice) => buyer(invoice)?.city ?? ''),
  sector('BR-RO-100', 'BT-37', "The seller's", 'supplier.address', seller),
  sector('BR-RO-101', 'BT-52', "The buyer's", 'customer.address', buyer),
  county('BR-RO-110', 'BT-39', "The seller's", 'supplier.address', seller),
  county('BR-RO-111', 'BT-54', "The buyer's", 'customer.address', buyer),
  given('BR-RO-140', 'BT-64', "The tax representative's street", 'the street', orEmpty(representative, 'line1')),
  given('BR-RO-150', 'BT-66', "The tax representative's city", 'the city', orEmpty(representative, 'city')),
  sector('BR-RO-160', 'BT-66', "The tax representative's", 'the address', representative),
  county('BR-RO-170', 'BT-68', "The tax representative's", 'the address', representative),
  given('BR-RO-180', 'BT-75', 'The street of delivery', 'customer.address.street', orEmpty(delivery, 'line1')),
  given('BR-RO-201', 'BT-77', 'The city of delivery', 'customer.address.city', orEmpty(delivery, 'city')),
  sector('BR-RO-202', 'BT-77', 'The delivery', 'customer.address', delivery),
  given(
    'BR-RO-211',
    'BT-79',
    'The region or county of delivery, which Romania wants for goods that leave for another country of the EU,',
    'customer.address.stateOrProvince',
    orEmpty(delivery, 'subdivision'),
  ),
  county('BR-RO-212', 'BT-79', 'The delivery', 'customer.address', delivery),
]

/** A part of an address that is there only if the address is: undefined where there is none. */
function orEmpty(addressOf: AddressOf, part: 'line1' | 'city' | 'subdivision') {
  return (invoice: Invoice): string | undefined => {
    const address = addressOf(invoice)
    return address === undefined ? undefined : (address[part] ?? '')
  }
}

function given(
  id: string,
  term: Term,
  what: string,
  field: string,
  text: (invoice: Invoice) => string | undefined,
): Rule {
  return {
    ...{ id, terms: [term], message: `${what} is missing`, fix: `Give ${field}` },
    check: (invoice, breach) => {
      const found = text(invoice)
      if (found !== undefined && isBlank(found)) breach(term)
    },
  }
}

function county(id: string, term: Term, whose: string, field: string, addressOf: AddressOf): Rule {
  return {
    ...{ id, terms: [term], message: `${whose} county {} is not a county of Romania` },
    fix: `Give ${field}.stateOrProvince as a county: its name (Cluj) or its code (CJ, RO-CJ); a postal code of six digits tells it too`,
    check: (invoice, breach) => {
      const address = addressOf(invoice)
      if (address === undefined || normalised(address.country) !== 'RO') return
      if (!COUNTY_CODES.has(normalised(address.subdivision ?? ''))) breach(term, undefined, address.subdivision)
    },
  }
}

function sector(id: string, term: Term, whose: string, field: string, addressOf: AddressOf): Rule {
  return {
    ...{ id, terms: [term], message: `${whose} city {} does not name a sector, though the county is Bucharest` },
    fix: `Name the sector in ${field}.city or ${field}.stateOrProvince ("Sector 3"), or give the postal code, which tells it`,
    check: (invoice, breach) => {
      const address = addressOf(invoice)
      if (address === undefined || normalised(address.country) !== 'RO') return
      if (normalised(address.subdivision ?? '') !== 'RO-B') return
      if (!SECTORS.has(normalised(address.city ?? ''))) breach(term, undefined, address.city)
    },
  }
}
