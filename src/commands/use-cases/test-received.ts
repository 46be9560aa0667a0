import { createHash } from 'node:crypto'
import { COUNTRIES } from '../../countries/registry.js'
import { OPENED_FILE } from '../../countries/it/receiving/opened-file.js'
import { ksefNumber } from '../../countries/pl/ksef-number.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import type { Judging } from '../../documents/judging/port.js'
import { countryOfSample, type Sample, sampleInvoice } from '../../documents/receiving/samples.js'
import { company, type CompanyState } from '../../domain/company.js'
import { derivedUuid, type RandomBytes } from '../../domain/ids.js'
import { invalidField, invalid, Refusal } from '../../domain/refusal.js'
import type { ReceivedEvent, ReceivedState } from '../../domain/received.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { type Loaded, type ScopedContext, scopeOf, StreamErased } from '../handle.js'
import { loadOwned } from '../owned.js'
import { type InvoiceOfFile, invoicesOfFile } from './invoice-of-file.js'
import { connectedCountries } from './receiving.js'
import { takeIn, type TakeInDeps } from './take-in.js'

/** What is to arrive at a test company. */
interface WantedArrival {
  readonly companyId: string
  readonly sample?: Sample
  /** In Base64. */
  readonly document?: string
  readonly country?: CountryCode
}

/** The dependencies of `letArrive`. */
interface LetArriveDeps extends TakeInDeps {
  readonly random: RandomBytes
  readonly judging?: Pick<Judging, 'receive' | 'message' | 'convertDocument'>
}

const MOST_BYTES = 8 * 1024 * 1024
/** How often a file may arrive again after the end of its retention. */
const MOST_LIVES = 50

/**
 * Makes a document arrive at a test company, as if a supplier had sent it. Each sample is a new
 * invoice; the same document again is the same received invoice. Of a file with several invoices
 * each arrives, and the first is returned. Refuses a live key, companies
 * that do not receive, and documents that are too large.
 * @throws JudgingBusy
 */
export async function letArrive(
  deps: LetArriveDeps,
  context: ScopedContext,
  { companyId, sample, document, country }: WantedArrival,
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  const scope = scopeOf(context)
  if (scope.environment !== 'test')
    throw new Refusal({ kind: 'forbidden', message: 'Only with a test key: live invoices come from suppliers' })
  if ((sample === undefined) === (document === undefined))
    throw invalidField('sample', 'or `document` is needed, and only one of them')
  const owned = await loadOwned(deps.store, scope, company, 'Company', companyId, deps.snapshots)
  const state = owned?.loaded.state
  if (state?.status !== 'active' || state.receiving === undefined)
    throw invalidField('companyId', 'is no company that receives; switch it on with PUT /v1/companies/{id}/receiving')
  const countries = await connectedCountries(deps, scope, companyId)
  const chosen = chosenCountry(countries, sample, country)
  const bytes = document === undefined ? await written(deps, context, state, sample ?? chosen) : decoded(document)
  const digest = createHash('sha256').update(bytes).digest('hex')
  const { vatNumber, taxNumber, registrationNumber } = state
  const numbers = [vatNumber, taxNumber, registrationNumber].filter((number) => number !== null && number !== undefined)
  const arrival = {
    company: { id: companyId, scope, country: state.country, numbers },
    country: chosen,
    channel: 'simulated',
    govId: numberLikeThatOf(chosen, digest, deps.clock.now()),
    identity: digest,
    sender: null,
    bytes,
    files: [],
    arrivedAt: deps.clock.now(),
    sentAs: null,
  } as const
  const [first, ...others] = (await invoicesIn(deps, context, chosen, bytes)) ?? []
  const received = await takeInAgain(deps, context, { ...arrival, ...(first && { one: first }) })
  for (const one of others) await takeInAgain(deps, context, { ...arrival, one })
  return received
}

/**
 * Takes in a document; one that was erased at the end of its retention arrives as a new one.
 */
