import type pg from 'pg'
import { COUNTRIES } from '../../../countries/registry.js'
import type { Country } from '../../../countries/country.js'
import type { CountrySettings } from '../../../countries/settings.js'
import { GovernmentHttp } from '../../../countries/gateway/government-http.js'
import { type Finding, ok, warning } from './finding.js'

const CHECK = 'government clocks'
/** The difference at which an operator should do something. */
const WARNING_SECONDS = 5
const ANSWER_MS = 5_000
const ANSWER_BYTES = 1024 * 1024

/**
 * Compares the clock of this machine with the servers of the governments that production
 * connections use, by the `Date` of one answer of each.
 */
export async function judgeGovernmentClocks(
  pool: pg.Pool,
  settings: CountrySettings,
  newHttp = () => new GovernmentHttp(),
): Promise<readonly Finding[]> {
  const { rows } = await pool.query<{ country: string }>(
    `SELECT DISTINCT country_code AS country FROM read.connections WHERE environment = 'production'`,
  )
  const used = new Set(rows.map(({ country }) => country))
  const servers = new Set(
    Object.values(COUNTRIES)
      .filter(({ code }) => used.has(code))
      .flatMap((country) => serversOf(country, settings)),
  )
  if (servers.size === 0) return [ok(CHECK, 'No production connection calls a government of these settings.')]
  const http = newHttp()
  try {
    return await Promise.all([...servers].map((server) => judged(http, server)))
  } finally {
    await http.close()
  }
}

function serversOf({ settings: declared = {} }: Country, settings: CountrySettings): readonly string[] {
  return Object.entries(declared).flatMap(([name, { kind }]) => {
    const address = settings[name]
    return kind === 'address' && address !== undefined && URL.canParse(address) ? [new URL(address).origin] : []
  })
}

async function judged(http: GovernmentHttp, server: string): Promise<Finding> {
  const url = `${server}/`
  await http.send({ method: 'GET', url, headers: {}, timeoutMs: ANSWER_MS, maxBytes: ANSWER_BYTES })
  const aheadMs = http.measuredAheadMs(url)
  if (aheadMs === null) {
    return warning(
      CHECK,
      `${server} did not answer with its time.`,
      'Check from this machine that it can be reached; "clearway work" shows whether a government is away.',
    )
  }
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const says =
    seconds === 0
      ? `The clock of this machine agrees with that of ${server} to the second.`
      : `The clock of this machine is ${seconds} s ${aheadMs < 0 ? 'ahead of' : 'behind'} that of ${server}.`
  return seconds < WARNING_SECONDS
    ? ok(CHECK, says)
    : warning(CHECK, says, 'Synchronise the clock with NTP; if it is, and other servers agree, the server is wrong.')
}
