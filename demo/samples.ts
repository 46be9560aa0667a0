import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SampleInvoice } from './api-client.js'

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url))

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

/** Each supplier once, with the first country that it invoices in. */
export function suppliers(samples: readonly Sample[]) {
  const found = new Map(
    samples.map(({ body }) => [
      `${body.country} ${body.supplier.vatNumber}`,
      { name: body.supplier.name, vatNumber: body.supplier.vatNumber, country: body.country },
    ]),
  )
  return found.values()
}
