import { hash } from 'node:crypto'
import t, { type Test } from 'tap'
import type { KsefOptions } from './ksef/options.js'
import { startKsef } from './ksef/index.js'
import { fa, NIP } from '../countries/pl/ksef/world.js'
import { ministryKeys } from './ksef/keys.js'
import { randomBytes, createCipheriv, constants, createPublicKey, publicEncrypt } from 'node:crypto'

type Json = Readonly<Record<string, unknown>>

/** A caller who is signed in, and sends invoices in a session. */
async function callerOf(t: Test, options: KsefOptions = {}) {
  const ksef = await startKsef(options)
  t.teardown(() => ksef.stop())
  const address = ksef.settings['KSEF_API_URL'] ?? ''
  const call = async (method: string, path: string, token: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, ...(text.startsWith('{') && (JSON.parse(text) as Json)) }
  }
  const challenge = await call('POST', '/auth/challenge', '')
  const ministry = ministryKeys()
  const encrypted = (usage: string, bytes: Buffer): string => {
    const listed = ministry.find((key) => key.usage === usage)?.listed as { readonly certificate: string }
    const pem = `-----BEGIN CERTIFICATE-----\n${listed.certificate}\n-----END CERTIFICATE-----`
    const key = { key: createPublicKey(pem), padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    return publicEncrypt(key, bytes).toString('base64')
  }
  const kseftoken = ksef.issueToken(NIP, ['InvoiceWrite', 'InvoiceRead'])
  const begun = await call('POST', '/auth/ksef-token', '', {
    challenge: challenge['challenge'],
    contextIdentifier: { type: 'Nip', value: NIP },
    encryptedToken: encrypted('KsefTokenEncryption', Buffer.from(`${kseftoken}|${String(challenge['timestampMs'])}`)),
  })
  const { token: authentication } = begun['authenticationToken'] as { readonly token: string }
  await call('GET', `/auth/${String(begun['referenceNumber'])}`, authentication)
  const redeemed = await call('POST', '/auth/token/redeem', authentication)
  const { token } = redeemed['accessToken'] as { readonly token: string }
  const [key, iv] = [randomBytes(32), randomBytes(16)]
  const open = (formCode: object): Promise<Json> =>
    call('POST', '/sessions/online', token, {
      formCode,
      encryption: {
        encryptedSymmetricKey: encrypted('SymmetricKeyEncryption', key),
        initializationVector: iv.toString('base64'),
      },
    })
  const send = (session: string, document: string, offlineMode = false): Promise<Json> => {
    const xml = Buffer.from(document)
    const cipher = createCipheriv('aes-256-cbc', key, iv)
    const sealed = Buffer.concat([cipher.update(xml), cipher.final()])
    return call('POST', `/sessions/online/${session}/invoices`, token, {
      invoiceHash: hash('sha256', xml, 'base64'),
      invoiceSize: xml.length,
      encryptedInvoiceHash: hash('sha256', sealed, 'base64'),
      encryptedInvoiceSize: sealed.length,
      encryptedInvoiceContent: sealed.toString('base64'),
      offlineMode,
    })
  }
  const session = String((await open({ value: 'FA', schemaVersion: '1-0E', systemCode: 'FA (3)' }))['referenceNumber'])
  const get = (path: string): Promise<Json> => call('GET', path, token)
  return { ksef, token, call, get, open, send, session }
}

const NOON = (): Date => new Date('2026-11-24T11:00:00Z')

t.test('a form is compared by its fields', async (t) => {
  const { open, session } = await callerOf(t)
  t.match(session, /^\d{8}-SO-/, 'in any order')
  t.match(await open({ systemCode: 'FA (2)', schemaVersion: '1-0E', value: 'FA' }), { status: 400, text: /21405/ })
})

t.test('the failed invoices of a session, and one that it does not have', async (t) => {
  const { get, send, session } = await callerOf(t, { now: NOON })
  await send(session, fa('FA/1'))
  await send(session, fa('FA/1'))
  await send(session, '<x/>')
  const { invoices } = await get(`/sessions/${session}/invoices/failed`)
  t.match(invoices, [{ status: { code: 440 } }, { status: { code: 450 } }])
  t.match(await get(`/sessions/${session}/invoices/20261124-EE-0000000000-0000000000-00`), {
    text: /Faktura o numerze referencyjnym 20261124-EE-[^ ]+ nie została znaleziona/,
  })
})

