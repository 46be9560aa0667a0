import { COUNTRIES } from '../../../../countries/registry.js'
import { SHOWN } from '../countries.js'
import { type Example, IDS, only, type OperationExamples, TIME } from '../example.js'
import { NATIONAL_EXAMPLES } from './national.js'

const { code, example } = SHOWN

const company = {
  id: IDS.company,
  name: example.company.name,
  vatNumber: example.company.vatNumber,
  country: code,
  currency: example.company.currency,
  isActive: true,
  createdAt: TIME,
}

/** A company of each country, by the country's name. */
const requests: Readonly<Record<string, Example>> = Object.fromEntries(
  Object.values(COUNTRIES).flatMap(({ name, code: country }) => {
    const value = country === code ? example.company : NATIONAL_EXAMPLES[country]?.company
    return value === undefined ? [] : [[name.toLowerCase(), { summary: `A company in ${name}`, value }]]
  }),
)

/** Examples of the operations on companies, by operationId. */
export const COMPANY_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  createCompany: {
    requests,
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
