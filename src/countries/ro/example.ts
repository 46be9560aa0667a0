import type { CountryExample } from '../example.js'

const address = (street: string, city: string, postalCode: string, stateOrProvince: string) => ({
  street,
  city,
  postalCode,
  country: 'RO',
  stateOrProvince,
})

const seller = address('Strada Lipscani 12', 'Cluj-Napoca', '400001', 'CJ')

/** A service company in Cluj-Napoca that invoices its customer in Brașov. */
export const ROMANIAN_EXAMPLE: CountryExample = {
  company: {
    name: 'Exemplu SRL',
    vatNumber: 'RO12345674',
    country: 'RO',
    registrationNumber: 'J12/1234/2020',
    address: seller,
    currency: 'RON',
    contacts: { email: 'billing@example.ro', phone: '+40 264 000 000' },
  },
  newName: 'Exemplu Nou SRL',
  invoice: {
    supplier: { vatNumber: 'RO12345674', name: 'Exemplu SRL', address: seller },
    customer: {
      vatNumber: 'RO87654329',
      name: 'Client SRL',
      address: address('Strada Lungă 1', 'Brașov', '500001', 'BV'),
    },
    currency: 'RON',
    lines: [{ description: 'Consulting', quantity: 10, unitCode: 'HUR', unitPrice: 150.5, discount: 5, vatRate: 21 }],
    paymentMeans: { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: '30 days net' },
  },
  accepted: {
    rulesChecked: 286,
    govEndpoint: 'https://api.anaf.ro/test/FCTEL/rest/upload?standard=UBL&cif=12345674',
    uploadId: '5000000001',
    govId: '5000000001',
    govMessage: 'Factura cu id_incarcare=5000000001 emisa de cif_emitent=12345674 pentru cif_beneficiar=87654329',
    xmlSize: 4213,
    receiptSize: 172,
  },
  rejectCode: 'CUI',
  breach: {
    summary: 'A VAT rate that Romania does not have',
    lines: [{ description: 'Consulting', unitPrice: 100, vatRate: 17 }],
    finding: {
      rule: 'CW-RO-VAT-RATE',
      severity: 'fatal',
      path: 'lines[0].vatRate',
      term: 'BT-152',
      message: 'Romania has no VAT rate of "17" percent.',
      fix: 'Give the VAT rate of the line (lines[].vatRate) as one of 21, 11, 19, 9, 5 with category S, or as 0 with another category.',
    },
  },
}