async function takeInAgain(
  deps: LetArriveDeps,
  context: ScopedContext,
  arrival: Parameters<typeof takeIn>[2],
): Promise<Loaded<ReceivedState, ReceivedEvent>> {
  for (let lives = 0; ; lives++) {
    try {
      const identity = lives === 0 ? arrival.identity : `${arrival.identity} ${lives}`
      return await takeIn(deps, context, { ...arrival, identity }, 'refuse')
    } catch (error) {
      if (!(error instanceof StreamErased) || lives >= MOST_LIVES) throw error
    }
  }
}

/** Of an Italian file with several invoices; null: there is one. */
async function invoicesIn(
  deps: LetArriveDeps,
  { account }: ScopedContext,
  country: CountryCode,
  bytes: Uint8Array,
): Promise<readonly InvoiceOfFile[] | null> {
  if (country !== 'IT') return null
  const caller = { account, whenBusy: 'refuse' } as const
  const { parts } = await (deps.judging ?? judgeInProcess).message(caller, OPENED_FILE, bytes, null)
  return invoicesOfFile(deps, caller, { bytes, parts })
}

function chosenCountry(
  countries: readonly CountryCode[],
  sample: Sample | undefined,
  country: CountryCode | undefined,
): CountryCode {
  const [only, another] = countries
  const wanted = sample === undefined ? country : countryOfSample(sample)
  const path = sample === undefined ? 'country' : 'sample'
  if (wanted !== undefined) {
    if (countries.includes(wanted)) return wanted
    throw invalidField(
      path,
      `is no country to which the company has an active connection: ${countries.join(', ') || 'none'}`,
    )
  }
  if (only === undefined) throw invalidField('companyId', 'has no active connection')
  if (another !== undefined)
    throw invalidField('country', `is needed, since the company has connections to ${countries.join(', ')}`)
  return only
}

function decoded(document: string): Uint8Array {
  const bytes = Buffer.from(document, 'base64')
  if (bytes.length === 0) throw invalidField('document', 'is empty')
  if (bytes.length > MOST_BYTES) throw invalidField('document', 'is larger than 8 MiB')
  return bytes
}

/** A new sample in the format of its country. */
async function written(
  { judging = judgeInProcess, clock, random }: LetArriveDeps,
  { account }: ScopedContext,
  { details, vatNumber, taxNumber, country }: Exclude<CompanyState, { status: 'none' }>,
  sample: Sample,
): Promise<Uint8Array> {
  const now = clock.now()
  const of = countryOfSample(sample)
  const customer = {
    name: details.name,
    vatNumber,
    country,
    ...(details.address && { address: details.address }),
    ...(taxNumber !== undefined && { taxNumber }),
  }
  const number = `SAMPLE-${Buffer.from(random(4)).toString('hex').toUpperCase()}`
  const body = sampleInvoice(sample, customer, number, now.toISOString().slice(0, 10))
  const [format = 'ubl'] = COUNTRIES[of].invoicing?.formats ?? []
  const caller = { account, whenBusy: 'refuse' } as const
  const converted = await judging.convertDocument(caller, { kind: 'json', body }, 2_000, {
    to: format,
    country: of,
    now,
  })
  if ('refused' in converted) throw invalid(converted.refused)
  return Buffer.from(converted.document)
}

/** A number in the form of the country's government; always the same for a document. */
function numberLikeThatOf(country: CountryCode, identity: string, now: Date): string {
  const digits = BigInt(`0x${identity.slice(0, 15)}`)
    .toString()
    .padStart(19, '0')
  switch (country) {
    case 'RO':
      return `5${digits.slice(-9)}`
    case 'IT':
      return `1${digits.slice(-10)}`
    case 'PL':
      return ksefNumber('5213891244', now.toISOString().slice(0, 10), BigInt(`0x${identity.slice(0, 12)}`))
    default:
      return derivedUuid('test document', identity)
  }
}
