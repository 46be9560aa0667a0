import { XRECHNUNG_ID } from '../../einvoice/rules/peppol/german-facts.js'
import {
  PEPPOL_BILLING,
  PEPPOL_BILLING_PROCESS,
  PEPPOL_SELF_BILLING,
  PEPPOL_SELF_BILLING_PROCESS,
} from '../../einvoice/rules/peppol/specification.js'
import { documentTypeId, processId } from './document-type.js'
import { INVOICE_RESPONSE } from './invoice-response.js'

/** A document type with its process, as a register of the network (SMP) has it. */
export interface RegisteredType {
  /** In words. */
  readonly name: string
  readonly documentType: string
  readonly process: string
}

const SYNTAXES = [
  ['UBL Invoice', 'ubl:Invoice'],
  ['UBL CreditNote', 'cn:CreditNote'],
] as const

const BILLING = [
  ['Peppol BIS Billing 3.0', PEPPOL_BILLING, PEPPOL_BILLING_PROCESS],
  ['Peppol BIS Self-Billing 3.0', PEPPOL_SELF_BILLING, PEPPOL_SELF_BILLING_PROCESS],
  ['XRechnung 3.0', XRECHNUNG_ID, PEPPOL_BILLING_PROCESS],
] as const

/** All that the service takes for a participant: invoices, and responses to those it sent. */
export const RECEIVED_TYPES: readonly RegisteredType[] = [
  ...BILLING.flatMap(([name, specification, businessProcess]) =>
    SYNTAXES.map(([syntax, root]) => ({
      name: `${name} (${syntax})`,
      documentType: documentTypeId(root, specification),
      process: processId({ specification, businessProcess }),
    })),
  ),
  {
    name: 'XRechnung 3.0 (CII)',
    documentType: documentTypeId('rsm:CrossIndustryInvoice', XRECHNUNG_ID),
    process: processId({ specification: XRECHNUNG_ID }),
  },
  {
    name: 'Invoice Response 3',
    documentType: documentTypeId('ApplicationResponse', INVOICE_RESPONSE.specification),
    process: processId({ specification: INVOICE_RESPONSE.specification, businessProcess: INVOICE_RESPONSE.process }),
  },
]
