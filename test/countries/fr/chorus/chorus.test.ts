import t from 'tap'
import type { Credentials } from '../../../../src/domain/connection.js'
import type { InvoiceRequest } from '../../../../src/domain/request/invoice-request.js'
import { france } from '../../../../src/countries/fr/index.js'
import { FRENCH_REJECTIONS } from '../../../../src/countries/fr/rejections.js'
import { renderInProcess } from '../../../../src/documents/rendering/in-process.js'
import { acceptedSamples } from '../../accepted-sample.js'
import type { FaultKind, PublicBody } from '../../../standins/chorus/options.js'
import { INVOICE, SCOPE } from '../flow-service/world.js'
import { BODY, chorusUbl, type Said } from './document.js'
import { PUBLIC, worldOf } from './world.js'

const MINUTE = 60

t.test('an invoice to a public buyer is deposited, and accepted when it is taken in', async (t) => {
  const { chorus, submission, submitted, poll, pass, gateway } = await worldOf(t, { decisionSeconds: 60 })
  const invoice = submission()
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  const uploadId = await submitted(invoice)
  const [deposit] = chorus.deposits
  t.equal(uploadId, `chorus:${deposit?.depositId}`)
  t.match(deposit, { name: 'attempt-1.xml', syntax: 'IN_DP_E1_UBL_INVOICE' })
  t.match(await poll(invoice, uploadId), { kind: 'pending', retryAfterSeconds: 10 })
  pass(60)
  t.match(await poll(invoice, uploadId), {
    kind: 'accepted',
    govId: deposit?.depositId,
    govMessage: /^IN_INTEGRE : facture F-1/,
    receipt: { mediaType: 'application/json' },
  })
  t.match(await gateway.find(invoice), { kind: 'known', uploadId })
})

t.test('who goes through Chorus Pro', async (t) => {
  const { chorus, platform, submission, gateway } = await worldOf(t)
  const both = { ...chorus.credentials, ...platform.credentials }
  const table: readonly (readonly [string, Partial<InvoiceRequest>, Credentials, number, number])[] = [
    ['a public buyer', {}, both, 1, 0],
    ['a private buyer', { customer: INVOICE.customer }, both, 0, 1],
    ['a public buyer by what is said', { customer: { ...INVOICE.customer, publicSector: true } }, both, 1, 0],
    ['a private buyer by what is said', { customer: { ...PUBLIC, publicSector: false } }, both, 0, 1],
    ['a public buyer without Chorus Pro', {}, platform.credentials, 0, 1],
    ['a private buyer without a platform', { customer: INVOICE.customer }, chorus.credentials, 0, 0],
  ]
  for (const [what, change, credentials, deposits, flows] of table) {
    const before = [chorus.deposits.length, platform.received.length]
    const outcome = await gateway.submit(submission(change, credentials))
    t.same(
      [chorus.deposits.length, platform.received.length],
      [(before[0] ?? 0) + deposits, (before[1] ?? 0) + flows],
      what,
    )
    t.equal(outcome.kind, deposits + flows === 1 ? 'submitted' : 'refused', what)
  }
})

