import { completeAuthorization } from '../../src/commands/use-cases/authorization.js'
import { connectCompany, disconnect } from '../../src/commands/use-cases/connections.js'
import { handOverCredentials } from '../../src/commands/use-cases/credentials.js'
import { currentConnection } from '../../src/commands/use-cases/current-connection.js'
import { type CommandDeps, load, type ScopedContext } from '../../src/commands/handle.js'
import { connection } from '../../src/domain/connection.js'
import type { CountryCode } from '../../src/domain/request/invoice-request.js'
import { derivedId } from '../../src/domain/ids.js'
import { Refusal } from '../../src/domain/refusal.js'
import type { Vault } from '../../src/storage/vault/vault.js'
import type { Chance } from './chance.js'
import type { Grants } from './governments/grants.js'
import type { Caller, Scene } from './scene.js'
import type { Story } from './story.js'

/** The means of the clients' own program. */
interface ConnectingDeps {
  readonly scene: Scene
  readonly caller: Caller
  readonly grants: Grants
  readonly chance: Chance
  readonly commands: CommandDeps
  readonly vault: Vault
  /** Tries until it is answered. */
  readonly untilDone: (work: () => Promise<void>) => void
  readonly contextOf: (account: number) => ScopedContext
}

/** Through which connection a company receives. */
const CONNECTED = { anaf: 'RO', peppol: 'BE' } as const
/** A client acts so many milliseconds after it has heard that a connection needs it. */
const ACTS_AFTER_MS = [1_000, 8_000] as const

/** The clients' connections: their users set them up, and again when they stop working. */
export class Connecting {
  readonly #deps: ConnectingDeps
  readonly #wanted: readonly (readonly [account: number, country: CountryCode])[]
  readonly #hasClocksWrong: boolean
  /** Acts that are due. */
  #due = 0

  constructor(deps: ConnectingDeps, { invoices, documents, mishaps }: Story) {
    this.#deps = deps
    const receiving = documents.map(({ account, channel }) => ({ account, country: CONNECTED[channel] }))
    const wanted = new Map(
      [...invoices, ...receiving].map(({ account, country }) => [`${account} ${country}`, [account, country] as const]),
    )
    this.#wanted = [...wanted.values()]
    this.#hasClocksWrong = mishaps.some(({ kind }) => kind === 'clock')
  }

  /** Whether no client is about to do anything. */
  get isQuiet(): boolean {
    return this.#due === 0
  }

  /** The countries to which an account has to be connected. */
  countriesOf(account: number): readonly CountryCode[] {
    return this.#wanted.flatMap(([whose, country]) => (whose === account ? [country] : []))
  }

  /** Sets up all connections that are not set up: after a restore no client knows which are. */
  setUpAll(): void {
    for (const [account, country] of this.#wanted) this.#act(() => this.setUp(account, country))
  }

  /** Connects an account to a government, with what its user has to do for that. */
  async setUp(account: number, country: CountryCode): Promise<void> {
    const { commands, caller, scene, grants, contextOf, chance } = this.#deps
    const wanted = { companyId: companyIdOf(account), countryCode: country }
    const { connectionId, stream } = await connectCompany(this.#withCountries, contextOf(account), wanted)
    const { state } = await load(commands.store, connection, stream)
    if (state.status !== 'pending_setup') return
    const outcome = await completeAuthorization(
      this.#withCountries,
      scene.outside(caller).countryOf(country),
      { state: connectionId, code: grants.codeFor(account), error: undefined },
      { redirectUri: 'https://service.example/callback', correlationId: 'req_simulated' },
    )
    if (outcome.kind === 'failed') this.#later(chance.between(...ACTS_AFTER_MS), () => this.setUp(account, country))
  }

  /** Deletes a connection, and creates it again after so many milliseconds. */
  delete(account: number, country: CountryCode, milliseconds: number): void {
    const { commands, contextOf, scene, vault } = this.#deps
    if (!this.countriesOf(account).includes(country)) return
    let deleted: string | null = null
    this.#act(async () => {
      const scope = scene.scopeOf(account)
      const { connectionId } = await currentConnection(commands, scope, companyIdOf(account), country)
      // The one that it was about the first time: a later one is not meant.
      deleted ??= connectionId
      await unlessRefused(disconnect({ ...commands, vault }, contextOf(account), deleted))
      this.#later(milliseconds, () => this.setUp(account, country))
    })
  }

  /** Sends a new key for a connection. */
  replace(account: number, country: CountryCode): void {
    const { commands, grants, contextOf, scene } = this.#deps
    if (country === 'RO' || !this.countriesOf(account).includes(country)) return
    this.#act(async () => {
      const { connectionId } = await currentConnection(commands, scene.scopeOf(account), companyIdOf(account), country)
      const given = { value: { key: grants.keyFor(account, country) }, faults: [] }
      await unlessRefused(handOverCredentials(this.#withCountries, contextOf(account), connectionId, given))
    })
  }

  /** A connection needs its user. */
  needsUser(account: number, country: CountryCode): void {
    this.#later(this.#deps.chance.between(...ACTS_AFTER_MS), async () => {
      const { commands, scene, grants } = this.#deps
      const { loaded } = await currentConnection(commands, scene.scopeOf(account), companyIdOf(account), country)
      const { state } = loaded
      if (state.status !== 'expired' && state.status !== 'error') return
      if (country !== 'RO') {
        this.replace(account, country)
        return
      }
      // Tokens stored later revive it, as soon as the process that stored them moves on.
      const stoppedAt = Date.parse(loaded.events.at(-1)?.metadata.occurredAt ?? '')
      const goodSince = grants.goodSince(account, state.connectionId)
      if (!this.#hasClocksWrong && goodSince !== null && goodSince <= stoppedAt) {
        scene.fail(`account ${account} has to authorise again, though its government accepts its tokens`)
      }
      this.#act(() => this.setUp(account, country))
    })
  }

  get #withCountries() {
    const { scene, caller, commands, vault } = this.#deps
    const { countryOf } = scene.outside(caller)
    return { ...commands, vault, countryOf, config: { countrySettings: {}, gatewayAllowPrivateNetwork: false } }
  }

  #later(milliseconds: number, work: () => Promise<void>): void {
    this.#due += 1
    this.#deps.scene.timeline.after(milliseconds, null, () => {
      this.#due -= 1
      this.#act(work)
    })
  }

  #act(work: () => Promise<void>): void {
    this.#due += 1
    this.#deps.untilDone(async () => {
      await work()
      this.#due -= 1
    })
  }
}

/** The id of an account's only company. */
export function companyIdOf(account: number): string {
  return derivedId('comp', 'simulated', String(account))
}

/** A client's request may be refused: another one of its own may have made it impossible. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
