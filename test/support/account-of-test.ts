import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { call, dataOf } from './api.js'
import { runCli } from './command-line.js'

type Json = Record<string, unknown>

const SAMPLES: Readonly<Record<CountryCode, string>> = {
  RO: 'ro/01-domestic-services.json',
  IT: 'it/01-services.json',
  BE: 'be/01-domestic.json',
  PL: 'pl/01-domestic.json',
  FR: 'fr/01-domestic-services.json',
  DE: 'de/02-business-skonto.json',
}

/** An invoice of a country between two of its businesses. */
export function domesticSample(country: CountryCode): Json {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../../../samples', SAMPLES[country]), 'utf8')) as Json
}

/** A new account of a running service, whose companies can send and receive in test. */
export async function accountOf(t: Test, url: string, env: Readonly<Record<string, string>>) {
  const { stdout } = await runCli(['accounts', 'create', '--name', t.name, '--plan', 'unlimited', '--json'], env)
  const { testKey, liveKey } = JSON.parse(stdout) as { testKey: string; liveKey: string }
  const api = (method: string, path: string, body?: unknown) => call(url, testKey, method, `/v1/${path}`, body)
  const company = async (party: Json, country: string): Promise<string> => {
    const { name, vatNumber } = party
    const { id } = dataOf<{ id: string }>(await api('POST', 'companies', { name, vatNumber, country }))
    dataOf(await api('POST', 'connections', { companyId: id, countryCode: country }))
    return id
  }
  return { api, company, testKey, liveKey }
}