t.test('states of a deposit', async (t) => {
  const table: readonly (readonly [string, object, number])[] = [
    ['IN_RECU', { kind: 'pending' }, 0],
    ['IN_EN_ATTENTE_RETRAITEMENT_CPP', { kind: 'pending' }, 0],
    ['IN_INCIDENTE', { kind: 'pending' }, 0],
    ['IN_ETAT_NOUVEAU', { kind: 'pending' }, 1],
    ['IN_INTEGRE_PARTIEL', { kind: 'accepted' }, 0],
  ]
  for (const [state, expected, warned] of table) {
    const { chorus, submission, submitted, poll, warnings } = await worldOf(t)
    chorus.faults({ on: 'deposit', does: { kind: 'state', state } })
    const invoice = submission()
    t.match(await poll(invoice, await submitted(invoice)), expected, state)
    t.equal(warnings.length, warned, state)
  }
  const { chorus, submission, submitted, poll, pass } = await worldOf(t)
  const errors = ["Le numéro d'engagement est inconnu", 'Le code service est obligatoire']
  chorus.faults({ on: 'deposit', times: 1, does: { kind: 'state', state: 'IN_REJETE', errors } })
  const rejected = submission()
  const decision = await poll(rejected, await submitted(rejected))
  const errorMessage = `IN_REJETE\nF-1 : ${errors[0]}\nF-1 : ${errors[1]}`
  t.match(decision, { kind: 'rejected', errorMessage, document: { mediaType: 'application/json' } })
  t.match(FRENCH_REJECTIONS.explain(errorMessage).errorFix, /orderReference/)
  chorus.faults({ on: 'deposit', times: 1, does: { kind: 'state', state: 'IN_INCIDENTE' } })
  const incident = submission()
  const uploadId = await submitted(incident)
  pass(25 * 3600)
  t.match(await poll(incident, uploadId), { kind: 'rejected', errorMessage: 'IN_INCIDENTE' })
})

t.test('a lost answer: the list decides before anything is deposited again', async (t) => {
  for (const isListFull of [true, false]) {
    const { chorus, submission, gateway, poll, pass } = await worldOf(t, { isListFull, decisionSeconds: 600 })
    const invoice = submission()
    chorus.faults({ on: 'deposit', times: 1, does: { kind: 'lost' } })
    t.match(await gateway.submit(invoice), { kind: 'unavailable', concerns: 'invoice' })
    pass(5 * MINUTE)
    t.match(await gateway.find(invoice), { kind: 'unavailable', retryAfterSeconds: 150 })
    pass(5 * MINUTE)
    const found = await gateway.find(invoice)
    t.match(found, { kind: 'known' })
    t.equal(chorus.deposits.length, 1)
    const decision = await poll(invoice, found.kind === 'known' ? found.uploadId : '')
    t.match(decision, { kind: 'accepted', govId: isListFull ? chorus.deposits[0]?.depositId : '1' })
  }
})

t.test(
  'a deposit that never came is made again, and one that was only slow is found as the double of it',
  async (t) => {
    const { chorus, submission, submitted, gateway, poll, pass } = await worldOf(t, { decisionSeconds: 3 * 3600 })
    const invoice = submission()
    chorus.faults({ on: 'deposit', times: 1, does: { kind: 'lost' } })
    await gateway.submit(invoice)
    pass(2 * 3600)
    t.same(await gateway.find(invoice), { kind: 'unknown' })
    const uploadId = await submitted(invoice)
    pass(3 * 3600)
    t.match(await poll(invoice, uploadId), { kind: 'accepted', govId: chorus.deposits[0]?.depositId })
  },
)

t.test('an invoice of last year under the number is not this one', async (t) => {
  const { submission, submitted, gateway, poll, pass } = await worldOf(t)
  await submitted(submission({ number: 'F-1' }))
  pass(400 * 24 * 3600)
  const invoice = submission({ number: 'F-1' })
  t.same(await gateway.find(invoice), { kind: 'unknown' })
  t.match(await poll(invoice, await submitted(invoice)), { kind: 'rejected', errorMessage: /existe déjà/ })
})

