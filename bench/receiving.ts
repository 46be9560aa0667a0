import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { inEnvelope } from '../test/standins/access-point/envelope.js'

const PORT = 4971
const TOKEN = 'token-of-the-bench'
const CLIENTS = 32
const BUYER = { name: 'Koper NV', vatNumber: 'BE0403170701', country: 'BE' }
const RECEIVER = 'iso6523-actorid-upis::0208:0403170701'
const SUPPLIER = 'iso6523-actorid-upis::9482:of-a-supplier'

/** A live company that receives by the Peppol network. */
export class ReceivingBench {
  /** Settings of the service. */
  readonly env = {
    INBOUND_PORT: String(PORT),
    INBOUND_TOKEN: TOKEN,
    PEPPOL_AP_URL: 'http://127.0.0.1:9',
    PEPPOL_AP_TOKEN: TOKEN,
  }
  readonly #client: pg.Client
  readonly #document = readFileSync('test/golden/be/01-domestic.xml', 'utf8')
  #forwarded = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Creates the company. */
  async open(key: string, url: string): Promise<this> {
    const send = async (method: string, path: string, body: unknown): Promise<string> => {
      const answer = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`)
      return (JSON.parse(text) as { data: { id: string } }).data.id
    }
    const companyId = await send('POST', '/v1/companies', BUYER)
    await send('POST', '/v1/connections', { companyId, countryCode: 'BE' })
    await send('PUT', `/v1/companies/${companyId}/receiving`, { enabled: true })
    return this
  }

  /** Forwards so many documents, and waits until all are received. */
  async receive(count: number): Promise<void> {
    const end = this.#forwarded + count
    const one = async (): Promise<void> => {
      while (this.#forwarded < end) await this.#forward((this.#forwarded += 1))
    }
    await Promise.all(Array.from({ length: CLIENTS }, one))
    for (;;) {
      const { rows } = await this.#client.query<{ n: number }>('SELECT count(*)::int AS n FROM read.received')
      if ((rows[0]?.n ?? 0) >= end) return
      // It reads them all, so it must not run too often.
      await setTimeout(1_000)
    }
  }

  async #forward(number: number): Promise<void> {
    // From many senders: of one, a company gets a bounded number in a day.
    const sender = `${SUPPLIER}-${number % 1000}`
    const document = this.#document.replace(/<cbc:ID>[^<]*</, `<cbc:ID>R-${number}<`)
    const answer = await fetch(`http://127.0.0.1:${PORT}/peppol`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/xml' },
      body: inEnvelope({ sender, receiver: RECEIVER }, document),
    })
    const text = await answer.text()
    if (!answer.ok || text.includes('retry')) throw new Error(`forwarding: ${answer.status} ${text}`)
  }
}
