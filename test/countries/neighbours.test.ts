import { hash } from 'node:crypto'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { belgianInvoice } from '../../src/countries/be/profile.js'
import { germanInvoice } from '../../src/countries/de/profile.js'
import { AccessTokens } from '../../src/countries/fr/access-tokens.js'
import { ChorusPro } from '../../src/countries/fr/chorus/api.js'
import { Structures } from '../../src/countries/fr/chorus/structures.js'
import {
  GovernmentHttp,
  type GovernmentRequest,
  type HttpOutcome,
} from '../../src/countries/gateway/government-http.js'
import { Channels } from '../../src/countries/it/sdi/identity.js'
import { Bounded } from '../../src/countries/pl/ksef/bounded.js'
import { Pauses } from '../../src/countries/it/invoicetronic/pauses.js'
import { UsedNames } from '../../src/countries/it/invoicetronic/used-names.js'
import { AccessPointApi } from '../../src/countries/peppol/access-point/api.js'
import { Poll } from '../../src/countries/peppol/access-point/poll.js'
import { Receivers } from '../../src/countries/peppol/access-point/receivers.js'
import { AnafApi } from '../../src/countries/ro/anaf/api.js'
import { Comparisons } from '../../src/countries/ro/anaf/comparisons.js'
import { MessageLists } from '../../src/countries/ro/anaf/message-lists.js'
import { selfSigned } from '../support/certificate.js'
import { credentialsOf, HOSTILE, isUnaffected, scopeOf, VERSION, type Owner } from '../support/neighbours.js'
import { gatewayTools } from '../standins/gateway-tools.js'
import { ROOT } from './accepted-sample.js'

t.test('a pause of one key is no pause of another', async (t) => {
  await isUnaffected(
    (now) => {
      const pauses = new Pauses({ now })
      return {
        perform: (owner, seconds: number, at) => {
          const key = `key of ${owner}`
          if (seconds > 0)
            pauses.begin(key, {
              kind: 'exhausted',
              reason: owner,
              concerns: 'invoice',
              until: new Date(at.getTime() + seconds * 1000),
            })
          return pauses.of(key)
        },
      }
    },
    fc.integer({ min: 0, max: 20 }),
  )
  t.pass()
})

/** An authorization server whose tokens name their client. */
class NamingServer extends GovernmentHttp {
  override async send({ headers, body }: GovernmentRequest): Promise<HttpOutcome> {
    const token = Buffer.from(`${headers?.['authorization']} ${Buffer.from(body ?? []).toString()}`).toString('hex')
    const bytes = Buffer.from(JSON.stringify({ access_token: token, expires_in: 20 }))
    return Promise.resolve({ kind: 'answer', status: 200, headers: {}, bytes })
  }
}

t.test('an OAuth client gets its own tokens', async (t) => {
  await isUnaffected(
    (now) => {
      const tokens = new AccessTokens(new NamingServer(), { clock: { now }, pace: 1 }, 'a platform', 'connection')
      const tokenOf = async (owner: Owner, { version, way }: { version: number; way: 'basic' | 'post' }) => {
        const client = { tokenUrl: 'https://platform.example/token', clientId: 'same', ways: [way] }
        const answered = await tokens.of({ ...client, clientSecret: `${owner}-${version}` })
        return answered.kind === 'token' ? answered.token : answered
      }
      return { perform: tokenOf }
    },
    fc.record({ version: VERSION, way: fc.constantFrom('basic' as const, 'post' as const) }),
  )
  t.pass()
})

t.test("SdI's channel of a connection is that of its own certificate", async (t) => {
  const certificates = { one: [0, 1, 2].map(() => selfSigned()), other: [0, 1, 2].map(() => selfSigned()) }
  await isUnaffected(() => {
    const channels = new Channels()
    return {
      perform: (owner, version: number, at) => {
        const { cert: certificate, key: privateKey } = certificates[owner][version] ?? selfSigned()
        const access = { connectionId: 'same', vatNumber: 'IT01234567890', credentials: { certificate, privateKey } }
        return channels.of(access, at)
      },
    }
  }, VERSION)
  t.pass()
})

