import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { todayIn } from '../../../src/domain/calendar.js'
import { call, dataOf } from '../../support/api.js'
import { readPdf, textOf } from '../../support/pdf.js'
import { runCli } from '../../support/command-line.js'
import { databaseSettings, startHere } from '../../support/service-here.js'
import { waitFor } from '../../support/wait-for.js'
import { ROOT } from '../accepted-sample.js'

interface Shown {
  readonly id: string
  readonly status: string
  readonly govId: string | null
  readonly createdAt: string
}

/** An entry of the timeline. */
interface Entry {
  readonly event: string
  readonly metadata: Record<string, unknown> | null
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

  const late = { ...sample('01-domestic'), number: 'FV/LATE', externalId: 'late', issueDate: yesterday() }
  const verdict = await send('POST', '/v1/invoices/validate', late)
  t.match(verdict.body, { valid: true, warnings: [/^CW-PL-OFFLINE-DATE: /] })
  const offline = await settled(late)
  const timeline = dataOf<Entry[]>(await send('GET', `/v1/invoices/${offline.id}/events`))
  const metadataOf = (event: string) => timeline.find((entry) => entry.event === event)?.metadata
  t.match(metadataOf('invoice.submitted'), { warnings: [/^CW-PL-OFFLINE-DATE: The issue date .* is before the day/] })
  t.match(metadataOf('invoice.accepted'), { invoicingMode: 'offline' })
  const feed = dataOf<{ type: string; data: Record<string, unknown> }[]>(await send('GET', '/v1/events'))
  const modes = feed.filter(({ type }) => type === 'invoice.accepted').map(({ data }) => data['invoicingMode'])
  t.strictSame(modes.toSorted(), ['offline', 'online', 'online', 'online'])
  t.strictSame(
    feed.filter(({ data }) => 'warnings' in data).map(({ type }) => type),
    ['invoice.submitted'],
  )
  const xml = await fetched(`/v1/invoices/${offline.id}/documents/xml`)
  t.match(xml, `<DataWytworzeniaFa>${offline.createdAt}</DataWytworzeniaFa>`, 'the moment of its creation')
  for (const [shown, codes] of [
    [accepted, 1],
    [offline, 2],
  ] as const) {
    const answer = await fetch(`${service.url}/v1/invoices/${shown.id}/documents/pdf`, {
      headers: { Authorization: `Bearer ${testKey}` },
    })
    const pdf = readPdf(Buffer.from(await answer.arrayBuffer()))
    t.equal(pdf.objects.filter((object) => object.includes('/S /Figure')).length, codes, 'verification codes')
    t.equal(textOf(pdf).includes('CERTYFIKAT'), codes === 2)
    t.ok(textOf(pdf).includes(String(shown.govId)))
  }

  // It is handed out before KSeF has it: the slow decision leaves time to see its pages.
  const { id: issuedId } = dataOf<Shown>(
    await send('POST', '/v1/invoices', {
      ...sample('28-offline24'),
      externalId: 'SIM-SLOW-120-offline',
      number: 'FV/OFF',
    }),
  )
  const pagesOf = async (id: string): Promise<string> => {
    const answer = await fetch(`${service.url}/v1/invoices/${id}/documents/pdf`, {
      headers: { Authorization: `Bearer ${testKey}` },
    })
    return textOf(readPdf(Buffer.from(await answer.arrayBuffer())))
  }
  const issued = await waitFor('the submission', async () => {
    const shown = dataOf<Shown & { offline?: object }>(await send('GET', `/v1/invoices/${issuedId}`))
    return shown.status === 'submitted' && shown
  })
  t.match(issued.offline, {
    mode: 'offline24',
    deliverBy: /^20\d\d-\d\d-\d\d$/,
    certificateUrl: /\/certificate\/Nip\/5213891244\//,
  })
  const handedOut = await pagesOf(issuedId)
  for (const word of ['OFFLINE', 'CERTYFIKAT', 'offline24']) t.match(handedOut, word)

  const again = await settled({ ...sample('01-domestic'), externalId: 'again', number: 'FV/2026/11/0117' })
  t.match(again, { status: 'rejected', govId: null })
  const refused = await send('POST', '/v1/invoices/validate', { ...sample('01-domestic'), attachments: [FILE] })
  t.match(refused.body, { valid: false, details: [{ rule: 'CW-PL-ATTACHMENTS', path: /^attachments/ }] })
})

const FILE = { filename: 'a.pdf', mimeType: 'application/pdf', content: 'JVBERi0xLjcK' }

/** In Warsaw. */
function yesterday(): string {
  return todayIn('Europe/Warsaw', new Date(Date.now() - 86_400_000))
}
