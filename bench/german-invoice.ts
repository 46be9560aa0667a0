/** A German invoice as the API reads it, with these fields besides; `lines` among them. */
export function german(changes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    country: 'DE',
    supplier: {
      vatNumber: 'DE136695976',
      name: 'Beispiel GmbH',
      email: 'rechnung@beispiel.example',
      phone: '+49 30 1234567',
      address: { street: 'Lindenstraße 1', city: 'Berlin', postalCode: '10969', country: 'DE' },
    },
    customer: {
      vatNumber: 'DE129273398',
      name: 'Stadtwerke Musterstadt',
      leitwegId: '04011000-12345-03',
      address: { street: 'Am Markt 2', city: 'Bremen', postalCode: '28195', country: 'DE' },
    },
    paymentMeans: { bankAccount: 'DE89370400440532013000', paymentTerms: '30 Tage' },
    ...changes,
  }
}
