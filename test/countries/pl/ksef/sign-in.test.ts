import t from 'tap'
import type { FaultKind, StatusWish } from '../../../standins/ksef/options.js'
import { signingFile } from '../../signing/signing-file.js'
import { fa, NIP, type World, worldOf } from './world.js'

const FAILED = 'Uwierzytelnianie zakończone niepowodzeniem'
const BAD_TOKEN = `${FAILED} z powodu błędnego tokenu`
const BAD_CERTIFICATE = `${FAILED} z powodu błędu certyfikatu`

async function outcomeOf(world: World, does: FaultKind, on: 'token' | 'challenge' | 'open' | 'send' = 'token') {
  world.ksef.faults({ on, does })
  return world.gateway.submit(world.submission())
}

t.test('how an authentication can end', async (t) => {
  const user = { kind: 'unauthorized', needs: 'user' }
  const waits = { kind: 'unavailable', concerns: 'invoice' }
  const table: readonly (readonly [number, string, string | null, object, number])[] = [
    [400, FAILED, null, user, 2],
    [415, FAILED, 'Brak przypisanych uprawnień', { ...user, reason: /InvoiceWrite.*Brak przypisanych uprawnień/ }, 1],
    [425, 'Uwierzytelnienie unieważnione', null, user, 2],
    [450, BAD_TOKEN, 'Nieprawidłowe wyzwanie autoryzacyjne', waits, 2],
    [450, BAD_TOKEN, 'Nieprawidłowy czas tokena', waits, 2],
    [450, BAD_TOKEN, 'Nieprawidłowe szyfrowanie tokena', waits, 2],
    [450, BAD_TOKEN, 'Nieprawidłowe kodowanie tokena', waits, 2],
    [450, BAD_TOKEN, 'Nieprawidłowy token', { ...user, reason: /create a new one.*Nieprawidłowy token/ }, 1],
    [450, BAD_TOKEN, 'Token unieważniony', user, 1],
    [450, BAD_TOKEN, 'Token nieaktywny', { ...user, reason: /not active/ }, 1],
    [450, BAD_TOKEN, 'Token nie może być użyty w kontekście Nip', { ...user, reason: /another taxpayer/ }, 1],
    [460, BAD_CERTIFICATE, 'Certyfikat odwołany', { ...user, reason: /Certyfikat odwołany/ }, 1],
    [470, FAILED, 'Próba wykorzystania metod autoryzacyjnych osoby zmarłej', user, 1],
    [480, 'Uwierzytelnienie zablokowane', 'Podejrzenie incydentu bezpieczeństwa.', { ...user, reason: /Ministry/ }, 1],
    [500, 'Nieznany błąd', null, waits, 2],
    [550, 'Operacja została anulowana przez system', null, waits, 2],
    [999, 'Nowy stan', null, waits, 1],
  ]
  for (const [code, description, detail, expected, signIns] of table) {
    const world = await worldOf(t)
    const status: StatusWish = { code, description, ...(detail !== null && { details: [detail] }) }
    const outcome = await outcomeOf(world, { kind: 'decide', status })
    t.match(outcome, expected, `${code} ${detail}`)
    t.equal(world.ksef.count('token'), signIns, `${code} ${detail}: tries`)
    t.notMatch(JSON.stringify(outcome), world.ksef.credentials['token'])
  }
})

