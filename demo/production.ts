import { holdsMagicValue } from '../src/countries/simulation/magic-values.js'
import type { CountryCode } from '../src/domain/request/invoice-request.js'
import type { ApiClient } from './api-client.js'
import { choiceOf, issuers, readSamples, type Sample } from './samples.js'
import { type Receiver, showReceiving } from './receiving.js'
import { follow, postAll, summarise } from './show.js'
import { type Inbound, newInbound, type NewConnection, type StandIn, STAND_INS } from './stand-ins.js'

/** Part of the real waiting times between calls: minutes become fractions of a second. */
const PACE = '0.001'
/** How long the governments are away, in milliseconds. */
const OUTAGE_MS = 6_000

/** The stand-ins for the governments of all countries. */
export class Governments {
  readonly #standIns: readonly StandIn[]
  readonly #inbound: Inbound

  private constructor(standIns: readonly StandIn[], inbound: Inbound) {
    this.#standIns = standIns
    this.#inbound = inbound
  }

  static async start(): Promise<Governments> {
    const inbound = await newInbound()
    return new Governments(await Promise.all(STAND_INS.map((start) => start(inbound))), inbound)
  }

  /** Environment variables of the service. */
  get settings(): Readonly<Record<string, string>> {
    const settings = this.#standIns.flatMap((standIn) => Object.entries(standIn.settings))
    return {
      GOVERNMENT_PACE: PACE,
      GATEWAY_ALLOW_PRIVATE_NETWORK: 'true',
      INBOUND_PORT: String(this.#inbound.port),
      INBOUND_TOKEN: this.#inbound.token,
      ...Object.fromEntries(settings),
    }
  }

  get names(): string {
    return this.#standIns.map(({ name }) => name).join(', ')
  }

  /**
   * Sends invoices with the live key, then more during an outage, then receives one of a supplier
   * in each country; returns the exit status.
   */
  async show(api: ApiClient, started: number): Promise<number> {
    const samples = this.#samples()
    const receivers: Receiver[] = []
    for (const company of issuers(samples)) {
      const { id: companyId } = await api.post<{ id: string }>('/v1/companies', company)
      console.log(`✓ POST /v1/companies    ${company.name} (${company.vatNumber})`)
      await this.#connect(api, companyId, company.country)
      const country = company.country as CountryCode
      if (!receivers.some((each) => each.country === country)) receivers.push({ id: companyId, ...company, country })
    }
    const posted = await postAll(api, samples, { name: '', change: (body) => body })
    console.log(`✓ POST /v1/invoices     ${posted.length} invoices from samples/, with the live key\n`)
    const first = await follow(api, posted)

    const inOutage = onePerCountry(samples)
    for (const standIn of this.#standIns) standIn.goAway()
    console.log(
      `\nFor ${OUTAGE_MS / 1000} seconds every call is answered with 503 (${this.names}), and ${inOutage.length} more invoices come:\n`,
    )
    const later = await postAll(api, inOutage, {
      name: 'in the outage: ',
      change: ({ externalId, ...body }) => ({ ...body, externalId: `${externalId ?? ''}-B` }),
    })
    const away = performance.now()
    await follow(api, later, () => performance.now() - away > OUTAGE_MS)
    for (const standIn of this.#standIns) standIn.comeBack()
    console.log(`\nAll answer again; the waiting invoices continue:\n`)
    const second = await follow(api, later)
    const haveArrived = await showReceiving(api, this.#standIns, receivers)
    return summarise([...first, ...second], () => 'accepted', started) && haveArrived ? 0 : 1
  }

  async stop(): Promise<void> {
    for (const standIn of this.#standIns) await standIn.stop()
  }

  /** The samples that mean something to a real government. */
  #samples(): readonly Sample[] {
    const all = readSamples()
    const isMagic = ({ body }: Sample): boolean => holdsMagicValue(`${body.customer.name}\n${body.externalId ?? ''}`)
    const left = all.filter(isMagic).map(({ file }) => file)
    if (left.length > 0)
      console.log(`  ${left.join(', ')}: left out, since only simulated governments do what their names ask for`)
    // Parties that only e-mail reaches (EM) are not in the Peppol network, nor are German
    // consumers.
    const isByMail = ({ body: { country, customer } }: Sample): boolean =>
      customer.electronicAddress?.scheme === 'EM' || (country === 'DE' && customer.consumer === true)
    return choiceOf(all.filter((sample) => !isMagic(sample) && !isByMail(sample)))
  }

  async #connect(api: ApiClient, companyId: string, country: string): Promise<void> {
    const connection = await api.post<NewConnection>('/v1/connections', { companyId, countryCode: country })
    console.log(`✓ POST /v1/connections  ${country}, ${connection.status}`)
    const standIn = this.#standIns.find(({ countries }) => countries.some((code) => code === country))
    const done = await standIn?.connect(connection, api)
    const { status } = await api.get<NewConnection>(`/v1/connections/${connection.id}`)
    console.log(`✓ ${standIn?.name ?? ''}: ${done ?? ''}: ${status}`)
    const test = await api.post<{ message: string }>(`/v1/connections/${connection.id}/test`, undefined)
    console.log(`✓ POST /v1/connections/…/test  ${test.message}`)
  }
}

/** The first sample of each country. */
function onePerCountry(samples: readonly Sample[]): readonly Sample[] {
  return samples.filter(({ body }, index) => samples.findIndex((each) => each.body.country === body.country) === index)
}
