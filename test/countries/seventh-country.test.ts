import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { LARGE_BYTES } from '../../src/domain/large-work.js'
import { call, dataOf } from '../support/api.js'
import { freePort, startProcess, stopProcess, temporaryDataDir } from '../support/running-service.js'
import { waitFor } from '../support/wait-for.js'
import { ROOT } from './accepted-sample.js'
import { estonia, GOV_ID } from './seventh/index.js'

interface Shown {
  readonly id: string
  readonly status: string
  readonly govId: string | null
}

/**
 * A copy of the program whose registry has one line more: the way in which a country comes into
 * the service. No other file of `src/` is changed.
 */
function programWithSeventh(t: { teardown(handler: () => void): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearway-seventh-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['package.json', 'dist/src', 'dist/test/countries/seventh'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const registry = join(folder, 'dist/src/countries/registry.js')
  const text = readFileSync(registry, 'utf8')
  const lastLine = /^( +DE: germany)$/m
  if (!lastLine.test(text)) throw new Error('the registry has no line to add a country after')
  const added = text.replace(lastLine, `$1,\n  ${estonia.code}: estonia`)
  writeFileSync(registry, `import { estonia } from '../../test/countries/seventh/index.js'\n${added}`)
  return join(folder, 'dist/src/main.js')
}

const address = { street: 'Rotermanni 8', city: 'Tallinn', postalCode: '10111', country: 'EE' }
const LINE = {
  description: 'Kohv',
  quantity: 20,
  unitPrice: 95,
  vatRate: 24,
  priceBaseQuantity: 10,
  item: { sellersIdentifier: 'K-7' },
}
const INVOICE = {
  country: 'EE',
  number: 'EE-1',
  supplier: { vatNumber: 'EE 100 594 102', name: 'Müüja OÜ', address },
  customer: { vatNumber: 'EE101026102', name: 'Ostja AS', nationalId: '10345833', address },
  lines: [LINE],
  notes: [{ text: 'Kahes osas', subjectCode: 'AAI' }],
  references: { salesOrder: 'SO-9' },
  allowances: [{ amount: 10, reason: 'Kliendisoodustus', vatRate: 24 }],
  paymentMeans: { code: '30', remittance: 'EE-1', bankAccount: 'EE382200221020145685', paymentTerms: '14 päeva' },
}
/** Another thread judges it, which has to know the country too. */
const LARGE = { ...INVOICE, number: 'EE-2', lines: Array.from({ length: 3_000 }, () => ({ ...LINE, unitPrice: 1.5 })) }

t.test('a country is a folder and a line of the registry', { timeout: 240_000 }, async (t) => {
  const service = await startProcess(
    {
      DATA_DIR: temporaryDataDir(t),
      LOG_LEVEL: 'error',
      SIMULATED_DECISION_SECONDS: '0',
      PORT: String(await freePort()),
    },
    programWithSeventh(t),
  )
  t.teardown(() => stopProcess(service).then(() => undefined))
  const key = /test key\s+(\S+)/.exec(service.output())?.[1] ?? ''
  const headers = { Authorization: `Bearer ${key}` }
  const send = (method: string, path: string, body?: unknown) => call(service.url, key, method, path, body)
  const decided = async (id: string): Promise<void> => {
    const shown = await waitFor('the decision', async () => {
      const now = dataOf<Shown>(await send('GET', `/v1/invoices/${id}`))
      return ['accepted', 'rejected', 'error'].includes(now.status) && now
    })
    t.match(shown, { status: 'accepted', govId: new RegExp(`^${GOV_ID}`) })
  }
  const company = { name: 'Müüja OÜ', vatNumber: 'EE100594102', country: 'EE', address }
  const { id: companyId } = dataOf<Shown>(await send('POST', '/v1/companies', company))
  dataOf(await send('POST', '/v1/connections', { companyId, countryCode: 'EE' }))

  await t.test('it accepts an invoice with the optional terms that it carries', async (t) => {
    const verdict = await send('POST', '/v1/invoices/validate', INVOICE)
    t.match(verdict.body, { profile: 'ee', valid: true, details: [] })
    const { id } = dataOf<Shown>(await send('POST', '/v1/invoices', INVOICE))
    await decided(id)
    const xml = await (await fetch(`${service.url}/v1/invoices/${id}/documents/xml`, { headers })).text()
    for (const term of ['#AAI#Kahes osas', 'SO-9', 'Kliendisoodustus', 'K-7', '<cbc:BaseQuantity unitCode="C62">10<'])
      t.ok(xml.includes(term), term)
  })

  await t.test('of any size', async (t) => {
    t.ok(JSON.stringify(LARGE).length > LARGE_BYTES)
    await decided(dataOf<Shown>(await send('POST', '/v1/invoices', LARGE)).id)
  })

  await t.test('it refuses the terms that it does not carry', async (t) => {
    const wrong = { ...INVOICE, number: 'EE-3', payee: { name: 'Faktooring AS' }, stampDuty: 2 }
    const { status, body } = await send('POST', '/v1/invoices', wrong)
    t.equal(status, 400)
    const onlyFor = (countries: string): string =>
      `is only for ${countries}: the format for EE has no such field; leave it out`
    t.match(body, {
      error: {
        details: [
          { path: 'payee', message: onlyFor('RO, BE, FR, DE and IT') },
          { path: 'stampDuty', message: onlyFor('IT') },
        ],
      },
    })
  })

  await t.test('its documents are converted, judged and read', async (t) => {
    const path = '/v1/convert?to=ubl&country=EE&validate=true'
    const made = dataOf<{ readonly document: string }>(await send('POST', path, INVOICE))
    t.match(made, { format: 'ubl', valid: true, profile: 'ee', losses: [] })
    const answer = await fetch(`${service.url}/v1/invoices`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/xml' },
      body: made.document.replace('<cbc:ID>EE-1<', '<cbc:ID>EE-4<'),
    })
    const { data } = (await answer.json()) as { data: Shown }
    await decided(data.id)
  })

  await t.test('it stands in the document of the API', async (t) => {
    const text = await (await fetch(`${service.url}/openapi.json`)).text()
    t.ok(text.includes('"RO","IT","BE","PL","FR","DE","EE"'))
    t.ok(text.includes('(RO, BE, FR, DE, EE, IT, PL)'))
    t.ok(text.includes('(RO, EE, IT, PL)'))
  })
})