/** ANAF whose messages and documents name the token of the call. */
class NamingAnaf extends AnafApi {
  override firstPage(periodAt: Parameters<AnafApi['firstPage']>[0], token: string) {
    const messages = [{ uploadId: '1', downloadId: '1', kind: token, details: null }]
    return Promise.resolve({ period: periodAt(new Date(0)), page: { kind: 'page', messages, pages: 1 } } as const)
  }

  override download(_id: string, token: string) {
    return Promise.resolve({
      kind: 'archive',
      archive: Buffer.alloc(0),
      xml: Buffer.from(token),
      signature: null,
    } as const)
  }
}

t.test("a list of ANAF's messages is that of its own connection", async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const lists = new MessageLists(new NamingAnaf(tools, new GovernmentHttp()), tools)
    return {
      perform: (owner, minutes: number, at) => {
        const sender = { cif: '8000000000', connectionId: `conn_${owner}`, token: owner }
        return lists.since(sender, new Date(at.getTime() - minutes * 60_000))
      },
    }
  }, VERSION)
  t.pass()
})

t.test('a comparison downloads with the token of its own account', async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const comparisons = new Comparisons(new NamingAnaf(tools, new GovernmentHttp()), tools)
    return {
      perform: (owner, upload: number) =>
        comparisons.of(
          {
            scope: scopeOf(owner),
            sender: { cif: '8000000000', connectionId: `conn_${owner}`, token: owner },
            digestOf: (xml) => hash('sha256', xml),
          },
          { uploadId: `${upload}`, downloadId: '1', kind: '', details: null },
        ),
    }
  }, VERSION)
  t.pass()
})

t.test('a name that one sender has used is free for others with names of their own', async (t) => {
  await isUnaffected(
    () => {
      const names = new UsedNames()
      return {
        perform: (owner, { number, isUsed }: { number: number; isUsed: boolean }) => {
          const name = `${owner === 'one' ? 'IT01234567890' : 'IT09876543210'}_${number}.xml`
          if (isUsed) names.add(name)
          return names.has(name)
        },
      }
    },
    fc.record({ number: fc.integer({ min: 0, max: 5 }), isUsed: fc.boolean() }),
  )
  t.pass()
})

/** An access point that has a rejection of every document, and never the message itself. */
class RejectingPoint extends AccessPointApi {
  override status(_point: unknown, id: string): ReturnType<AccessPointApi['status']> {
    const transmission = {
      instanceId: id,
      sender: null,
      state: 'sent',
      levelStatus: 'RE',
      error: null,
      attempts: 1,
      createdAt: null,
      completedAt: null,
      nextTryAt: null,
    } as const
    return Promise.resolve({ kind: 'transmission', transmission, bytes: Buffer.from(id) })
  }
}

t.test('the wait for the text of a rejection is that of its own document', async (t) => {
  const party = (owner: Owner) => ({ vatNumber: owner === 'one' ? 'BE0403170701' : 'BE0202239951', name: owner })
  await isUnaffected(
    (now) => {
      const tools = gatewayTools({
        settings: { PEPPOL_AP_URL: 'https://ap.example', PEPPOL_AP_TOKEN: 'x' },
        clock: { now },
      })
      const http = { operators: new GovernmentHttp(), customers: new GovernmentHttp() }
      const poll = new Poll(new RejectingPoint(tools, http), tools, belgianInvoice)
      return {
        perform: (owner, number: number) =>
          poll.ask(
            {
              scope: scopeOf(owner),
              invoiceId: `inv_${owner}${number}`,
              attemptId: `${owner}-${number}`,
              refusals: 0,
              createdAt: new Date(now().getTime() - 60_000),
              invoice: {
                country: 'BE',
                invoiceType: 'invoice',
                number: `F-${number}`,
                supplier: party(owner),
                customer: party(owner === 'one' ? 'other' : 'one'),
                lines: [],
                currency: 'EUR',
                issueDate: '2026-11-21',
              },
              xml: Buffer.from('<Invoice/>'),
              access: {
                connectionId: `conn_${owner}`,
                vatNumber: party(owner).vatNumber,
                credentials: credentialsOf(owner, 0),
              },
            },
            `${owner}-${number}`,
            now(),
          ),
      }
    },
    VERSION,
    { stepMs: 25_000 },
  )
  t.pass()
})

