import type { CountryCode } from '../src/domain/invoice-request.js'
import { startAnaf } from '../test/standins/anaf/index.js'

/** A stand-in for a government, as far as the demo needs to know it. */
export interface StandIn {
  /** Whose place it takes. */
  readonly name: string
  /** What the service has in its environment. */
  readonly settings: Readonly<Record<string, string>>
  /** Does what the company's user does to make a new connection active. */
  readonly connect: (connection: NewConnection) => Promise<void>
  /** Answers every call with 503, from now on. */
  readonly goAway: () => void
  readonly comeBack: () => void
  readonly stop: () => Promise<void>
}

/** The answer of POST /v1/connections. */
export interface NewConnection {
  readonly id: string
  readonly status: string
  readonly authorizationUrl?: string
}

/** Seconds until a stand-in has decided. */
const DECISION_SECONDS = 4

/** The stand-ins that there are, by country. */
export const STAND_INS: { readonly [Code in CountryCode]?: () => Promise<StandIn> } = { RO: standInForAnaf }

async function standInForAnaf(): Promise<StandIn> {
  const anaf = await startAnaf({ autoAuthorize: true, decisionSeconds: DECISION_SECONDS })
  return {
    name: 'ANAF',
    settings: anaf.settings,
    connect: async ({ authorizationUrl }) => {
      if (authorizationUrl === undefined) throw new Error('the connection has no authorizationUrl')
      // As a browser does: ANAF sends it back to the service with a code.
      const page = await fetch(authorizationUrl)
      if (!page.ok) throw new Error(`the authorisation ended with ${page.status}: ${await page.text()}`)
    },
    goAway: () => anaf.faults({ on: 'all', does: { kind: 'answer', status: 503, body: 'Service Unavailable' } }),
    comeBack: () => anaf.faults(),
    stop: () => anaf.stop(),
  }
}
