import type { Identifier } from '../../../model/invoice-model.js'
import type { Payee, SellerParty } from '../../../model/parties.js'
import type { CreditTransfer, DirectDebit, PaymentCard, PaymentInstructions } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import { meansOfPayment } from '../../read-shared.js'
import { firstOf, type Reading } from '../../reading.js'
import type { UblParty } from './parties.js'

/** BG-16 with BT-9 of a credit note, and the identifiers of seller and payee without BT-90. */
interface UblPayment {
  readonly instructions: PaymentInstructions | undefined
  readonly dueDate: string | undefined
  readonly creditorOf: (seller: UblParty<SellerParty>) => SellerParty
  readonly payeeOf: (payee: UblParty<Payee>) => Payee
}

/**
 * UBL has a `PaymentMeans` for each account; a term that the standard has once comes from the
 * first that has it.
 */
export function readUblPayment(
  reading: Reading,
  root: XmlElement,
  sepa: readonly Identifier[],
  isCredit: boolean,
): UblPayment {
  const elements = meansOfPayment(reading, root.all('cac:PaymentMeans'), 'cbc:PaymentMeansCode')
  const [creditor] = elements.length === 0 ? [] : sepa
  const rest = (party: UblParty<unknown>): readonly Identifier[] => party.sepa.filter((each) => each !== creditor)
  return {
    instructions: instructions(reading, elements, creditor),
    // An invoice has it in cbc:DueDate.
    dueDate: isCredit ? firstOf(elements, (element) => reading.date(element, 'cbc:PaymentDueDate')) : undefined,
    // Without payment instructions, or besides another one, such an identifier remains an ordinary
    // one.
    creditorOf: (seller) => {
      const party = { ...seller.party, identifiers: [...seller.party.identifiers, ...rest(seller)] }
      return seller.element === undefined ? party : reading.origin(seller.element, party)
    },
    payeeOf: (payee) => {
      const party = { ...payee.party, identifier: payee.party.identifier ?? rest(payee)[0] }
      return payee.element === undefined ? party : reading.origin(payee.element, party)
    },
  }
}

function instructions(
  reading: Reading,
  elements: readonly XmlElement[],
  creditor: Identifier | undefined,
): PaymentInstructions | undefined {
  const [first] = elements
  if (first === undefined) return undefined
  const code = elements.map((element) => element.child('cbc:PaymentMeansCode'))
  const found = {
    meansCode: code[0]?.text ?? '',
    meansText: readMeansText(reading, code),
    remittance: readRemittance(reading, elements),
    transfers: transfers(reading, elements),
    card: firstOf(elements, (element) => readCard(reading, element)),
    directDebit: directDebit(reading, elements, creditor),
  }
  return reading.origin(first, found)
}

/** BT-82: repeated with each account; a different one goes into the report. */
function readMeansText(reading: Reading, codes: readonly (XmlElement | undefined)[]): string | undefined {
  const named = codes.filter((code) => code?.attribute('name') !== undefined)
  const text = reading.attribute(named[0], 'name')
  for (const code of named) if (code?.attribute('name') === text) reading.attribute(code, 'name')
  return text
}

/** BT-83: UBL repeats it with each account; a different one goes into the report (UBL-SR-44). */
function readRemittance(reading: Reading, elements: readonly XmlElement[]): string | undefined {
  const [first, ...others] = elements.flatMap((element) => element.all('cbc:PaymentID'))
  if (first === undefined) return undefined
  for (const other of others) if (other.text === first.text) reading.take(other)
  return reading.take(first).text
}

/** BG-17. One without an account is kept even besides others, because BR-61 checks each. */
function transfers(reading: Reading, elements: readonly XmlElement[]): CreditTransfer[] {
  const found: CreditTransfer[] = []
  for (const element of elements) {
    const account = reading.child(element, 'cac:PayeeFinancialAccount')
    if (account === undefined && elements.length === 1) continue
    const branch = reading.child(account, 'cac:FinancialInstitutionBranch')
    const transfer = {
      account: reading.text(account, 'cbc:ID'),
      accountName: reading.text(account, 'cbc:Name'),
      serviceProvider: reading.text(branch, 'cbc:ID'),
    }
    found.push(reading.origin(account ?? element, transfer))
  }
  return found
}

/** Words for no network: ours, and that of the official mapping from CII. */
const NO_NETWORK: ReadonlySet<string> = new Set(['NA', 'mapped-from-cii'])

/** BG-18. */
function readCard(reading: Reading, means: XmlElement): PaymentCard | undefined {
  const element = reading.child(means, 'cac:CardAccount')
  if (element === undefined) return undefined
  // UBL requires a network, which the standard does not have.
  if (NO_NETWORK.has(element.child('cbc:NetworkID')?.text ?? '')) reading.child(element, 'cbc:NetworkID')
  return reading.origin(element, {
    accountNumber: reading.text(element, 'cbc:PrimaryAccountNumberID') ?? '',
    holderName: reading.text(element, 'cbc:HolderName'),
  })
}

/** BG-19. */
function directDebit(
  reading: Reading,
  elements: readonly XmlElement[],
  creditor: Identifier | undefined,
): DirectDebit | undefined {
  const element = firstOf(elements, (means) => reading.child(means, 'cac:PaymentMandate'))
  const mandate = reading.text(element, 'cbc:ID')
  const debitedAccount = reading.text(reading.child(element, 'cac:PayerFinancialAccount'), 'cbc:ID')
  if (mandate === undefined && debitedAccount === undefined && creditor === undefined) return undefined
  const found = {
    mandate,
    creditor: creditor === undefined ? undefined : reading.sameOrigin(creditor, { value: creditor.value }),
    debitedAccount,
  }
  return element === undefined ? found : reading.origin(element, found)
}

/** BT-20: the first note of all payment terms. */
export function readUblTerms(reading: Reading, root: XmlElement): string | undefined {
  for (const element of root.all('cac:PaymentTerms')) {
    const note = reading.text(element, 'cbc:Note')
    if (note === undefined) continue
    reading.take(element)
    return note
  }
  return undefined
}