t.test('how calls of the sign-in are refused', async (t) => {
  const user = { kind: 'unauthorized', needs: 'user' }
  const waits = { kind: 'unavailable', concerns: 'invoice' }
  const table: readonly (readonly [FaultKind, object])[] = [
    [{ kind: 'refuse', code: 21111 }, waits],
    [{ kind: 'refuse', code: 21111, form: 'exception' }, waits],
    [{ kind: 'refuse', code: 21470 }, waits],
    [{ kind: 'refuse', code: 21115 }, user],
    [{ kind: 'refuse', code: 21117 }, user],
    [{ kind: 'refuse', code: 21308 }, user],
    [{ kind: 'refuse', code: 9105 }, user],
    [{ kind: 'refuse', code: 21405 }, waits],
    [
      { kind: 'forbid', reasonCode: 'ip-not-allowed' },
      { ...user, reason: /address of this service/ },
    ],
    [
      { kind: 'forbid', reasonCode: 'auth-method-not-allowed' },
      { ...user, reason: /certificate/ },
    ],
    [
      { kind: 'forbid', reasonCode: 'security-service-blocked' },
      { ...user, reason: /Ministry of Finance/ },
    ],
    [{ kind: 'forbid', reasonCode: 'context-type-not-allowed' }, user],
    [
      { kind: 'forbid', reasonCode: 'something-new' },
      { ...user, reason: /something-new/ },
    ],
    [{ kind: 'answer', status: 401, body: '' }, waits],
    [
      { kind: 'answer', status: 429, headers: { 'retry-after': '30' } },
      { kind: 'exhausted', concerns: 'government', until: new Date('2026-11-24T10:00:30Z') },
    ],
    [
      { kind: 'answer', status: 503 },
      { kind: 'unavailable', concerns: 'government' },
    ],
  ]
  for (const [does, expected] of table) {
    const world = await worldOf(t)
    t.match(await outcomeOf(world, does), expected, JSON.stringify(does))
  }
})

t.test('one challenge or key that does not serve is no matter', async (t) => {
  for (const code of [21111, 21470, 21301, 21304]) {
    const world = await worldOf(t)
    world.ksef.faults({ on: 'token', times: 1, does: { kind: 'refuse', code } })
    t.equal((await world.gateway.submit(world.submission())).kind, 'submitted', String(code))
  }
  const world = await worldOf(t, { signInLooks: 2 })
  world.ksef.faults({ on: 'redeem', times: 1, does: { kind: 'refuse', code: 21301 } })
  t.equal((await world.gateway.submit(world.submission())).kind, 'submitted')
})

t.test('an access token is refreshed ahead of its end', async (t) => {
  const { ksef, submission, sent, pass } = await worldOf(t)
  await sent(submission())
  pass(13 * 60)
  await sent(submission())
  t.equal(ksef.count('refresh'), 0)
  pass(90)
  await sent(submission())
  t.equal(ksef.count('refresh'), 1)
  t.equal(ksef.count('challenge'), 1)
  t.notOk(ksef.calls.some(({ answered }) => !answered))
})

t.test('a token that KSeF ends early is refreshed once for all who use it', async (t) => {
  const { ksef, submission, sent } = await worldOf(t)
  await sent(submission())
  ksef.endAccessTokens()
  await Promise.all([sent(submission()), sent(submission()), sent(submission())])
  t.equal(ksef.count('refresh'), 1)
  t.equal(ksef.register.accepted.length, 4)
})

t.test('an authentication that was revoked: the company is signed in again', async (t) => {
  const { ksef, submission, sent } = await worldOf(t)
  for (const code of [21301, 21304]) {
    await sent(submission())
    ksef.endAuthentications()
    ksef.faults({ on: 'refresh', times: 1, does: { kind: 'refuse', code } })
    await sent(submission())
  }
  t.equal(ksef.count('challenge'), 3)
  ksef.endAuthentications()
  ksef.faults({ on: 'refresh', times: 1, does: { kind: 'answer', status: 401 } })
  await sent(submission())
  t.equal(ksef.count('challenge'), 4)
})

t.test('a refresh that is not answered is no reason to sign in again', async (t) => {
  const { ksef, gateway, submission, sent, pass } = await worldOf(t)
  await sent(submission())
  pass(900)
  ksef.faults({ on: 'refresh', does: { kind: 'answer', status: 502 } })
  t.match(await gateway.submit(submission()), { kind: 'unavailable', concerns: 'government' })
  t.equal(ksef.count('challenge'), 1)
})

