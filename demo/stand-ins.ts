import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import type { CountryCode } from '../src/domain/request/invoice-request.js'
import { inEnvelope } from '../test/standins/access-point/envelope.js'
import { startAccessPoint } from '../test/standins/access-point/index.js'
import { startAnaf } from '../test/standins/anaf/index.js'
import { startFlowService } from '../test/standins/flow-service/index.js'
import { startKsef } from '../test/standins/ksef/index.js'
import { startSdi } from '../test/standins/sdi/index.js'
import type { ApiClient } from './api-client.js'

/** A stand-in for a government, as the demo uses it. */
export interface StandIn {
  /** The government that it replaces. */
  readonly name: string
  readonly countries: readonly CountryCode[]
  /** Environment variables of the service. */
  readonly settings: Readonly<Record<string, string>>
  /** Activates a new connection as the company's user would, and describes how. */
  readonly connect: (connection: NewConnection, api: ApiClient) => Promise<string>
  /** Lets a supplier's invoice arrive for a company. */
  readonly deliver: (to: Addressee, document: Buffer) => Promise<unknown>
  /** Answers every call with 503, from now on. */
  readonly goAway: () => void
  readonly comeBack: () => void
  readonly stop: () => Promise<void>
}

/** The company that an invoice is for. */
interface Addressee {
  readonly vatNumber: string
  readonly country: CountryCode
}

/** The answer of POST /v1/connections. */
export interface NewConnection {
  readonly id: string
  readonly status: string
  readonly authorizationUrl?: string
}

/** Where governments call the service, and what they present there. */
export interface Inbound {
  readonly port: number
  readonly token: string
}

/** Seconds until a stand-in has decided. */
const DECISION_SECONDS = 4

const AWAY = { kind: 'answer', status: 503, body: 'Service Unavailable' } as const

/** Starts the stand-ins of all governments. */
export const STAND_INS: readonly ((inbound: Inbound) => Promise<StandIn>)[] = [
  standInForAnaf,
  standInForSdi,
  standInForAccessPoint,
  standInForKsef,
  standInForPlatform,
]

/** An address for governments to call, on a free port. */
export async function newInbound(): Promise<Inbound> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return { port, token: 'demo-inbound' }
}

async function standInForAnaf(): Promise<StandIn> {
  const anaf = await startAnaf({ autoAuthorize: true, decisionSeconds: DECISION_SECONDS })
  return {
    name: 'ANAF',
    countries: ['RO'],
    settings: anaf.settings,
    connect: async ({ authorizationUrl }) => {
      if (authorizationUrl === undefined) throw new Error('the connection has no authorizationUrl')
      // As a browser does: ANAF sends it back to the service with a code.
      const page = await fetch(authorizationUrl)
      if (!page.ok) throw new Error(`the authorisation ended with ${page.status}: ${await page.text()}`)
      return 'authorised as the user of a browser would'
    },
    deliver: async ({ vatNumber }, document) =>
      Promise.resolve(anaf.register.deliver(vatNumber.slice(2), '18547290', document, new Date())),
    goAway: () => anaf.faults({ on: 'all', does: AWAY }),
    comeBack: () => anaf.faults(),
    stop: () => anaf.stop(),
  }
}

async function standInForSdi({ port, token }: Inbound): Promise<StandIn> {
  const sdi = await startSdi({
    decisionSeconds: DECISION_SECONDS,
    inboundUrl: `http://127.0.0.1:${port}/sdi`,
    inboundToken: token,
  })
  return {
    name: 'SdI',
    countries: ['IT'],
    settings: sdi.settings,
    connect: handingOver(() => sdi.credentials),
    deliver: async (_to, document) => Promise.resolve(sdi.handOver('IT01234567890_00001.xml', document)),
    goAway: () => sdi.faults({ on: 'file', does: AWAY }),
    comeBack: () => sdi.faults(),
    stop: () => sdi.stop(),
  }
}

async function standInForAccessPoint({ port, token }: Inbound): Promise<StandIn> {
  const accessPoint = await startAccessPoint({
    decisionSeconds: DECISION_SECONDS,
    levelStatus: 'AP',
    inbound: { url: `http://127.0.0.1:${port}/peppol`, token },
  })
  return {
    name: 'the Peppol access point',
    countries: ['BE', 'DE'],
    settings: accessPoint.settings,
    connect: () => Promise.resolve('nothing to do, the operator has an access point for all'),
    deliver: (to, document) => {
      const receiver = `iso6523-actorid-upis::${participantOf(to)}`
      const sender = 'iso6523-actorid-upis::9482:of-a-supplier'
      return accessPoint.forward(inEnvelope({ sender, receiver }, document.toString('utf8')))
    },
    goAway: () => accessPoint.faults({ on: 'all', does: AWAY }),
    comeBack: () => accessPoint.faults(),
    stop: () => accessPoint.stop(),
  }
}

async function standInForKsef(): Promise<StandIn> {
  const ksef = await startKsef({ decisionSeconds: DECISION_SECONDS, limits: null })
  return {
    name: 'KSeF',
    countries: ['PL'],
    settings: ksef.settings,
    connect: handingOver(() => ksef.credentials),
    deliver: async (_to, document) => {
      const [, seller = ''] = /<NIP>(\d{10})</.exec(document.toString('utf8')) ?? []
      return Promise.resolve(ksef.register.deliver(seller, document, new Date()))
    },
    goAway: () => ksef.faults({ on: 'all', does: AWAY }),
    comeBack: () => ksef.faults(),
    stop: () => ksef.stop(),
  }
}

async function standInForPlatform(): Promise<StandIn> {
  const platform = await startFlowService({ decisionSeconds: DECISION_SECONDS })
  return {
    name: 'a French platform',
    countries: ['FR'],
    settings: platform.settings,
    connect: handingOver(() => platform.credentials),
    deliver: async (_to, document) => Promise.resolve(platform.deliver(document)),
    goAway: () => platform.faults({ on: 'all', does: AWAY }),
    comeBack: () => platform.faults(),
    stop: () => platform.stop(),
  }
}

/** The participant of the network that the service derives from a VAT number. */
function participantOf({ vatNumber, country }: Addressee): string {
  return country === 'BE' ? `0208:${vatNumber.slice(2)}` : `9930:${vatNumber}`
}

/** Most governments: the client submits credentials. */
function handingOver(credentials: () => Readonly<Record<string, string>>): StandIn['connect'] {
  return async ({ id }, api) => {
    await api.put(`/v1/connections/${id}/credentials`, credentials())
    return 'credentials handed over'
  }
}
