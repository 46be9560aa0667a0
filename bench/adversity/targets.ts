import { newId } from '../../src/domain/ids.js'
import { random } from '../../src/domain/random.js'
import { invoice } from '../invoice.js'
import type { BenchAccount } from '../account.js'
import type { Target } from './attack.js'
import { anyJson, batches, documents, forms, type Input, invoicesInJson, messages } from './inputs.js'

/** An operation of the API's document. */
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, unknown>> }
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Parameters of lists: the largest page, and as long a text as a request line may hold. */
const QUERY: Readonly<Record<string, string>> = { limit: '100', search: 'a%25'.repeat(40) }
const LONG_QUERY = `q=${'a%25'.repeat(1_000)}`

/** Every operation of the API, as its own document lists them. */
export async function apiTargets(url: string, account: BenchAccount): Promise<readonly Target[]> {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Paths }
  const invoiceId = await account.post('/v1/invoices', invoice('adversity'))
  const companies = await fetch(`${url}/v1/companies`, { headers: { authorization: `Bearer ${account.key}` } })
  const companyId = ((await companies.json()) as { data: { id: string }[] }).data[0]?.id ?? ''
  const headers = { authorization: `Bearer ${account.key}` }
  const known: Readonly<Record<string, string>> = { invoices: invoiceId, companies: companyId }
  const read = new Map<string, readonly Input[]>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody, parameters = [] }]) => {
      const [, , resource = ''] = path.split('/')
      // What is deleted would be missing afterwards.
      const id = (method === 'delete' ? undefined : known[resource]) ?? newId('inv', random)
      const to = path
        .replace('{id}', id)
        .replace('{kind}', 'xml')
        .replaceAll(/\{\w+\}/g, id)
      const inputs = Object.keys(requestBody?.content ?? {}).flatMap((type) => {
        const isInvoice = /^\/v1\/(?:invoices(?:\/validate)?|convert)$/.test(path)
        const key = `${type} ${String(isInvoice)}`
        const made = read.get(key) ?? inputsOf(type, isInvoice)
        read.set(key, made)
        return made
      })
      const asked = parameters.flatMap(({ name }) => (QUERY[name] === undefined ? [] : [`${name}=${QUERY[name]}`]))
      const query = path === '/v1/convert' ? 'to=cii&validate=true' : asked.join('&')
      return {
        name: `${method.toUpperCase()} ${path}`,
        url: `${url}${to}${query === '' ? '' : `?${query}`}`,
        method: method.toUpperCase(),
        headers,
        inputs,
      }
    }),
  )
}

function inputsOf(type: string, isInvoice: boolean): readonly Input[] {
  if (type === 'application/json') return isInvoice ? [...anyJson(), ...invoicesInJson()] : anyJson()
  if (type === 'application/x-ndjson') return batches()
  return type === 'application/xml' ? documents() : []
}

const MIB = 1024 * 1024

/** The inbound port. */
export function inboundTargets(port: string, token: string): readonly Target[] {
  return [['/peppol', 12 * MIB] as const, ['/sdi', 10 * MIB] as const].map(([path, most]) => ({
    name: `inbound POST ${path}`,
    url: `http://127.0.0.1:${port}${path}`,
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    inputs: messages(most),
  }))
}

/** Every page of the console that a link of another leads to, and its sign-in. */
export async function consoleTargets(url: string, token: string): Promise<readonly Target[]> {
  const signedIn = await fetch(`${url}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  if (cookie === '') throw new Error(`the console answered ${signedIn.status}`)
  const found = new Map<string, string>()
  const open = ['/console']
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    const shape = path.replace(/[?].*/, '').replaceAll(/\w+_\w{16,}/g, ':id')
    if (found.has(shape)) continue
    found.set(shape, path)
    const page = await (await fetch(url + path, { headers: { cookie } })).text()
    for (const [, link = ''] of page.matchAll(/href="(\/console[^"#]*)/g)) open.push(link.replaceAll('&amp;', '&'))
  }
  const pages = [...found.entries()].map(([shape, path]) => ({
    name: `console GET ${shape}`,
    url: `${url}${path}${path.includes('?') ? '&' : '?'}${LONG_QUERY}`,
    method: 'GET',
    headers: { cookie },
    inputs: [],
  }))
  const signIn = {
    name: 'console POST /console/sign-in',
    url: `${url}/console/sign-in`,
    method: 'POST',
    headers: { origin: url },
    inputs: forms(),
  }
  return [...pages, signIn]
}