t.test('an invoice that is declared offline, or is of another day, is offline', async (t) => {
  const { get, send, session } = await callerOf(t, { now: NOON })
  const modeOf = async (document: string, offlineMode?: boolean): Promise<unknown> => {
    const { referenceNumber } = await send(session, document, offlineMode)
    return (await get(`/sessions/${session}/invoices/${String(referenceNumber)}`))['invoicingMode']
  }
  t.equal(await modeOf(fa('FA/1')), 'Online')
  t.equal(await modeOf(fa('FA/2'), true), 'Offline')
  t.equal(await modeOf(fa('FA/3').replace('2026-11-24', '2026-11-23')), 'Offline')
})

t.test('an invoice of a day to come is refused', async (t) => {
  const { get, send, session } = await callerOf(t, { now: () => new Date('2026-11-24T22:59:59Z') })
  const statusOf = async (day: string): Promise<unknown> => {
    const { referenceNumber } = await send(session, fa(day).replace('<P_1>2026-11-24', `<P_1>${day}`))
    return (await get(`/sessions/${session}/invoices/${String(referenceNumber)}`))['status']
  }
  t.match(await statusOf('2026-11-24'), { code: 200 })
  t.match(await statusOf('2026-11-25'), { code: 450, details: [/P_1/] }, 'by the day in Warsaw')
})

t.test('the UPO of a session comes in pages, by number and by address', async (t) => {
  const { call, get, send, session, token } = await callerOf(t, { now: NOON, largestPage: 2, limits: null })
  for (const number of ['FA/1', 'FA/2', 'FA/3']) await send(session, fa(number))
  t.notOk('upo' in (await get(`/sessions/${session}`)), 'not while it is open')
  await call('POST', `/sessions/online/${session}/close`, token)
  const { upo } = await get(`/sessions/${session}`)
  const { pages } = upo as { readonly pages: readonly { referenceNumber: string; downloadUrl: string }[] }
  const texts: string[] = []
  for (const { referenceNumber, downloadUrl } of pages) {
    const { text } = await get(`/sessions/${session}/upo/${referenceNumber}`)
    t.equal(await (await fetch(downloadUrl)).text(), text)
    t.equal((await fetch(downloadUrl, { headers: { authorization: 'Bearer x' } })).status, 401)
    t.equal((await fetch(downloadUrl.replace(/sig=./, 'sig='))).status, 403)
    texts.push(String(text))
  }
  const numbers = texts.map((text) => [...text.matchAll(/<NumerFaktury>([^<]*)</g)].map(([, number]) => number))
  t.same(numbers, [['FA/1', 'FA/2'], ['FA/3']])
  t.match(await get(`/sessions/${session}/upo/${session}`), { status: 400, text: /21178/ })
})

t.test('metadata of invoices in pages', async (t) => {
  const { call, send, session, token } = await callerOf(t, { now: NOON, limits: null })
  for (let number = 1; number <= 12; number += 1) await send(session, fa(`FA/${number}`))
  const dateRange = { dateType: 'Issue', from: '2026-11-01T00:00:00Z', to: '2026-11-30T00:00:00Z' }
  const ask = (query: string, filters: object = {}): Promise<Json> =>
    call('POST', `/invoices/query/metadata?${query}`, token, { subjectType: 'Subject1', dateRange, ...filters })
  const first = await ask('pageSize=10&pageOffset=0')
  t.match(first, { hasMore: true, isTruncated: false })
  t.equal((first['invoices'] as object[]).length, 10)
  const second = await ask('pageSize=10&pageOffset=1')
  t.match(second, { hasMore: false, invoices: [{ invoiceNumber: 'FA/11', issueDate: '2026-11-24' }, {}] })
  t.match(await ask('', { invoiceNumber: 'FA/3' }), { invoices: [{ invoiceNumber: 'FA/3', seller: { nip: NIP } }] })
  t.same((await ask('', { subjectType: 'Subject2' }))['invoices'], [])
  t.match(await ask('pageSize=9'), { status: 400, text: /21405/ })
  t.match(await ask('', { dateRange: { ...dateRange, from: '2026-01-01T00:00:00Z' } }), { text: /dateRange/ })
})

t.test('limits are stated as those of a company', async (t) => {
  const { ksef, get } = await callerOf(t)
  t.match(await get('/rate-limits'), {
    invoiceSend: { perSecond: 10, perMinute: 30, perHour: 180 },
    onlineSessionClose: { perHour: 240 },
    global: { perHour: -1 },
  })
  ksef.limitsOf(NIP, { send: [1, 2, 3] })
  t.match(await get('/rate-limits'), { invoiceSend: { perSecond: 1, perMinute: 2, perHour: 3 } })
  t.match(await get('/limits/context'), { onlineSession: { maxInvoices: 10_000 } })
  t.match(await get('/limits/subject'), { certificate: { maxCertificates: 2 } })
})
