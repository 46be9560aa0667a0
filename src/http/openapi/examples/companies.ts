import { IDS, only, type OperationExamples, TIME } from '../example.js'

const address = {
  street: 'Strada Lipscani 12',
  city: 'Cluj-Napoca',
  postalCode: '400001',
  country: 'RO',
  stateOrProvince: 'CJ',
}

const company = {
  id: IDS.company,
  name: 'Exemplu SRL',
  vatNumber: 'RO12345678',
  country: 'RO',
  currency: 'RON',
  isActive: true,
  createdAt: TIME,
}

export const COMPANY_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createCompany: {
    requests: only('A Romanian company', {
      name: 'Exemplu SRL',
      vatNumber: 'RO12345678',
      country: 'RO',
      registrationNumber: 'J12/1234/2020',
      address,
      currency: 'RON',
      contacts: { email: 'billing@example.ro', phone: '+40 264 000 000' },
    }),
    responses: only('The company', { data: company }),
  },
  listCompanies: { responses: only('One company', { data: [company], hasMore: false, nextCursor: null }) },
  getCompany: { responses: only('The company', { data: company }) },
  updateCompany: {
    requests: only('Another name', { name: 'Exemplu Nou SRL' }),
    responses: only('The company', { data: { ...company, name: 'Exemplu Nou SRL' } }),
  },
  deleteCompany: { responses: only('Deleted', { data: { id: IDS.company, deleted: true } }) },
}