t.test('a token that the customer has revoked makes the invoice wait for its connection', async (t) => {
  const { ksef, gateway, submission, sent } = await worldOf(t)
  const token = ksef.issueToken(NIP)
  await sent(submission({ credentials: { token } }))
  ksef.revoke(token)
  t.match(await gateway.submit(submission({ credentials: { token } })), {
    kind: 'unauthorized',
    needs: 'user',
    reason: /Token unieważniony/,
  })
  await sent(submission({ credentials: { token: ksef.issueToken(NIP) } }))
})

t.test('permissions that are missing', async (t) => {
  const { ksef, gateway, submission } = await worldOf(t)
  const credentials = { token: ksef.issueToken(NIP, ['InvoiceRead']) }
  t.match(await gateway.submit(submission({ credentials })), {
    kind: 'unauthorized',
    needs: 'user',
    reason: /InvoiceWrite.*missing-permissions/,
  })
})

t.test('a certificate signs in, in every form', async (t) => {
  const { ksef, gateway, submission, sent } = await worldOf(t)
  const { certificate, privateKey } = ksef.issueCertificate(NIP)
  await sent(submission({ credentials: { certificate, privateKey } }))
  t.equal(ksef.count('signature'), 1)
  t.equal(ksef.count('token'), 0)
  const stranger = { pkcs12: signingFile('ec.p12').toString('base64'), passphrase: 'hasło1' }
  t.match(
    await gateway.submit(submission({ credentials: stranger })),
    { kind: 'unauthorized', reason: /460.*Niezaufany/ },
    'its signature is sound, and KSeF does not know it',
  )
  const wrong = { ...stranger, passphrase: 'wrong' }
  t.match(await gateway.submit(submission({ credentials: wrong })), { kind: 'unauthorized', reason: /passphrase/ })
  const other = ksef.issueCertificate('5265877635')
  t.match(await gateway.submit(submission({ credentials: { ...other } })), { kind: 'unauthorized', reason: /415/ })
})

t.test('companies are signed in apart, and other credentials again', async (t) => {
  const { ksef, submission, sent } = await worldOf(t)
  await sent(submission({ credentials: { token: ksef.issueToken(NIP) } }))
  await sent(submission({ credentials: { token: ksef.issueToken(NIP) } }))
  const other = { vatNumber: 'PL5265877635', credentials: { token: ksef.issueToken('5265877635') } }
  await sent(submission({ ...other, xml: fa('FA/1', '', '5265877635') }))
  t.equal(ksef.count('challenge'), 3)
  t.same(
    ksef.register.sessions.map(({ nip }) => nip),
    [NIP, NIP, '5265877635'],
  )
})

t.test('credentials are tried without sending anything', async (t) => {
  const { ksef, gateway, submission } = await worldOf(t)
  const check = async (credentials: Readonly<Record<string, string>>) => {
    const { access } = submission({ credentials })
    if (access === null || gateway.check === undefined) throw new Error('nothing to check')
    return gateway.check(access)
  }
  t.match(await check(ksef.credentials), { kind: 'works', detail: new RegExp(NIP) })
  t.equal(ksef.count('send'), 0)
  t.match(await check({ token: 'unknown' }), { kind: 'refused', reason: /Nieprawidłowy token/ })
  t.match(await check({ token: ksef.issueToken('5265877635') }), { kind: 'refused', reason: /another taxpayer/ })
  t.match(await check({ token: ksef.issueToken(NIP, []) }), { kind: 'refused', reason: /InvoiceWrite/ })
  t.match(await check(ksef.issueCertificate(NIP) as never), { kind: 'works' })
  ksef.faults({ on: 'all', does: { kind: 'answer', status: 503 } })
  t.match(await check(ksef.credentials), { kind: 'unknown', reason: /HTTP 503/ })
})

t.test('a sign-in is given its time at any pace', async (t) => {
  const world = await worldOf(t, { signInLooks: 2, pace: 0.01 })
  const begun = performance.now()
  await world.sent(world.submission())
  t.ok(performance.now() - begun > 600, 'three looks, after 0.1, 0.2 and 0.4 seconds')
})