t.test('the documents that a receiver accepts are those of its own registration', async (t) => {
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    // The register answers with the participant that it was asked for.
    const receivers = new Receivers(tools, germanInvoice, (participant) =>
      Promise.resolve({ kind: 'registered', documentTypes: [participant] }),
    )
    return {
      perform: (owner, number: number) =>
        receivers.suited({
          scope: scopeOf(owner),
          invoice: {
            country: 'DE',
            invoiceType: 'invoice',
            number: 'F-1',
            supplier: { vatNumber: 'DE136695976', name: owner },
            customer: { vatNumber: '', name: 'Buyer', leitwegId: `0401100${number}-12345-03` },
            lines: [],
            currency: 'EUR',
            issueDate: '2026-11-22',
          },
          access: { connectionId: `conn_${owner}`, vatNumber: 'DE136695976', credentials: credentialsOf(owner, 0) },
          formats: ['ubl', 'cii'],
          xml: null,
        }),
    }
  }, VERSION)
  t.pass()
})

/** Chorus Pro, where each public body asks for something else. */
class NamingChorus extends ChorusPro {
  override structureId(_access: unknown, siret: string) {
    return Promise.resolve({ kind: 'id', structureId: Number(siret.at(-1)) } as const)
  }

  override structure(_access: unknown, structureId: number) {
    const values = {
      codeServiceDoitEtreRenseigne: structureId % 2 === 1,
      numeroEJDoitEtreRenseigne: structureId > 1,
    }
    return Promise.resolve({ kind: 'parameters', values } as const)
  }
}

t.test("the record of a public body at Chorus Pro is that of the invoice's own buyer", async (t) => {
  const document = readFileSync(join(ROOT, 'test', 'golden', 'fr', '12-authority.xml'), 'utf8')
    .replace(/<cbc:BuyerReference>[^<]*<\/cbc:BuyerReference>/, '')
    .replace(/<cac:OrderReference>[\s\S]*?<\/cac:OrderReference>/, '')
  await isUnaffected((now) => {
    const tools = gatewayTools({ settings: {}, clock: { now } })
    const structures = new Structures(new NamingChorus(tools, new GovernmentHttp()), tools)
    return {
      perform: (owner, number: number) => {
        const access = { client: { clientId: owner, clientSecret: owner }, account: owner }
        const xml = document.replaceAll('21750001600019', `2175000160001${number}`)
        return structures.verdictOn(access, Buffer.from(xml))
      },
    }
  }, VERSION)
  t.pass()
})

t.test('a value is never that of another key, and few are kept', (t) => {
  fc.assert(
    fc.property(fc.array(HOSTILE, { maxLength: 200 }), (keys) => {
      const most = 7
      const bounded = new Bounded<{ readonly key: string; uses: number }>(most)
      const recent: string[] = []
      for (const key of keys) {
        const value = bounded.of(key, () => ({ key, uses: 0 }))
        assert.equal(value.key, key)
        // The most recently used ones are kept, with what was noted of them.
        if (!recent.includes(key)) assert.equal(value.uses, 0)
        value.uses += 1
        recent.splice(0, recent.length, ...[key, ...recent.filter((each) => each !== key)].slice(0, most))
      }
    }),
    { numRuns: 100 },
  )
  t.pass()
  t.end()
})