t.test('answers to a deposit', async (t) => {
  const body = (codeRetour: number, libelle: string): string => JSON.stringify({ codeRetour, libelle })
  const table: readonly (readonly [FaultKind, object, 'forgotten' | 'kept'])[] = [
    [
      { kind: 'answer', status: 200, body: body(20001, 'GDP_MSG_11.022') },
      { kind: 'refused', errorMessage: 'GDP_MSG_11.022 (codeRetour 20001)' },
      'forgotten',
    ],
    [{ kind: 'answer', status: 400, body: body(20003, 'Le champ est obligatoire') }, { kind: 'refused' }, 'forgotten'],
    [{ kind: 'answer', status: 200, body: body(1, 'Service indisponible') }, { kind: 'unavailable' }, 'kept'],
    [
      { kind: 'answer', status: 200, body: body(1, 'Le mot de passe a expiré') },
      { kind: 'unauthorized', needs: 'user' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 200, body: body(1, 'Le mot de passe du compte technique a expiré') },
      { kind: 'unauthorized', needs: 'user' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 400, body: '{"libelle":"Format de flux inconnu"}' },
      { kind: 'refused', errorMessage: 'Format de flux inconnu (HTTP 400)' },
      'forgotten',
    ],
    [
      { kind: 'answer', status: 200, body: body(1, "Service d'authentification indisponible") },
      { kind: 'unavailable' },
      'kept',
    ],
    [{ kind: 'answer', status: 200, body: body(1, 'Erreur technique') }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '{"libelle":"?"}' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 403, body: '{}' }, { kind: 'unauthorized', needs: 'user' }, 'forgotten'],
    [{ kind: 'answer', status: 429 }, { kind: 'exhausted', concerns: 'invoice' }, 'forgotten'],
    [{ kind: 'answer', status: 503 }, { kind: 'unavailable', concerns: 'invoice' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '<html>' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 200, body: '{"codeRetour":0}' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'answer', status: 404, body: '<html>' }, { kind: 'unavailable' }, 'kept'],
    [{ kind: 'cut' }, { kind: 'unavailable', concerns: 'invoice' }, 'kept'],
  ]
  for (const [does, expected, note] of table) {
    const { chorus, submission, gateway, uploads } = await worldOf(t)
    chorus.faults({ on: 'deposit', does })
    const invoice = submission()
    t.match(await gateway.submit(invoice), expected, JSON.stringify(does))
    t.equal((await uploads.find(invoice.scope, invoice.attemptId)) === null, note === 'forgotten', JSON.stringify(does))
  }
})

t.test('credentials', async (t) => {
  const { chorus, platform, submission, gateway, access, pass, submitted } = await worldOf(t, {
    accessTokenSeconds: 600,
  })
  t.match(await gateway.check?.(access), { kind: 'works', detail: /Chorus Pro/ })
  const wrong = { ...chorus.credentials, chorusClientSecret: 'wrong' }
  t.match(await gateway.check?.({ ...access, credentials: wrong }), {
    kind: 'refused',
    reason: /PISTE .*invalid_client/,
  })
  t.match(await gateway.submit(submission({}, wrong)), { kind: 'unauthorized', needs: 'user' })
  const expired = { ...chorus.credentials, chorusPassword: 'old' }
  t.match(await gateway.check?.({ ...access, credentials: expired }), { kind: 'refused' })
  const both = { ...platform.credentials, ...chorus.credentials }
  t.match(await gateway.check?.({ ...access, credentials: both }), { kind: 'works', detail: /platform.*Chorus Pro/ })
  chorus.faults({ on: 'list', does: { kind: 'answer', status: 503 } })
  t.match(await gateway.check?.({ ...access, credentials: both }), { kind: 'unknown', reason: /503/ })
  t.match(await gateway.check?.({ ...access, credentials: {} }), { kind: 'refused' })
  chorus.faults()
  pass(3600)
  await submitted(submission())
})

