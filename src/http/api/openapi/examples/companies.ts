import { hash } from 'node:crypto'
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

const defaults = {
  paymentMeans: { bankAccount: 'RO49AAAA1B31007593840000', paymentTerms: '30 de zile' },
  legalInformation: 'SRL, capital social 10.000 RON',
}

const numbering = { pattern: 'RE-{YYYY}-{0000}', creditNotePattern: 'GS-{YYYY}-{0000}' }
const year = TIME.slice(0, 4)
const numbered = {
  companyId: IDS.company,
  ...numbering,
  next: `RE-${year}-0001`,
  nextCreditNote: `GS-${year}-0001`,
}

const drawn = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><path fill="#0b5c4a" d="M0 0H60V20H0Z"/></svg>\n',
)
const LOGO = drawn.toString('base64')
const logo = {
  companyId: IDS.company,
  content: LOGO,
  mimeType: 'image/svg+xml',
  size: drawn.length,
  sha256: hash('sha256', drawn),
  accentColor: '#0b5c4a',
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
  setCompanyDefaults: {
    requests: only('Legal information and an account', defaults),
    responses: only('The defaults', { data: { companyId: IDS.company, ...defaults } }),
  },
  getCompanyDefaults: { responses: only('The defaults', { data: { companyId: IDS.company, ...defaults } }) },
  deleteCompanyDefaults: { responses: only('There are none', { data: { companyId: IDS.company } }) },
  setCompanyNumbering: {
    requests: {
      invoices: { summary: 'A series for invoices', value: { pattern: numbering.pattern } },
      creditNotes: { summary: 'A series of their own for credit notes', value: numbering },
      started: { summary: 'A series that was begun elsewhere', value: { pattern: 'F{YY}/{MM}-{000}', start: 18 } },
    },
    responses: only('The series', { data: numbered }),
  },
  getCompanyNumbering: { responses: only('The series', { data: numbered }) },
  deleteCompanyNumbering: { responses: only('There is none', { data: { companyId: IDS.company } }) },
  setCompanyLogo: {
    requests: {
      both: { summary: 'A logo and a colour', value: { content: LOGO, accentColor: logo.accentColor } },
      colour: { summary: 'A colour alone', value: { accentColor: logo.accentColor } },
    },
    responses: only('Logo and colour', { data: logo }),
  },
  getCompanyLogo: { responses: only('Logo and colour', { data: logo }) },
  deleteCompanyLogo: { responses: only('There are none', { data: { companyId: IDS.company } }) },
  deleteCompany: { responses: only('Deleted', { data: { id: IDS.company, deleted: true } }) },
}
