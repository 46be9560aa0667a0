import { defined } from '../../../../domain/defined.js'
import type { CustomerBefore, PartyBefore } from '../../../../domain/request/correction.js'
import type { Correction, InvoiceType, Line, Party } from '../../../../domain/request/invoice-request.js'
import type { XmlElement } from '../../../../einvoice/xml/element.js'
import { decimalAt, isMarked, jsonNumber, textAt } from '../values.js'
import { readAddress, readNumbers } from './parties.js'
import { isPriced } from './sums.js'

/** The rows of a correction, which has them before and after it. */
interface StatedRows {
  readonly before: readonly Line[]
  readonly after: readonly Line[]
}

/**
 * Whether a document is read as a correction with the lines before and after it. If it can't be,
 * the rows before it (StanPrzed) are reversed.
 */
export function hasStates(fa: XmlElement | undefined): boolean {
  const rows = fa?.all('fa:FaWiersz') ?? []
  const isBefore = rows.map(isStateBefore)
  return (
    fa !== undefined && isDescribed(fa) && isBefore.includes(true) && isBefore.includes(false) && rows.every(isPriced)
  )
}

function isStateBefore(row: XmlElement): boolean {
  return isMarked(row, 'fa:StanPrzed')
}

/** Separates the lines of such a document, which are those of its rows in their order. */
export function statedRows(fa: XmlElement | undefined, lines: readonly Line[]): StatedRows {
  const isBefore = (fa?.all('fa:FaWiersz') ?? []).map(isStateBefore)
  return {
    before: lines.filter((_, index) => isBefore[index] === true),
    after: lines.filter((_, index) => isBefore[index] !== true),
  }
}

/** `correction` of the JSON needs a reason and an effect, which FA(3) does not. */
function isDescribed(fa: XmlElement): boolean {
  return (
    textAt(fa, 'fa:RodzajFaktury')?.startsWith('KOR') === true &&
    textAt(fa, 'fa:PrzyczynaKorekty') !== undefined &&
    /^[123]$/.test(textAt(fa, 'fa:TypKorekty') ?? '')
  )
}

/** What a correction is read with. */
interface CorrectionContext {
  readonly invoiceType: InvoiceType
  readonly customer: Party
  /** The rows before the correction; undefined: the rows are differences. */
  readonly before: readonly Line[] | undefined
  /** The reason that the note states in its first line; undefined: there is no note. */
  readonly reasonInNote: string | undefined
}

/** undefined: the document says no more than a credit or debit note without `correction`. */
export function readCorrection(fa: XmlElement | undefined, context: CorrectionContext): Correction | undefined {
  if (fa === undefined || !isDescribed(fa)) return undefined
  const { before, customer, reasonInNote, invoiceType } = context
  const reason = textAt(fa, 'fa:PrzyczynaKorekty') ?? ''
  const effect = Number(textAt(fa, 'fa:TypKorekty'))
  const further = defined({
    period: textAt(fa, 'fa:OkresFaKorygowanej'),
    before,
    correctNumber: textAt(fa, 'fa:NrFaKorygowany'),
    supplierBefore: readSupplierBefore(fa.child('fa:Podmiot1K')),
    customerBefore: readCustomerBefore(fa.child('fa:Podmiot2K'), customer),
    amountBefore: jsonNumber(decimalAt(fa, 'fa:P_15ZK')),
    exchangeRateBefore: jsonNumber(decimalAt(fa, 'fa:KursWalutyZK')),
  })
  const isImplied = reason === reasonInNote && effect === 2 && invoiceType === 'credit_note'
  if (isImplied && Object.keys(further).length === 0) return undefined
  return { reason, effect, method: before === undefined ? 'difference' : 'before_after', ...further }
}

function readSupplierBefore(party: XmlElement | undefined): PartyBefore | undefined {
  if (party === undefined) return undefined
  return {
    name: textAt(party, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? '',
    ...defined({ address: readAddress(party.child('fa:Adres')) }),
  }
}

/** The number is left out where it is that of the customer. */
function readCustomerBefore(party: XmlElement | undefined, customer: Party): CustomerBefore | undefined {
  if (party === undefined) return undefined
  const { vatNumber, nationalId } = readNumbers(party)
  const isSame =
    vatNumber === undefined
      ? customer.vatNumber === '' && nationalId === customer.nationalId
      : vatNumber === customer.vatNumber
  return {
    name: textAt(party, 'fa:DaneIdentyfikacyjne/fa:Nazwa') ?? '',
    ...defined({
      vatNumber: isSame ? undefined : vatNumber,
      nationalId: isSame ? undefined : nationalId,
      address: readAddress(party.child('fa:Adres')),
    }),
  }
}