t.test('what follows the integration is reported to people', async (t) => {
  const { chorus, platform, submission, submitted, gateway, mailbox, access, pass } = await worldOf(t)
  const invoice = submission()
  await submitted(invoice)
  const collect = async (since: Date | null, credentials: Credentials = chorus.credentials) => {
    const outcome = await gateway.collect?.(SCOPE, { ...access, credentials }, since)
    if (outcome?.kind === 'messages') for (const message of outcome.messages) await mailbox.put(message)
    return outcome
  }
  t.match(await collect(null), { kind: 'messages' })
  pass(3600)
  chorus.report('F-1', 'SUSPENDUE', 'pièce manquante')
  await collect(new Date('2026-11-22T10:00:00Z'))
  await collect(new Date('2026-11-22T10:00:00Z'))
  t.equal(mailbox.messages.length, 2)
  const references = mailbox.expected.map(({ reference }) => reference)
  t.ok(mailbox.messages.every((message) => message.references.every((reference) => references.includes(reference))))
  t.match(
    mailbox.messages.map((message) => gateway.responseIn?.(message)),
    [null, { at: new Date('2026-11-22T11:00:00Z'), code: 'SUSPENDUE', label: /Suspended/, reason: 'pièce manquante' }],
  )
  const both = { ...chorus.credentials, ...platform.credentials }
  const since = new Date('2026-11-22T10:30:00Z')
  platform.faults({ on: 'search', does: { kind: 'answer', status: 503 } })
  t.match(await collect(since, both), { kind: 'messages', until: since }, 'one half is away')
  t.match(await gateway.reportPayment?.(invoice, 'x', { paymentId: 'p', paidOn: '2026-11-22', amounts: [] }), {
    kind: 'refused',
  })
})

t.test("the buyer's record decides what the invoice needs, and is kept for a day", async (t) => {
  const table: readonly (readonly [PublicBody | undefined, Partial<Said>, RegExp | null])[] = [
    [{}, {}, null],
    [undefined, {}, /Structure inconnue/],
    [{ needsService: true }, {}, /code service est obligatoire/],
    [{ needsService: true }, { service: 'S-1' }, null],
    [{ needsEngagement: true }, { service: 'S-1' }, /engagement est obligatoire/],
    [{ needsEngagement: true }, { engagement: 'EJ-1' }, null],
    [{ needsEither: true }, {}, /code service ou le num/],
    [{ needsEither: true }, { engagement: 'EJ-1' }, null],
  ]
  for (const [body, said, refusal] of table) {
    const { chorus, submission, gateway } = await worldOf(t, { structures: body === undefined ? {} : { [BODY]: body } })
    const outcome = await gateway.submit({ ...submission(), xml: Buffer.from(chorusUbl(said)) })
    t.match(
      outcome,
      refusal === null ? { kind: 'submitted', warnings: [] } : { kind: 'refused', errorMessage: refusal },
    )
    t.equal(chorus.deposits.length, refusal === null ? 1 : 0, 'nothing is deposited that would be rejected')
    if (outcome.kind !== 'refused') continue
    const fields = /customer\.siret|buyerReference|orderReference/
    t.match(FRENCH_REJECTIONS.explain(outcome.errorMessage, 'failed').errorFix, fields)
  }
  const { chorus, submission, submitted, pass } = await worldOf(t)
  const asked = (): number => chorus.calls.filter((call) => call === 'structure').length
  await submitted(submission())
  await submitted(submission())
  t.equal(asked(), 1)
  pass(24 * 3600)
  await submitted(submission())
  t.equal(asked(), 2)
})

t.test('a record that cannot be read is a warning, and holds nothing up', async (t) => {
  for (const on of ['structures', 'structure'] as const)
    for (const does of [
      { kind: 'answer', status: 403, body: '{}' },
      { kind: 'answer', status: 503 },
      { kind: 'answer', status: 200, body: '{"codeRetour":0}' },
      { kind: 'answer', status: 200, body: '{"codeRetour":20200,"libelle":"GCU"}' },
      { kind: 'cut' },
    ] as const) {
      const { chorus, submission, gateway, warnings } = await worldOf(t)
      chorus.faults({ on, does })
      const outcome = await gateway.submit(submission())
      // A list without entries is an answer.
      if (on === 'structures' && does.kind === 'answer' && does.body === '{"codeRetour":0}') {
        t.match(outcome, { kind: 'refused' })
        continue
      }
      t.match(outcome, { kind: 'submitted', warnings: [/^CW-FR-CHORUS-STRUCTURE: .*21750001600019/] })
      t.equal(warnings.length, 1)
    }
})

