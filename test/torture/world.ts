import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Anaf, startAnaf } from '../standins/anaf/index.js'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { Deployment } from '../support/deployment.js'
import { LoadBalancer } from '../support/load-balancer.js'
import type { Journal } from './journal.js'
import { Link } from './link.js'
import { CLAIM_SECONDS, type LinkName, SLOTS } from './plan.js'
import { Slot } from './slot.js'

/**
 * Six hours, after which a document that may have been taken is sent again, become 22 seconds.
 * Longer than anything in the plan of faults keeps a document from the list.
 */
const PACE = 0.001
/** How far the government's clock is from ours. */
const CLOCK_MS = 40_000
/** Scheduled refreshes come within a run. */
const ACCESS_TOKEN_SECONDS = 60
const DECISION_SECONDS = 0.2

/** A deployment of two processes of each role, all that it talks to, and networks between. */
export interface World {
  readonly deployment: Deployment
  readonly slots: readonly Slot[]
  readonly anaf: Anaf
  /** By the government's clock, which is wrong. */
  readonly governmentNow: () => Date
  readonly receiver: Receiver
  readonly links: ReadonlyMap<LinkName, Link>
  readonly balancer: LoadBalancer
  readonly journal: Journal
  /** Milliseconds for waiting work when all faults are over. */
  readonly patienceMs: number
  /** Where webhooks of a name go. */
  readonly hook: (name: string) => string
  readonly close: () => Promise<void>
}

/** Starts everything; nothing is wrong yet. */
/** @param seed decides which way the government's clock is wrong */
export async function startWorld(journal: Journal, patienceMs: number, seed: number): Promise<World> {
  const steps: (() => unknown)[] = []
  const teardown = (step: () => unknown): void => void steps.unshift(step)
  const close = async (): Promise<void> => {
    for (const step of steps.splice(0)) await step()
  }
  try {
    return { ...(await start(journal, teardown, seed)), patienceMs, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function start(
  journal: Journal,
  teardown: (step: () => unknown) => void,
  seed: number,
): Promise<Omit<World, 'close' | 'patienceMs'>> {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-torture-ca-'))
  teardown(() => rmSync(directory, { recursive: true }))
  const ca = join(directory, 'receiver.pem')
  writeFileSync(ca, CERTIFICATE.cert)

  const aheadMs = seed % 2 === 0 ? CLOCK_MS : -CLOCK_MS
  journal.say(`the government's clock is ${aheadMs / 1000} s ahead`)
  const governmentNow = (): Date => new Date(Date.now() + aheadMs)
  const anaf = await startAnaf({
    now: governmentNow,
    autoAuthorize: true,
    accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    decisionSeconds: DECISION_SECONDS,
  })
  teardown(() => anaf.stop())
  const receiver = await Receiver.listen()
  teardown(() => receiver.close())
  const balancer = await LoadBalancer.listen()
  teardown(() => balancer.close())
  const links = new Map<LinkName, Link>()
  const link = async (name: LinkName, target: Parameters<typeof Link.to>[0]): Promise<Link> => {
    const made = await Link.to(target)
    links.set(name, made)
    teardown(() => made.close())
    return made
  }
  const government = await link('government', { host: '127.0.0.1', port: Number(new URL(anaf.address).port) })
  const hooks = await link('receiver', { host: '127.0.0.1', port: receiver.port })
  const settings = Object.entries(anaf.settings).map(([name, value]) => [
    name,
    value.replace(anaf.address, `http://127.0.0.1:${government.port}`),
  ])

  const env: Readonly<Record<string, string>> = {
    ...(Object.fromEntries(settings) as Record<string, string>),
    GOVERNMENT_PACE: String(PACE),
    CLAIM_SECONDS: String(CLAIM_SECONDS),
    PUBLIC_URL: balancer.url,
    NODE_EXTRA_CA_CERTS: ca,
    SHUTDOWN_DRAIN_SECONDS: '1',
  }
  const deployment = await Deployment.create({ teardown }, env, { ownServer: true, fsync: true })
  const server = new pg.Client({ connectionString: deployment.env['DATABASE_URL'] ?? '' })
  const slots: Slot[] = []
  teardown(() => {
    for (const slot of slots) slot.abandon()
  })
  for (const [place, roles] of SLOTS.entries()) {
    const database = await link(place, { path: join(server.host, `.s.PGSQL.${server.port}`) })
    const url = `postgresql://${server.user ?? ''}@127.0.0.1:${database.port}/${server.database ?? ''}?sslmode=disable`
    slots.push(
      new Slot(`${roles}-${place}`, {
        deployment,
        roles,
        journal,
        env: { DATABASE_URL: url },
        onUrl: (before, now) => {
          if (before !== null) balancer.remove(before)
          if (now !== null) balancer.add(now)
        },
      }),
    )
  }
  await Promise.all(slots.map((slot) => slot.up()))
  const hook = (name: string): string => `https://127.0.0.1:${hooks.port}/hooks/${name}`
  return { deployment, slots, anaf, governmentNow, receiver, links, balancer, journal, hook }
}
