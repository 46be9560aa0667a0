/** The body of POST /v1/invoices for a sound Romanian invoice. */
export function invoiceBody(externalId: string, changes: Readonly<Record<string, unknown>> = {}) {
  const address = {
    street: 'Strada Memorandumului 28',
    city: 'Cluj-Napoca',
    postalCode: '400114',
    country: 'RO',
    stateOrProvince: 'Cluj',
  }
  return {
    country: 'RO',
    externalId,
    supplier: { vatNumber: 'RO12345674', name: 'Furnizor SRL', address },
    customer: { vatNumber: 'RO87654329', name: 'Client SRL', address },
    currency: 'RON',
    lines: [{ description: 'Consultanță', quantity: 2, unitPrice: 100, vatRate: 21, unitCode: 'HUR' }],
    paymentMeans: { paymentTerms: '30 de zile' },
    ...changes,
  }
}
