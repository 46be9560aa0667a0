import t from 'tap'
import { amendCompany, createCompany, deactivateCompany } from '../../src/commands/company.js'
import { company, type CompanyEvent } from '../../src/domain/company.js'
import { given } from '../spec.js'

const facts = {
  companyId: 'comp_1',
  name: 'Exemplu SRL',
  vatNumber: 'RO12345674',
  country: 'RO' as const,
  currency: 'RON',
  address: { country: 'RO', city: 'Cluj-Napoca' },
}
const created: CompanyEvent = { type: 'CompanyCreated', data: facts }
const deactivated: CompanyEvent = { type: 'CompanyDeactivated', data: {} }

t.test('a company is created once', async () => {
  given(company).when(createCompany(facts)).then(created)
  given(company, created).when(createCompany(facts)).thenNothing()
})

t.test('an amendment records only what changes', async () => {
  given(company, created)
    .when(amendCompany({ name: 'Alt SRL', currency: 'RON' }))
    .then({ type: 'CompanyAmended', data: { name: 'Alt SRL' } })
  given(company, created)
    .when(amendCompany({ address: { country: 'RO' } }))
    .then({ type: 'CompanyAmended', data: { address: { country: 'RO' } } })
  given(company, created)
    .when(amendCompany({ address: { country: 'RO', city: 'Cluj-Napoca' } }))
    .thenNothing()
  given(company, created).when(amendCompany({})).thenNothing()
  given(company, created, { type: 'CompanyAmended', data: { name: 'Alt SRL' } })
    .when(amendCompany({ name: 'Alt SRL' }))
    .thenNothing()
})

t.test('a deleted company can neither be amended nor deleted again', async () => {
  given(company, created).when(deactivateCompany()).then(deactivated)
  given(company, created, deactivated).when(deactivateCompany()).thenRejected('already_inactive')
  given(company, created, deactivated)
    .when(amendCompany({ name: 'x' }))
    .thenRejected('inactive')
  given(company, created, deactivated).when(createCompany(facts)).thenNothing()
})

t.test('what was never created is unknown', async () => {
  given(company).when(deactivateCompany()).thenRejected('unknown')
  given(company)
    .when(amendCompany({ name: 'x' }))
    .thenRejected('unknown')
})
