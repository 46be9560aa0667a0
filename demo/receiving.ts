import { setTimeout as delay } from 'node:timers/promises'
import { COUNTRIES } from '../src/countries/registry.js'
import { convertDocument } from '../src/documents/conversion/convert.js'
import { sampleInvoice } from '../src/documents/receiving/samples.js'
import type { CountryCode } from '../src/domain/request/invoice-request.js'
import type { ApiClient } from './api-client.js'
import type { StandIn } from './stand-ins.js'

const PATIENCE_MS = 60_000
const LOOK_EVERY_MS = 250

/** A company that receives. */
export interface Receiver {
  readonly id: string
  readonly name: string
  readonly vatNumber: string
  readonly country: CountryCode
}

interface Received {
  readonly id: string
  readonly country: CountryCode
  readonly companyId: string
  readonly channel: string
  readonly number: string | null
  readonly supplierName: string | null
  readonly grossAmount: string | null
  readonly currency: string | null
  readonly valid: boolean
}

interface Response {
  readonly nationalCode: string
  readonly status: string
}

/** What the demo's companies say, where their country lets them. */
const ANSWERS: Readonly<Partial<Record<CountryCode, { readonly code: string; readonly reason?: string }>>> = {
  RO: { code: 'disputed', reason: 'Marfa nu este completă' },
  BE: { code: 'approved' },
  DE: { code: 'approved' },
  FR: { code: 'approved' },
}

/**
 * Lets a supplier of each country send an invoice by its government, and answers those that can be
 * answered. Returns whether all arrived once, and all answers reached their government.
 */
export async function showReceiving(
  api: ApiClient,
  standIns: readonly StandIn[],
  receivers: readonly Receiver[],
): Promise<boolean> {
  for (const { id } of receivers) await api.put(`/v1/companies/${id}/receiving`, { enabled: true })
  console.log(`\n✓ PUT /v1/companies/…/receiving  ${receivers.length} companies receive; a supplier sends to each:\n`)
  for (const receiver of receivers) {
    const standIn = standIns.find(({ countries }) => countries.includes(receiver.country))
    await standIn?.deliver(receiver, invoiceFor(receiver))
  }
  const received = await waitFor(async () => {
    const found = await api.list<Received>('/v1/received?limit=100')
    const missing = receivers.filter(({ id }) => !found.some(({ companyId }) => companyId === id))
    return missing.length === 0 ? found : `no invoice for ${missing.map(({ name }) => name).join(', ')}`
  })
  for (const { country, channel, number, supplierName, grossAmount, currency, valid } of received.toReversed())
    console.log(
      `${country}  ${channel.padEnd(13)} ${number ?? ''}  ${`${grossAmount ?? ''} ${currency ?? ''}`.padStart(15)}  ` +
        `${valid ? 'valid' : 'not valid'}  ${supplierName ?? ''}`,
    )
  const answered = await Promise.all(received.map((each) => answer(api, each)))
  console.log('')
  for (const line of answered.flatMap((each) => each?.line ?? [])) console.log(line)
  const isGood = received.length === receivers.length && answered.every((each) => each === null || each.hasArrived)
  console.log(`${isGood ? '✓' : '✗'} ${received.length} invoices received, each once`)
  return isGood
}

async function answer(
  api: ApiClient,
  { id, country, number }: Received,
): Promise<{ readonly line: string; readonly hasArrived: boolean } | null> {
  const wanted = ANSWERS[country]
  if (wanted === undefined) return null
  const path = `/v1/received/${id}/responses`
  await api.post(path, wanted)
  const ended = await waitFor(async () => {
    const [response] = await api.get<readonly Response[]>(path)
    const hasEnded = response?.status === 'confirmed' || response?.status === 'failed'
    return hasEnded ? response : `the response of ${country} is ${response?.status ?? 'missing'}`
  })
  const hasArrived = ended.status === 'confirmed'
  const sign = hasArrived ? '✓' : '✗'
  const line = `${sign} POST /v1/received/…/responses  ${country}  ${number ?? ''}  ${wanted.code} (${ended.nationalCode}): ${ended.status}`
  return { line, hasArrived }
}

/** An invoice of an invented supplier in the receiver's country. */
function invoiceFor({ country, name, vatNumber }: Receiver): Buffer {
  const now = new Date()
  const number = `SUPPLIER-${country}-1`
  const customer = { name, vatNumber, country }
  const body = sampleInvoice(country, customer, number, now.toISOString().slice(0, 10))
  const [format = 'ubl'] = COUNTRIES[country].invoicing?.formats ?? []
  const converted = convertDocument({ kind: 'json', body }, { to: format, country, now })
  if ('refused' in converted) throw new Error(`no invoice for ${country}: ${JSON.stringify(converted.refused)}`)
  return Buffer.from(converted.document)
}

/** `look`: what it waits for, or a text: what is still missing. */
async function waitFor<T extends object>(look: () => Promise<T | string>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (typeof found !== 'string') return found
    if (performance.now() > deadline) throw new Error(`waited for ${PATIENCE_MS / 1000} s: ${found}`)
    await delay(LOOK_EVERY_MS)
  }
}
