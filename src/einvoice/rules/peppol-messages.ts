import type { Rule } from './rule.js'

/** What the rules of Peppol are about that only the binding to a syntax can break. */
export const PEPPOL_BINDING: readonly Pick<Rule, 'id' | 'message'>[] = [
  { id: 'PEPPOL-EN16931-R043', message: 'The indicator of an allowance or charge is neither true nor false' },
  { id: 'PEPPOL-EN16931-R043-1', message: 'The indicator of an allowance or charge is neither true nor false' },
  { id: 'PEPPOL-EN16931-R043-2', message: 'The indicator of a discount on a price is neither true nor false' },
  { id: 'PEPPOL-EN16931-R044', message: 'There is a charge on a price; only a discount may stand there' },
  { id: 'PEPPOL-EN16931-R051', message: 'The amount {} is not in the currency of the invoice' },
  { id: 'PEPPOL-EN16931-R080', message: 'A credit note refers to more than one project' },
  { id: 'PEPPOL-EN16931-R100', message: 'A line has more than one object' },
  { id: 'PEPPOL-EN16931-R101', message: 'A line refers to a document that is not its invoiced object (type 130)' },
]

/** What the rules of Peppol say otherwise of an invoice that the buyer makes. */
export const SELF_BILLING_BINDING: readonly Pick<Rule, 'id' | 'message'>[] = [
  { id: 'PEPPOL-EN16931-R004', message: 'The specification is not Peppol BIS Self-Billing 3.0' },
  { id: 'PEPPOL-EN16931-P0100', message: 'The type {} is not one of a self-billed invoice (389, 527)' },
  { id: 'PEPPOL-EN16931-P0101', message: 'The type {} is not that of a self-billed credit note (261)' },
]
