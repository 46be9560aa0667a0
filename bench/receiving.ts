import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { inEnvelope } from '../test/standins/access-point/envelope.js'

const PORT = 4971
const TOKEN = 'token-of-the-bench'
const CLIENTS = 32
/** Companies that receive, of which the processors serve so many at a time. */
const COMPANIES = 8
/** The number of the buyer in the document. */
const BUYER = '0882341791'
const SUPPLIER = 'iso6523-actorid-upis::9482:of-a-supplier'

/** Live companies that receive by the Peppol network. */
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
  readonly #numbers = Array.from({ length: COMPANIES }, (_, index) => enterpriseNumber(8_823_417 + index))
  #forwarded = 0

  constructor(client: pg.Client) {
    this.#client = client
  }

  /** Creates the companies. */
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
    for (const number of this.#numbers) {
      const company = { name: 'Koper NV', vatNumber: `BE${number}`, country: 'BE' }
      const companyId = await send('POST', '/v1/companies', company)
      await send('POST', '/v1/connections', { companyId, countryCode: 'BE' })
      await send('PUT', `/v1/companies/${companyId}/receiving`, { enabled: true })
    }
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
    const receiver = this.#numbers[number % COMPANIES] ?? BUYER
    const document = this.#document.replace(/<cbc:ID>[^<]*</, `<cbc:ID>R-${number}<`).replaceAll(BUYER, receiver)
    const answer = await fetch(`http://127.0.0.1:${PORT}/peppol`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/xml' },
      body: inEnvelope({ sender, receiver: `iso6523-actorid-upis::0208:${receiver}` }, document),
    })
    const text = await answer.text()
    if (!answer.ok || text.includes('retry')) throw new Error(`forwarding: ${answer.status} ${text}`)
  }
}

/** The Belgian enterprise number with these seven digits after the leading zero. */
function enterpriseNumber(digits: number): string {
  return `0${digits}${String(97 - (digits % 97)).padStart(2, '0')}`
}
