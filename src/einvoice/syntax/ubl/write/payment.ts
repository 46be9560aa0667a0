import type { Invoice } from '../../../model/invoice-model.js'
import type { FrenchParty } from '../../../model/extensions.js'
import type { CreditTransfer, PaymentInstructions } from '../../../model/settlement.js'
import type { DocumentSink } from '../../document-sink.js'
import { Inexpressible } from '../../inexpressible.js'
import { writeFrenchParty } from './parties.js'

/**
 * BG-16: UBL requires one `PaymentMeans` for each account. The first contains what occurs once:
 * BT-82 (UBL-SR-46), a credit note's BT-9.
 */
export function writePayment(xml: DocumentSink, invoice: Invoice): void {
  const { payment } = invoice
  const payer = invoice.frenchParties?.payer
  if (payment === undefined) {
    if (payer !== undefined) throw new Inexpressible('UBL can contain a payer only in payment instructions (BG-16)')
    return
  }
  const transfers = payment.transfers.length === 0 ? [undefined] : payment.transfers
  for (const [index, transfer] of transfers.entries())
    xml.group('cac:PaymentMeans', () => {
      xml.text('cbc:PaymentMeansCode', payment.meansCode, { name: index === 0 ? payment.meansText : undefined })
      if (invoice.kind === 'creditNote' && index === 0) xml.text('cbc:PaymentDueDate', invoice.paymentDueDate)
      xml.text('cbc:PaymentID', payment.remittance)
      if (index === 0) writeCard(xml, payment)
      writeTransfer(xml, transfer)
      if (index === 0) writeMandate(xml, payment, payer)
    })
}

/** BG-18. UBL requires the card's network, which the standard does not have. */
function writeCard(xml: DocumentSink, { card }: PaymentInstructions): void {
  if (card === undefined) return
  xml.group('cac:CardAccount', () => {
    xml.text('cbc:PrimaryAccountNumberID', card.accountNumber)
    xml.text('cbc:NetworkID', 'NA')
    xml.text('cbc:HolderName', card.holderName)
  })
}

/** BG-17. */
function writeTransfer(xml: DocumentSink, transfer: CreditTransfer | undefined): void {
  xml.group('cac:PayeeFinancialAccount', () => {
    xml.text('cbc:ID', transfer?.account)
    xml.text('cbc:Name', transfer?.accountName)
    xml.group('cac:FinancialInstitutionBranch', () => {
      xml.text('cbc:ID', transfer?.serviceProvider)
    })
  })
}

/** BG-19, and EXT-FR-FE-BG-02. */
function writeMandate(xml: DocumentSink, { directDebit }: PaymentInstructions, payer: FrenchParty | undefined): void {
  xml.group('cac:PaymentMandate', () => {
    xml.text('cbc:ID', directDebit?.mandate)
    if (payer !== undefined) writeFrenchParty(xml, 'cac:PayerParty', payer)
    xml.group('cac:PayerFinancialAccount', () => {
      xml.text('cbc:ID', directDebit?.debitedAccount)
    })
  })
}
