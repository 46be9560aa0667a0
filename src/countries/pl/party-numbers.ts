import type { Party } from '../../domain/request/invoice-request.js'
import type { SchemedId } from '../../domain/request/terms.js'

/** Numbers of supplier or customer for which FA(3) has an element. */
const NUMBERS = ['customer', 'GLN', 'EORI', 'KRS', 'REGON', 'BDO'] as const
/** One of `NUMBERS`; `customer` is the number that the seller gave to the buyer. */
type NumberKind = (typeof NUMBERS)[number]

/** The places of a party's numbers. */
interface PartyNumbers {
  readonly placed: ReadonlyMap<NumberKind, string>
  /** The rest of `legalRegistration` and of `identifiers`. */
  readonly registration: SchemedId | undefined
  readonly identifiers: readonly SchemedId[]
}

/** ISO 6523 of the GLN. */
export const GLN = '0088'

const FORMS: Readonly<Record<NumberKind, RegExp>> = {
  customer: /^.{1,256}$/u,
  GLN: /^\d{13}$/,
  EORI: /^[A-Z]{2}.{1,254}$/u,
  KRS: /^\d{10}$/,
  REGON: /^\d{9}(?:\d{5})?$/,
  BDO: /^\d{9}$/,
}

/** Registers are in the footer, which belongs to the seller. */
const OF_SELLER: ReadonlySet<NumberKind> = new Set(['KRS', 'REGON', 'BDO'])

/**
 * The scheme of an identifier determines its element (0088, EORI, KRS, REGON, BDO). The buyer's
 * first one without a scheme is its customer number. A registration without a scheme is KRS or
 * REGON by its form.
 */
export function numbersOf(party: Party, role: 'seller' | 'buyer'): PartyNumbers {
  const placed = new Map<NumberKind, string>()
  const place = (kind: NumberKind | undefined, id: string): boolean => {
    if (kind === undefined || placed.has(kind) || !FORMS[kind].test(id)) return false
    if (kind === 'customer' ? role === 'seller' : role === 'buyer' && OF_SELLER.has(kind)) return false
    if (kind === 'GLN' && party.address === undefined) return false
    placed.set(kind, id)
    return true
  }
  const { legalRegistration: registration, identifiers = [] } = party
  const isPlaced =
    registration !== undefined &&
    registration.scheme === undefined &&
    (place('KRS', registration.id) || place('REGON', registration.id))
  const others = identifiers.filter(({ id, scheme }) => !place(kindOf(scheme), id))
  return { placed, registration: isPlaced ? undefined : registration, identifiers: others }
}

function kindOf(scheme: string | undefined): NumberKind | undefined {
  if (scheme === undefined) return 'customer'
  if (scheme === GLN) return 'GLN'
  return NUMBERS.find((kind) => kind === scheme && kind !== 'GLN' && kind !== 'customer')
}
