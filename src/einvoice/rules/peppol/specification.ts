/** BT-24 of Peppol BIS Billing 3.0. */
export const PEPPOL_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

/** BT-24 of Peppol BIS Self-Billing 3.0, for invoices that the buyer issues. */
export const PEPPOL_SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'

/** BT-23 of Peppol BIS Self-Billing 3.0. */
export const PEPPOL_SELF_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'

/** BT-23 of Peppol BIS Billing 3.0. */
export const PEPPOL_BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'

/** The business processes that Peppol BIS Billing 3.0 approves, France's own included. */
export const PEPPOL_PROCESSES: ReadonlySet<string> = new Set([
  PEPPOL_BILLING_PROCESS,
  'urn:peppol:france:billing:regulated',
  'urn:peppol:france:billing:non-regulated',
  'urn:peppol:bis:billing_with_response',
])
