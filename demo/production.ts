import { COUNTRIES } from '../src/countries/registry.js'
import { holdsMagicValue } from '../src/simulators/magic-values.js'
import type { ApiClient } from './api-client.js'
import { readSamples, type Sample, suppliers } from './samples.js'
import { follow, postAll, summarise } from './show.js'
import { type NewConnection, type StandIn, STAND_INS } from './stand-ins.js'

/** Part of the real waiting times between calls: minutes become fractions of a second. */
const PACE = '0.001'
/** How long the governments are away, in milliseconds, and how many samples are posted then. */
const OUTAGE_MS = 6_000
const IN_OUTAGE = 4

/** The countries whose live invoices go to their governments, each with a stand-in. */
export class Governments {
  readonly #standIns: ReadonlyMap<string, StandIn>

  private constructor(standIns: ReadonlyMap<string, StandIn>) {
    this.#standIns = standIns
  }

  static async start(): Promise<Governments> {
    const standIns = new Map<string, StandIn>()
    for (const { code, name, invoicing } of Object.values(COUNTRIES)) {
      if (invoicing?.gateway === undefined) continue
      const start = STAND_INS[code]
      if (start === undefined) console.log(`  ${name} is left out: there is no stand-in for its government`)
      else standIns.set(code, await start())
    }
    return new Governments(standIns)
  }

  /** What the service has in its environment. */
  get settings(): Readonly<Record<string, string>> {
    const settings = [...this.#standIns.values()].flatMap((standIn) => Object.entries(standIn.settings))
    return { GOVERNMENT_PACE: PACE, ...Object.fromEntries(settings) }
  }

  get names(): string {
    return [...this.#standIns.values()].map(({ name }) => name).join(', ')
  }

  /** Goes the way of invoices with the live key, then through an outage; gives the exit status. */
  async show(api: ApiClient, started: number): Promise<number> {
    const samples = this.#samples()
    for (const company of suppliers(samples)) {
      const { id: companyId } = await api.post<{ id: string }>('/v1/companies', company)
      console.log(`✓ POST /v1/companies    ${company.name} (${company.vatNumber})`)
      await this.#connect(api, companyId, company.country)
    }
    const posted = await postAll(api, samples, { name: '', change: (body) => body })
    console.log(`✓ POST /v1/invoices     ${posted.length} invoices from samples/, with the live key\n`)
    const first = await follow(api, posted)

    for (const standIn of this.#standIns.values()) standIn.goAway()
    console.log(
      `\n${this.names} answers every call with 503 for ${OUTAGE_MS / 1000} seconds, and gets ${IN_OUTAGE} more invoices:\n`,
    )
    const later = await postAll(api, samples.slice(0, IN_OUTAGE), {
      name: 'in the outage: ',
      change: ({ externalId, ...body }) => ({ ...body, externalId: `${externalId ?? ''}-B` }),
    })
    const away = performance.now()
    await follow(api, later, () => performance.now() - away > OUTAGE_MS)
    for (const standIn of this.#standIns.values()) standIn.comeBack()
    console.log(`\n${this.names} answers again; what waits goes on by itself:\n`)
    const second = await follow(api, later)
    return summarise([...first, ...second], () => 'accepted', started) ? 0 : 1
  }

  async stop(): Promise<void> {
    for (const standIn of this.#standIns.values()) await standIn.stop()
  }

  /** Those that mean something to a real government. */
  #samples(): readonly Sample[] {
    const all = readSamples().filter(({ body }) => this.#standIns.has(body.country))
    const isMagic = ({ body }: Sample): boolean => holdsMagicValue(`${body.customer.name}\n${body.externalId ?? ''}`)
    const left = all.filter(isMagic).map(({ file }) => file)
    if (left.length > 0)
      console.log(`  ${left.join(', ')}: left out, what their names ask for only simulated governments do`)
    return all.filter((sample) => !isMagic(sample))
  }

  async #connect(api: ApiClient, companyId: string, country: string): Promise<void> {
    const connection = await api.post<NewConnection>('/v1/connections', { companyId, countryCode: country })
    console.log(`✓ POST /v1/connections  ${country}, ${connection.status}`)
    const standIn = this.#standIns.get(country)
    await standIn?.connect(connection)
    const { status } = await api.get<NewConnection>(`/v1/connections/${connection.id}`)
    console.log(`✓ authorised at ${standIn?.name ?? ''} as the user of a browser would: ${status}`)
  }
}
