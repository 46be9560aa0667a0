import { call, dataOf } from './api.js'
import { runCli } from './command-line.js'
import type { Deployment, Endpoints } from './deployment.js'
import { waitFor } from './wait-for.js'

/** An invoice, as far as tests read it. */
export interface Invoice {
  readonly id: string
  readonly status: string
  readonly govId: string | null
}

/** A company, as the API creates it. */
interface NewCompany {
  readonly name: string
  readonly vatNumber: string
  readonly country: string
}

/** A new account with live keys and a company. */
export async function liveAccount({ env }: Deployment, { url }: Pick<Endpoints, 'url'>, wanted: NewCompany) {
  const created = await runCli(['accounts', 'create', '--name', 'Test', '--plan', 'unlimited', '--json'], env)
  const { liveKey: key } = JSON.parse(created.stdout) as { liveKey: string }
  const company = await waitFor('the new key is known', async () => {
    const answer = await call(url, key, 'POST', '/v1/companies', wanted)
    return answer.status === 201 && dataOf<{ id: string }>(answer)
  })
  const api = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    call(url, key, method, path, body).then((answer) => dataOf<T>(answer))
  /** `at`: the address of the process that is asked. */
  const invoice = async (id: string, at = url): Promise<Invoice> =>
    dataOf<Invoice>(await call(at, key, 'GET', `/v1/invoices/${id}`))
  const becomes = (id: string, status: string, at = url): Promise<unknown> =>
    waitFor(`${id} is ${status}`, async () => (await invoice(id, at)).status === status, 90_000)
  return { key, company, api, invoice, becomes }
}
