/** A valid Romanian invoice of ten lines. */
export function invoice(externalId: string) {
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
    supplier: { vatNumber: 'RO12345678', name: 'Furnizor SRL', address },
    customer: { vatNumber: 'RO87654321', name: 'Client SRL', address },
    currency: 'RON',
    paymentMeans: { paymentTerms: '30 de zile' },
    lines: Array.from({ length: 10 }, (_, n) => ({
      description: `Consultanță ${n}`,
      quantity: n + 1,
      unitPrice: 99.95,
      vatRate: 21,
    })),
  }
}
