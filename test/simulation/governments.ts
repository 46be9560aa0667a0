import { Type } from '@sinclair/typebox'
import type { Country } from '../../src/countries/country.js'
import type { Answering } from '../../src/countries/gateway/answering.js'
import type { Gateway } from '../../src/countries/gateway/gateway.js'
import type { GatewayFor } from '../../src/countries/gateways.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { MemoryUploads } from '../standins/memory/uploads.js'
import { scriptedCountry } from '../standins/scripted-government.js'
import { accessPoint } from './governments/access-point.js'
import { AnswerCases } from './governments/answers.js'
import { Allowances } from './governments/allowances.js'
import { anaf } from './governments/anaf.js'
import { Cases, type Decided } from './governments/cases.js'
import { Doors } from './governments/door.js'
import { flowService } from './governments/flow-service.js'
import { Grants } from './governments/grants.js'
import { ksef } from './governments/ksef.js'
import { Post } from './governments/post.js'
import { sdi } from './governments/sdi.js'
import { Suppliers } from './governments/suppliers.js'
import type { GatewayBy } from './governments/way.js'
import type { Caller, Scene } from './scene.js'
import type { Story } from './story.js'

const GATEWAYS: Readonly<Record<CountryCode, GatewayBy>> = {
  RO: anaf,
  IT: sdi,
  BE: accessPoint,
  PL: ksef,
  FR: flowService,
  DE: accessPoint,
}

/** The governments of all countries, hostile by the plan of each invoice. */
export class Governments {
  readonly doors: Doors
  readonly grants: Grants
  readonly allowances: Allowances
  readonly suppliers: Suppliers
  readonly answers: AnswerCases
  readonly #scene: Scene
  readonly #cases = new Cases()
  readonly #post: Post
  readonly #uploads = new MemoryUploads()
  readonly #countries: ReadonlyMap<CountryCode, Country>

  constructor(scene: Scene, { seed, tokenSeconds, documents }: Pick<Story, 'seed' | 'tokenSeconds' | 'documents'>) {
    this.#scene = scene
    this.grants = new Grants(scene, tokenSeconds)
    this.allowances = new Allowances(scene)
    this.doors = new Doors(scene, seed, this.#cases, this.grants, this.allowances)
    this.#post = new Post(scene, seed)
    this.suppliers = new Suppliers(scene, seed, documents)
    this.answers = new AnswerCases(scene)
    const codes = Object.keys(GATEWAYS) as CountryCode[]
    this.#countries = new Map(codes.map((code) => [code, this.#country(code)]))
  }

  /** The countries, as a process or a client's program knows them. */
  countryOf(caller: Caller): (code: CountryCode) => Country {
    const setup = { kind: 'oauth', client: () => this.grants.clientOf(caller), clientSetting: 'CLIENT_ID' } as const
    return (code) => {
      const country = this.#countries.get(code)
      if (country === undefined) throw new Error(`no country ${code}`)
      return code === 'RO' ? { ...country, setup } : country
    }
  }

  /** All that was planned is over: calls are answered, and tokens last. */
  calm(): void {
    this.doors.isCalm = true
    this.doors.isAway = false
    this.doors.hangsUntil = 0
    this.grants.isCalm = true
  }

  /** How many times a government has an invoice. */
  takenOf(number: number): number {
    return this.#cases.known(number)?.taken.length ?? 0
  }

  /** What a government has decided on an invoice by now; null: nothing. */
  decidedOf(number: number): Decided | null {
    const { decidesAt, plan } = this.#cases.known(number) ?? { decidesAt: null }
    if (decidesAt === null || decidesAt > this.#scene.timeline.now) return null
    return { isAccepted: plan.isAccepted, responses: this.#post.responsesTo(number) }
  }

  /** Whether they have sent all their unsolicited messages. */
  get haveSentAll(): boolean {
    return this.#post.isQuiet && this.suppliers.isQuiet
  }

  /** The governments as a process calls them. */
  gatewayFor(host: Caller): GatewayFor {
    const { network, databaseServer, ports } = this.#scene
    const shared = {
      scene: this.#scene,
      host,
      doors: this.doors,
      post: this.#post,
      suppliers: this.suppliers,
      answers: this.answers,
      mailbox: network.remote(host, databaseServer, 'mailbox', ports.mailbox),
      uploads: network.remote(host, databaseServer, 'uploads', this.#uploads),
    }
    const all = new Map(
      [...this.#countries.keys()].map((country) => [country, GATEWAYS[country]({ ...shared, country })]),
    )
    return (_environment, { code }) => all.get(code) ?? null
  }

  #country(code: CountryCode): Country {
    const { invoicing, ...scripted } = scriptedCountry(NO_GATEWAY)
    if (invoicing === null) throw new Error('the scripted country has no format')
    return {
      ...scripted,
      code,
      setup: OPEN,
      invoicing: {
        ...invoicing,
        answering: answeringOf(code),
        validate: ({ number }) => {
          const known = this.#cases.of(this.#scene.planOf(Number(number)))
          if (known.faultsJudging > 0) {
            known.faultsJudging -= 1
            throw new TypeError('a fault of ours in a rule')
          }
          return known.plan.breaksRules ? BROKEN : SOUND
        },
        convert: ({ number }) => ({
          xml: `<Invoice>${number}</Invoice>`,
          mediaType: 'application/xml',
          format: 'UBL 2.1',
        }),
      },
    }
  }
}

/**
 * The operator has an access for all companies, until a company has its own key. Romania has OAuth
 * instead.
 */
const OPEN: Country['setup'] = {
  kind: 'credentials',
  instructions: [],
  schema: Type.Object({ key: Type.String() }),
  examples: [],
  faults: () => [],
  isOpen: () => true,
}

/** What buyers say, in codes of the country's own; nothing where none of the story do. */
function answeringOf(code: CountryCode): Answering {
  return {
    codes:
      code === 'RO' ? { disputed: RASP, rejected: RASP } : { acknowledged: AB, approved: AP, rejected: RE, paid: PD },
    needReason: ['disputed'],
    write: ({ responseId, code: said }) => ({ bytes: Buffer.from(`${responseId} ${said}`), mediaType: 'text/plain' }),
  }
}

const RASP = { code: 'RASP', label: 'message' }
const AB = { code: 'AB', label: 'acknowledged' }
const AP = { code: 'AP', label: 'approved' }
const RE = { code: 'RE', label: 'rejected' }
const PD = { code: 'PD', label: 'paid' }

const SOUND = { valid: true, findings: [], findingsTotal: 0, rulesChecked: 7 } as const

const BROKEN = {
  valid: false,
  findings: [{ rule: 'BR-1', severity: 'fatal', message: 'broken', path: 'number', fix: 'fix it' }],
  findingsTotal: 1,
  rulesChecked: 7,
} as unknown as typeof SOUND

/** Each process calls by a gateway of its own. */
const NO_GATEWAY = null as unknown as Gateway
