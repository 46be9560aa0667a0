/** BT-24 of Peppol BIS Self-Billing 3.0. */
export const PEPPOL_SELF_BILLING = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0'
