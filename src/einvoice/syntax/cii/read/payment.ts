import type { CreditTransfer, DirectDebit, PaymentCard, PaymentInstructions } from '../../../model/settlement.js'
import type { XmlElement } from '../../../xml/element.js'
import { meansOfPayment } from '../../read-shared.js'
import { firstOf, type Reading } from '../../reading.js'

/**
 * BG-16. CII has its parts in five places; they are payment instructions only with a means of
 * payment, as in BR-49. A term that the standard has once comes from the first means that has it.
 */
export function readCiiPayment(
  reading: Reading,
  settlement: XmlElement | undefined,
  terms: readonly XmlElement[],
): PaymentInstructions | undefined {
  const all = settlement?.all('ram:SpecifiedTradeSettlementPaymentMeans') ?? []
  const means = meansOfPayment(reading, all, 'ram:TypeCode')
  const [first] = means
  if (first === undefined) return undefined
  return reading.origin(first, {
    meansCode: first.child('ram:TypeCode')?.text ?? '',
    meansText: readText(reading, means),
    remittance: reading.text(settlement, 'ram:PaymentReference'),
    transfers: transfers(reading, means),
    card: firstOf(means, (each) => readCard(reading, each)),
    directDebit: directDebit(reading, settlement, terms, means),
  })
}

/** BT-82: repeated with each account; a different one goes into the report (CII-SR-468). */
function readText(reading: Reading, means: readonly XmlElement[]): string | undefined {
  const [first, ...others] = means.flatMap((each) => each.all('ram:Information'))
  if (first === undefined) return undefined
  for (const other of others) if (other.text === first.text) reading.take(other)
  return reading.take(first).text
}

/**
 * BG-17. D22B allows several accounts in one means. A means without an account is kept even
 * besides others, because BR-61 checks each.
 */
function transfers(reading: Reading, means: readonly XmlElement[]): CreditTransfer[] {
  return means.flatMap((each) => {
    const institution = reading.child(each, 'ram:PayeeSpecifiedCreditorFinancialInstitution')
    const serviceProvider = reading.text(institution, 'ram:BICID')
    const accounts = reading.children(each, 'ram:PayeePartyCreditorFinancialAccount')
    const found = accounts.map((account) =>
      reading.origin(account, {
        account: reading.text(account, 'ram:IBANID') ?? reading.text(account, 'ram:ProprietaryID'),
        accountName: reading.text(account, 'ram:AccountName'),
        serviceProvider,
      }),
    )
    if (found.length > 0 || (institution === undefined && means.length === 1)) return found
    return [reading.origin(each, { account: undefined, accountName: undefined, serviceProvider })]
  })
}

/** BG-18. */
function readCard(reading: Reading, means: XmlElement): PaymentCard | undefined {
  const element = reading.child(means, 'ram:ApplicableTradeSettlementFinancialCard')
  if (element === undefined) return undefined
  return reading.origin(element, {
    accountNumber: reading.text(element, 'ram:ID') ?? '',
    holderName: reading.text(element, 'ram:CardholderName'),
  })
}

/** BG-19. */
function directDebit(
  reading: Reading,
  settlement: XmlElement | undefined,
  terms: readonly XmlElement[],
  means: readonly XmlElement[],
): DirectDebit | undefined {
  const creditor = reading.text(settlement, 'ram:CreditorReferenceID')
  const mandate = firstOf(terms, (each) => reading.text(each, 'ram:DirectDebitMandateID'))
  const debitedAccount = firstOf(means, (each) =>
    reading.text(reading.child(each, 'ram:PayerPartyDebtorFinancialAccount'), 'ram:IBANID'),
  )
  if (creditor === undefined && mandate === undefined && debitedAccount === undefined) return undefined
  return { mandate, creditor: creditor === undefined ? undefined : { value: creditor }, debitedAccount }
}
