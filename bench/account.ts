import type { Processes } from './processes.js'

/** An account that may post Romanian invoices, in the test environment of a running service. */
export interface BenchAccount {
  readonly id: string
  readonly key: string
  readonly liveKey: string
  /** Posts to the API; returns the id of the created resource. */
  readonly post: (path: string, body: unknown) => Promise<string>
}

/** `env`: the settings of the service at `url`, for the operator's command. */
export async function openAccount(
  processes: Processes,
  url: string,
  env: Readonly<Record<string, string>>,
): Promise<BenchAccount> {
  const create = ['accounts', 'create', '--name', 'Bench', '--plan', 'unlimited', '--json']
  const created = await processes.run('../src/cli.js', create, env)
  const {
    testKey: key,
    liveKey,
    accountId: id,
  } = JSON.parse(created) as Record<'testKey' | 'liveKey' | 'accountId', string>
  const post = async (path: string, body: unknown): Promise<string> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text.slice(0, 500)}`)
    return (JSON.parse(text) as { data: { id: string } }).data.id
  }
  const companyId = await post('/v1/companies', { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' })
  await post('/v1/connections', { companyId, countryCode: 'RO' })
  return { id, key, liveKey, post }
}
