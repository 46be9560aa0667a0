import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { call, dataOf } from '../../support/api.js'
import { runCli } from '../../support/command-line.js'
import { databaseSettings, startHere } from '../../support/service-here.js'
import { waitFor } from '../../support/wait-for.js'
import { ROOT } from '../accepted-sample.js'

interface Shown {
  readonly id: string
  readonly status: string
  readonly govId: string | null
}

t.test('a Polish invoice is posted, accepted by KSeF, and has its receipt', { timeout: 120_000 }, async (t) => {
  const env = { ...(await databaseSettings(t)), SIMULATED_DECISION_SECONDS: '0' }
  const service = await startHere(t, env)
  const account = await runCli(['accounts', 'create', '--name', 'Polska', '--json'], env)
  const { testKey } = JSON.parse(account.stdout) as { testKey: string }
  const send = (method: string, path: string, body?: unknown) => call(service.url, testKey, method, path, body)
  const sample = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(ROOT, 'samples', 'pl', `${name}.json`), 'utf8')) as Record<string, unknown>
  const settled = async (body: unknown): Promise<Shown> => {
    const { id } = dataOf<Shown>(await send('POST', '/v1/invoices', body))
    return waitFor('the decision', async () => {
      const shown = dataOf<Shown>(await send('GET', `/v1/invoices/${id}`))
      return ['accepted', 'rejected', 'error'].includes(shown.status) && shown
    })
  }

  const company = { name: 'Pracownia Cyfrowa Wisła Sp. z o.o.', vatNumber: 'PL5213891244', country: 'PL' }
  const { id: companyId } = dataOf<Shown>(await send('POST', '/v1/companies', company))
  dataOf(await send('POST', '/v1/connections', { companyId, countryCode: 'PL' }))

  const accepted = await settled(sample('01-domestic'))
  t.match(accepted, { status: 'accepted', govId: /^5213891244-\d{8}-[0-9A-F]{12}-[0-9A-F]{2}$/ })
  const fetched = async (path: string): Promise<string> => {
    const answer = await fetch(service.url + path, { headers: { Authorization: `Bearer ${testKey}` } })
    return answer.text()
  }
  t.match(await fetched(`/v1/invoices/${accepted.id}/documents/xml`), '<P_2>FV/2026/11/0117</P_2>')
  t.match(await fetched(`/v1/invoices/${accepted.id}/documents/receipt`), `<NumerKSeFDokumentu>${accepted.govId}<`)

  const { precedingInvoice: corrected, ...creditNote } = sample('02-credit-note')
  for (const [externalId, precedingInvoice, number] of [
    ['by-number', corrected, (corrected as { ksefNumber: string }).ksefNumber],
    ['by-id', { id: accepted.id }, accepted.govId],
  ] as const) {
    const { id, status } = await settled({ ...creditNote, externalId, precedingInvoice })
    t.equal(status, 'accepted')
    t.match(await fetched(`/v1/invoices/${id}/documents/xml`), `<NrKSeFFaKorygowanej>${number}<`, externalId)
  }

  const again = await settled({ ...sample('01-domestic'), externalId: 'again', number: 'FV/2026/11/0117' })
  t.match(again, { status: 'rejected', govId: null })
  const refused = await send('POST', '/v1/invoices/validate', { ...sample('01-domestic'), attachments: [FILE] })
  t.match(refused.body, { valid: false, details: [{ rule: 'CW-PL-ATTACHMENTS', path: /^attachments/ }] })
})

const FILE = { filename: 'a.pdf', mimeType: 'application/pdf', content: 'JVBERi0xLjcK' }
