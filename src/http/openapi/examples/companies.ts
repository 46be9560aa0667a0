import { SHOWN } from '../countries.js'
import { IDS, only, type OperationExamples, TIME } from '../example.js'

const { name: country, code, example } = SHOWN

const company = {
  id: IDS.company,
  name: example.company.name,
  vatNumber: example.company.vatNumber,
  country: code,
  currency: example.company.currency,
  isActive: true,
  createdAt: TIME,
}

/** Examples of the operations on companies, by operationId. */
export const COMPANY_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createCompany: {
    requests: only(`A company in ${country}`, example.company),
    responses: only('The company', { data: company }),
  },
  listCompanies: { responses: only('One company', { data: [company], hasMore: false, nextCursor: null }) },
  getCompany: { responses: only('The company', { data: company }) },
  updateCompany: {
    requests: only('Another name', { name: example.newName }),
    responses: only('The company', { data: { ...company, name: example.newName } }),
  },
  deleteCompany: { responses: only('Deleted', { data: { id: IDS.company, deleted: true } }) },
}
