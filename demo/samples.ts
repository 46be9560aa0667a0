import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { issuerOf } from '../src/countries/issuer.js'
import { COUNTRIES } from '../src/countries/registry.js'
import type { InvoiceRequest } from '../src/domain/request/invoice-request.js'
import type { SampleInvoice } from './api-client.js'

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url))

/** What a company is created of. */
interface Issuer {
  readonly name: string
  readonly vatNumber: string
  readonly country: string
}

/** A file under samples/. */
export interface Sample {
  /** Its name, without folder and ending. */
  readonly file: string
  readonly body: SampleInvoice
}

/** Every sample, by country and name. */
export function readSamples(): readonly Sample[] {
  return readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({
      file: basename(file, '.json'),
      body: JSON.parse(readFileSync(join(SAMPLES, file), 'utf8')) as SampleInvoice,
    }))
}

/** So many of a country fit on a screen, and those of all into a month of the free plan. */
const MOST = 8
/** Among them those that the government rejects. */
const MOST_REJECTED = 2
/** So many suppliers of a country: the free plan allows ten companies. */
const MOST_SUPPLIERS = 2

/** A choice of every country's samples: the first, and some that are rejected. */
export function choiceOf(samples: readonly Sample[]): readonly Sample[] {
  const countries = [...new Set(samples.map(({ body }) => body.country))]
  return countries.flatMap((country) => {
    const ofCountry = samples.filter(({ body }) => body.country === country)
    const chosen = [...new Set(ofCountry.map(({ body }) => body.supplier.vatNumber))].slice(0, MOST_SUPPLIERS)
    const own = ofCountry.filter(({ body }) => chosen.includes(body.supplier.vatNumber))
    const rejected = own.filter(isRejected).slice(0, MOST_REJECTED)
    const others = own.filter((sample) => !isRejected(sample)).slice(0, MOST - rejected.length)
    return [...others, ...rejected]
  })
}

/** Whether a sample asks the simulated government to reject it. */
function isRejected({ body }: Sample): boolean {
  return `${body.customer.name}\n${body.externalId ?? ''}`.includes('SIM-REJECT')
}

/** The parties that issue the samples, each once, with the first country that it invoices in. */
export function issuers(samples: readonly Sample[]): readonly Issuer[] {
  const found = new Map(
    samples.map(({ body }) => {
      // A sample is a request, of which these are the terms that say who issues it.
      const { name, vatNumber } = body[issuerOf(COUNTRIES[body.country], body as unknown as InvoiceRequest)]
      return [`${body.country} ${vatNumber}`, { name, vatNumber, country: body.country }]
    }),
  )
  return [...found.values()]
}
