import type { Test } from 'tap'
import { Anaf } from '../standins/anaf/index.js'
import type { AnafOptions } from '../standins/anaf/options.js'
import { Deployment, type Where } from './deployment.js'
import { invoiceBody } from './invoice-body.js'
import { type Invoice, liveAccount } from './live-account.js'

/** A connection, as far as tests read it. */
export interface Connection {
  readonly id: string
  readonly status: string
  readonly authorizationUrl?: string
  readonly lastErrorMessage: string | null
}

/** A deployment in front of a stand-in for ANAF, and a company with live keys. */
export async function romania(t: Test, options: AnafOptions = {}, where: Where = 'here') {
  const anaf = new Anaf({ autoAuthorize: true, ...options })
  await anaf.start()
  t.teardown(() => anaf.stop())
  const deployment = await Deployment.create(t, { ...anaf.settings, GOVERNMENT_PACE: '0.002' })
  const member = await deployment.startAll(t, where)
  const seller = { name: 'Furnizor SRL', vatNumber: 'RO12345674', country: 'RO' }
  const { key, company, api, invoice, becomes } = await liveAccount(deployment, member, seller)
  /** As the user's browser does; answers the page's status. */
  const authorise = async (): Promise<number> => {
    const { authorizationUrl } = await api<Connection>('POST', '/v1/connections', {
      companyId: company.id,
      countryCode: 'RO',
    })
    // What the service calls itself where it listens is as good as any name.
    return (await fetch(String(authorizationUrl))).status
  }
  const connection = async (): Promise<Connection> => {
    const [last] = (await api<readonly Connection[]>('GET', '/v1/connections')).slice(-1)
    if (last === undefined) throw new Error('no connection')
    return last
  }
  const post = (name: string): Promise<Invoice> => api('POST', '/v1/invoices', invoiceBody(name))
  return { anaf, deployment, member, key, api, authorise, connection, post, invoice, becomes }
}

/** How often each document was accepted. */
export function takenTimes(anaf: Anaf): readonly number[] {
  const times = new Map<string, number>()
  for (const { sha256 } of anaf.register.taken) times.set(sha256, (times.get(sha256) ?? 0) + 1)
  return [...times.values()]
}
