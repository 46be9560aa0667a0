import type { Address, Party, TaxRepresentative, ThirdParty } from '../../../../domain/request/invoice-request.js'
import type { SchemedId } from '../../../../domain/request/terms.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { jsonNumber, decimalAt, isMarked, textAt } from '../values.js'
import type { ReadDescriptions } from './descriptions.js'
import { KEYS, otherNumberOf, PARTY_KEYS } from '../../descriptions.js'
import { GLN } from '../../party-numbers.js'
import { REPRESENTATIVE, ROLES } from '../parties.js'

/** Podmiot1, and its registers in the footer. */
export function readSeller(root: XmlElement, descriptions: ReadDescriptions): Party {
  const seller = root.child('fa:Podmiot1')
  const nip = textAt(seller, 'fa:DaneIdentyfikacyjne/fa:NIP')
  const registers = ['KRS', 'REGON', 'BDO'].flatMap((name): Numbered => {
    const id = textAt(root, `fa:Stopka/fa:Rejestry/fa:${name}`)
    return id === undefined ? [] : [{ id, scheme: name }]
  })
  // The first register, unless another registration is in the descriptions.
  const [registration] = descriptions.takeIds(PARTY_KEYS.supplier.registration)
  const [first] = registers
  const isFirst = registration === undefined && first !== undefined && first.scheme !== 'BDO'
  return {
    vatNumber: nip === undefined ? '' : `PL${nip}`,
    name: textAt(seller, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? '',
    ...readPlace(seller),
    ...registered(isFirst ? { id: first.id } : registration, [
      ...readNumbersOfParty(seller),
      ...(isFirst ? registers.slice(1) : registers),
      ...descriptions.takeIds(PARTY_KEYS.supplier.identifier),
    ]),
  }
}

type Numbered = readonly SchemedId[]

/** GLN and EORI. */
function readNumbersOfParty(party: XmlElement | undefined): Numbered {
  const [gln, eori] = [textAt(party, 'fa:Adres/fa:GLN'), textAt(party, 'fa:NrEORI')]
  return [
    ...(gln === undefined ? [] : [{ id: gln, scheme: GLN }]),
    ...(eori === undefined ? [] : [{ id: eori, scheme: 'EORI' }]),
  ]
}

function registered(
  registration: SchemedId | undefined,
  identifiers: Numbered,
): Pick<Party, 'legalRegistration' | 'identifiers'> {
  return {
    ...(registration !== undefined && { legalRegistration: registration }),
    ...(identifiers.length > 0 && { identifiers }),
  }
}

/** PodmiotUpowazniony, if it is a tax representative. */
export function readRepresentative(root: XmlElement): TaxRepresentative | undefined {
  const party = root.child('fa:PodmiotUpowazniony')
  if (party === undefined || textAt(party, 'fa:RolaPU') !== REPRESENTATIVE) return undefined
  const address = readAddress(party.child('fa:Adres'))
  return {
    name: textAt(party, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? '',
    vatNumber: `PL${textAt(party, 'fa:DaneIdentyfikacyjne/fa:NIP') ?? ''}`,
    ...(address !== undefined && { address }),
  }
}

/** The name of a buyer who has neither name nor number in the document. */
const UNNAMED = 'Nabywca'

/** Podmiot2. Whether one without a number is a private person is not in the document. */
export function readBuyer(root: XmlElement, descriptions: ReadDescriptions): Party {
  const buyer = root.child('fa:Podmiot2')
  const { vatNumber = '', nationalId } = readNumbers(buyer)
  const other = vatNumber === '' ? nationalId : descriptions.take(KEYS.otherNumber)
  const number = textAt(buyer, 'fa:NrKlienta')
  const [registration] = descriptions.takeIds(PARTY_KEYS.customer.registration)
  // A simplified invoice names the buyer by the number alone.
  const stand = vatNumber === '' ? (nationalId ?? UNNAMED) : vatNumber
  return {
    vatNumber,
    name: textAt(buyer, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? stand,
    ...readPlace(buyer),
    ...(other !== undefined && { nationalId: other }),
    ...registered(registration, [
      ...(number === undefined ? [] : [{ id: number }]),
      ...readNumbersOfParty(buyer),
      ...descriptions.takeIds(PARTY_KEYS.customer.identifier),
    ]),
    ...(isMarked(buyer, 'fa:JST') && { localGovernmentUnit: true }),
    ...(isMarked(buyer, 'fa:GV') && { vatGroupMember: true }),
  }
}

const NAMES_OF_ROLES = new Map(Object.entries(ROLES).map(([name, code]) => [code, name]))

/** Every Podmiot3 whose role has a name. */
export function readThirdParties(root: XmlElement, descriptions: ReadDescriptions): readonly ThirdParty[] {
  return root.all('fa:Podmiot3').flatMap((party) => {
    const role = NAMES_OF_ROLES.get(textAt(party, 'fa:Rola') ?? '')
    if (role === undefined) return []
    const { vatNumber, nationalId } = readNumbers(party)
    const name = textAt(party, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? ''
    const other = vatNumber === undefined ? nationalId : descriptions.take(otherNumberOf(name))
    const share = jsonNumber(decimalAt(party, 'fa:Udzial'))
    return {
      role,
      name,
      ...(vatNumber !== undefined && { vatNumber }),
      ...(other !== undefined && { nationalId: other }),
      ...readPlace(party),
      ...(share !== undefined && { share }),
    }
  })
}

/**
 * DaneIdentyfikacyjne. NrID is a tax number from outside of the EU, or the number of a person:
 * with a country it is read as a VAT number.
 */
export function readNumbers(party: XmlElement | undefined): Pick<ThirdParty, 'vatNumber' | 'nationalId'> {
  const identity = party?.child('fa:DaneIdentyfikacyjne')
  const nip = textAt(identity, 'fa:NIP')
  if (nip !== undefined) return { vatNumber: `PL${nip}` }
  const ofEu = textAt(identity, 'fa:NrVatUE')
  if (ofEu !== undefined) return { vatNumber: (textAt(identity, 'fa:KodUE') ?? '') + ofEu }
  const internal = textAt(identity, 'fa:IDWew')
  if (internal !== undefined) return { nationalId: internal }
  const number = textAt(identity, 'fa:NrID')
  if (number === undefined) return {}
  const country = textAt(identity, 'fa:KodKraju')
  const isOfTaxpayer = country === undefined ? /^[A-Z]{2}\w*\d/.test(number) : country !== 'PL'
  return isOfTaxpayer ? { vatNumber: number } : { nationalId: number }
}

type Contacts = Pick<Party, 'address' | 'email' | 'phone'>

/** Adres and the first DaneKontaktowe. */
function readPlace(party: XmlElement | undefined): Contacts {
  const address = readAddress(party?.child('fa:Adres'))
  const email = textAt(party, 'fa:DaneKontaktowe/fa:Email')
  const phone = textAt(party, 'fa:DaneKontaktowe/fa:Telefon')
  return {
    ...(address !== undefined && { address }),
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
  }
}

/** The postal code of a line with its blank; empty: it has none. */
type CodeOf = (line: string) => string

/** Words with digits, if a town with a letter follows on the same line. */
const foreignCode: CodeOf = (line) => {
  if (/[\n\r\u2028\u2029]/.test(line)) return ''
  const lastLetter = line.search(/\p{L}\P{L}*$/u)
  let end = 0
  for (let next = line.indexOf(' '); next >= 0 && next < lastLetter; next = line.indexOf(' ', end)) {
    const word = line.slice(end, next)
    if (!/\d/.test(word) || /\s/.test(word)) break
    end = next + 1
  }
  return line.slice(0, end)
}

const polishCode: CodeOf = (line) => /^(\d{2}-\d{3} ).+$/.exec(line)?.[1] ?? ''

/**
 * Two lines of text: the street, and the town after its postal code. A first line that begins with
 * a Polish postal code is the town.
 */
export function readAddress(element: XmlElement | undefined): Address | undefined {
  if (element === undefined) return undefined
  const country = textAt(element, 'fa:KodKraju') ?? ''
  const [first, second] = [textAt(element, 'fa:AdresL1'), textAt(element, 'fa:AdresL2')]
  if (first !== undefined && country === 'PL' && polishCode(first) !== '')
    return { ...townOf(first, polishCode), country, ...(second !== undefined && { stateOrProvince: second }) }
  return {
    ...(first !== undefined && { street: first }),
    ...(second !== undefined && townOf(second, country === 'PL' ? polishCode : foreignCode)),
    country,
  }
}

function townOf(line: string, codeOf: CodeOf): Pick<Address, 'postalCode' | 'city'> {
  const code = codeOf(line)
  return code === '' ? { city: line } : { postalCode: code.trimEnd(), city: line.slice(code.length) }
}
