import t from 'tap'
import {
  amendCompany,
  createCompany,
  deactivateCompany,
  setCompanyDefaults,
  setCompanyLogo,
  setCompanyNumbering,
  setCompanyReceiving,
} from '../../src/commands/company.js'
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

t.test('defaults are set as a whole, and removed where there are none', async () => {
  const defaults = { legalInformation: 'SRL' }
  const set: CompanyEvent = { type: 'CompanyDefaultsSet', data: { defaults } }
  given(company, created).when(setCompanyDefaults(defaults)).then(set)
  given(company, created, set).when(setCompanyDefaults(defaults)).thenNothing()
  given(company, created, set)
    .when(setCompanyDefaults({ taxRegime: 'RF19' }))
    .then({ type: 'CompanyDefaultsSet', data: { defaults: { taxRegime: 'RF19' } } })
  given(company, created, set).when(setCompanyDefaults({})).then({ type: 'CompanyDefaultsRemoved', data: {} })
  given(company, created).when(setCompanyDefaults({})).thenNothing()
  given(company, created, set, { type: 'CompanyDefaultsRemoved', data: {} }).when(setCompanyDefaults({})).thenNothing()
  given(company, created, deactivated).when(setCompanyDefaults(defaults)).thenRejected('inactive')
  given(company).when(setCompanyDefaults(defaults)).thenRejected('unknown')
})

t.test('logo and colour are set as a whole, and removed where there are none', async () => {
  const letterhead = { logo: { sha256: 'a'.repeat(64), size: 3, mediaType: 'image/png' }, accentColor: '#0b5c4a' }
  const set: CompanyEvent = { type: 'CompanyLogoSet', data: { letterhead } }
  const removed: CompanyEvent = { type: 'CompanyLogoRemoved', data: {} }
  given(company, created).when(setCompanyLogo(letterhead)).then(set)
  given(company, created, set).when(setCompanyLogo(letterhead)).thenNothing()
  given(company, created, set)
    .when(setCompanyLogo({ accentColor: '#000000' }))
    .then({ type: 'CompanyLogoSet', data: { letterhead: { accentColor: '#000000' } } })
  given(company, created, set).when(setCompanyLogo(null)).then(removed)
  given(company, created).when(setCompanyLogo(null)).thenNothing()
  given(company, created, set, removed).when(setCompanyLogo(null)).thenNothing()
  given(company, created, deactivated).when(setCompanyLogo(letterhead)).thenRejected('inactive')
  given(company).when(setCompanyLogo(letterhead)).thenRejected('unknown')
})

t.test('numbering is set as a whole, and removed where there is none', async () => {
  const numbering = { pattern: 'R-{0}', setAt: '2026-01-01T00:00:00.000Z' }
  const later = { ...numbering, setAt: '2026-02-01T00:00:00.000Z' }
  const set: CompanyEvent = { type: 'CompanyNumberingSet', data: { numbering } }
  const removed: CompanyEvent = { type: 'CompanyNumberingRemoved', data: {} }
  given(company, created).when(setCompanyNumbering(numbering)).then(set)
  given(company, created, set).when(setCompanyNumbering(later)).thenNothing()
  given(company, created, set)
    .when(setCompanyNumbering(later, true))
    .then({ type: 'CompanyNumberingSet', data: { numbering: later } })
  given(company, created, set).when(setCompanyNumbering(null)).then(removed)
  given(company, created).when(setCompanyNumbering(null)).thenNothing()
  given(company, created, set, removed).when(setCompanyNumbering(null)).thenNothing()
  given(company, created, deactivated).when(setCompanyNumbering(numbering)).thenRejected('inactive')
  given(company).when(setCompanyNumbering(numbering)).thenRejected('unknown')
})

t.test('a company receives from the time on that is said first, until it ends', async () => {
  const now = '2026-03-31T09:30:00.000Z'
  const set = (peppolIds: readonly string[], since: string): CompanyEvent => ({
    type: 'CompanyReceivingSet',
    data: { receiving: { peppolIds, since } },
  })
  const wanted = { peppolIds: ['0208:0403201742'], since: null }
  const first = set(wanted.peppolIds, now)
  given(company).when(setCompanyReceiving(wanted, now)).thenRejected('unknown')
  given(company, created, deactivated).when(setCompanyReceiving(wanted, now)).thenRejected('inactive')
  given(company, created).when(setCompanyReceiving(wanted, now)).then(first)
  given(company, created, first).when(setCompanyReceiving(wanted, '2026-04-02T00:00:00.000Z')).thenNothing()
  given(company, created, first)
    .when(setCompanyReceiving({ peppolIds: [], since: null }, '2026-04-02T00:00:00.000Z'))
    .then(set([], now))
  given(company, created, first)
    .when(setCompanyReceiving({ ...wanted, since: '2026-03-01T00:00:00.000Z' }, '2026-04-02T00:00:00.000Z'))
    .then(set(wanted.peppolIds, '2026-03-01T00:00:00.000Z'))
  given(company, created).when(setCompanyReceiving(null, now)).thenNothing()
  given(company, created, first).when(setCompanyReceiving(null, now)).then({ type: 'CompanyReceivingEnded', data: {} })
})