t.test('a Factur-X is deposited as such, and judged by the XML inside', async (t) => {
  const [sample] = acceptedSamples('FR', '2026-11-22').filter(({ name }) => name === '12-authority')
  const { xml } = france.invoicing?.convert(sample?.invoice ?? INVOICE, sample?.attachments ?? []) ?? { xml: '' }
  const state = { environment: 'production', status: null, governmentNumber: null, at: '2026-11-22T10:00:00Z' } as const
  const caller = { account: 'acc_1', whenBusy: 'wait' } as const
  const pdfOf = (text: string): Promise<Uint8Array> => {
    const shown = { country: 'FR', invoice: sample?.invoice ?? INVOICE, language: 'fr', state } as const
    return renderInProcess.pdf(caller, { ...shown, xml: { bytes: Buffer.from(text), sha256: '' }, isHybrid: true })
  }
  for (const [text, expected] of [
    [xml, { kind: 'accepted' }],
    [xml.replace('>A1<', '>S1<'), { kind: 'rejected', errorMessage: /cadre de facturation S1/ }],
  ] as const) {
    const { chorus, submission, submitted, poll } = await worldOf(t)
    const invoice = { ...submission(), xml: Buffer.from(text), pdf: await pdfOf(text) }
    t.match(await poll(invoice, await submitted(invoice)), expected)
    t.match(chorus.deposits, [{ name: /\.pdf$/, syntax: 'IN_DP_E2_CII_FACTURX' }])
  }
})

t.test('clients of others are answered', async (t) => {
  const { chorus, submission, submitted, access } = await worldOf(t)
  await submitted(submission())
  const token = await fetch(chorus.settings['CHORUS_OAUTH_URL'] ?? '', {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'openid',
      client_id: access.credentials['chorusClientId'] ?? '',
      client_secret: access.credentials['chorusClientSecret'] ?? '',
    }),
  }).then((answer) => answer.json() as Promise<{ readonly access_token: string }>)
  const { chorusLogin = '', chorusPassword = '' } = access.credentials
  const call = async (path: string, body?: object): Promise<object> => {
    const answer = await fetch(`${chorus.settings['CHORUS_API_URL'] ?? ''}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token.access_token}`,
        'cpro-account': Buffer.from(`${chorusLogin}:${chorusPassword}`).toString('base64'),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as object
  }
  t.match(await call('/transverses/v1/health-check'), { statusCode: 'OK', statusCodeValue: 200 })
  const [deposit] = chorus.deposits
  t.match(await call('/transverses/v1/consulterCR', { numeroFluxDepot: deposit?.depositId }), {
    codeRetour: 0,
    etatCourantFlux: 'IN_INTEGRE',
    fichierCR: /^JVBER/,
  })
  const noInvoice = Buffer.from('<Invoice><cbc:ID>F1</cbc:ID></Invoice>').toString('base64')
  const file = {
    fichierFlux: noInvoice,
    nomFichier: 'F1.xml',
    syntaxeFlux: 'IN_DP_E1_UBL_INVOICE',
    avecSignature: false,
  }
  const answered = await call('/factures/v1/deposer/flux', { ...file, idUtilisateurCourant: 0 })
  t.match(answered, { codeRetour: 0, numeroFluxDepot: /^CPP/ }, 'what is no XML is deposited')
  t.match(chorus.deposits.at(-1), { state: 'IN_REJETE' }, 'and rejected')
  const found = await call('/factures/v1/rechercher/fournisseur', {
    numeroFluxDepot: deposit?.depositId,
    typeFacture: 'FACTURE',
  })
  t.match(found, { codeRetour: 0, listeFactures: [{ numeroFacture: 'F-1' }] })
  const structure = { identifiantStructure: BODY, typeIdentifiantStructure: 'SIRET' }
  t.match(await call('/structures/v1/rechercher', { structure }), { listeStructures: [{ idStructureCPP: 1 }] })
})
