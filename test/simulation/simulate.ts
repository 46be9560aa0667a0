import { idInStream, streamName } from '../../src/domain/streams.js'
import { isToEnd } from './checks.js'
import { invoiceIdOf } from './clients.js'
import type { MemoryWork } from './memory/database.js'
import { apply } from './mishaps.js'
import { projectionOf, projectionsOf } from './projections.js'
import { TROUBLED_MS } from './mishap.js'
import type { InvoicePlan, Story } from './story.js'
import { ENVIRONMENT } from './names.js'
import { BEGIN, CLAIM_SECONDS } from './scene.js'
import { WaitingForConnections } from './waiting-for-connections.js'
import { World } from './world.js'

/** How a story ended. */
export interface Ending {
  /** What was breached; null: all held. */
  readonly failure: string | null
  readonly steps: number
  /** Milliseconds of the story's time. */
  readonly lasted: number
}

/** The rows that events have changed are compared after so many steps. */
const COMPARE_EVERY = 200
/** A story that takes more goes round in circles. */
const MOST_STEPS = 1_000_000
/** So long the quiet account's own work may take once no machine is in trouble. */
const QUIET_MS = 30_000
/** The work list is compared with the read models so often. */
const RECONCILE_MS = 60_000
/** Within so long a machine that wakes up has looked at its clocks. */
const AWAKE_MS = 100
/** In the end, whether all is done is looked at again and again, each time after so long. */
const LOOK_MS = 400
const LOOKS = 1_500
/** Nothing comes any more if nothing has happened in so many looks. */
const MOST_IDLE_LOOKS = 300

/**
 * Plays a story, and stops at the first breach. `trace` gets a line for everything that happens.
 */
export async function simulate(story: Story, trace: string[] | null = null): Promise<Ending> {
  const world = new World(story, trace)
  const { timeline, clients } = world
  const end = (): Ending => ({
    failure: world.failure,
    steps: timeline.steps,
    lasted: timeline.now - BEGIN,
  })
  const until = async (time: number, isOver: () => boolean = () => false): Promise<void> => {
    while (world.failure === null && !isOver()) {
      if (timeline.steps > MOST_STEPS) world.fail(`no end in sight after ${MOST_STEPS} steps`)
      if (!(await timeline.step(time))) return
      if (timeline.steps % COMPARE_EVERY === 0) world.checks.readModels.compare()
    }
  }

  for (const machine of world.machines) machine.start()
  for (let account = 0; account < story.accounts; account++) clients.open(account)
  const quiet = story.invoices.filter(({ account }) => account === 0)
  // Two of the quiet account come when the trouble is over.
  const late = quiet.slice(-2)
  for (const plan of story.invoices) {
    if (late.includes(plan)) continue
    timeline.after(plan.at, null, () => {
      clients.create(plan)
    })
  }
  for (const mishap of story.mishaps) apply(world, mishap)
  await until(BEGIN + TROUBLED_MS)

  // The machines are well again; governments and receivers are not.
  for (const machine of world.machines) {
    setRight(world, machine)
    if (machine.process === null || machine.process.isDead) machine.start()
    else if (isBehind(world, machine.release)) machine.restart(0)
  }
  await until(timeline.now + 2 * CLAIM_SECONDS * 1000)
  for (const plan of late) clients.create(plan)
  const quietMs = QUIET_MS + delayMs(story)
  await until(timeline.now + quietMs, () => isQuietDone(world, late))
  if (world.failure === null && !isQuietDone(world, late)) {
    world.fail(`the quiet account waited for more than ${quietMs / 1000} s, though nothing is wrong with it`)
  }

  // All is well.
  world.governments.calm()
  world.receivers.isCalm = true
  world.receivers.moods.clear()
  const waiting = new WaitingForConnections(world, story)
  let idle = 0
  for (let looks = 0; looks < LOOKS && idle < MOST_IDLE_LOOKS && world.failure === null; looks++) {
    const events = world.store.log.length
    await until(timeline.now + LOOK_MS)
    idle = world.store.log.length > events ? 0 : idle + 1
    if (idle === 0) continue
    if (isDone(world)) break
    if (await waiting.look()) skipToNextDue(world)
  }
  await until(timeline.now + LOOK_MS)
  if (world.failure === null) world.checks.atTheEnd()
  return end()
}

/**
 * Sets a machine's clock right. One that stands still first wakes up, and sees how long: a clock
 * that is set back meanwhile would hide that. It is never suspended after it was set back.
 */
function setRight({ timeline }: World, machine: World['machines'][number]): void {
  const look = (): void => {
    const stillFor = (machine.process?.standsStillUntil ?? 0) - timeline.now
    if (stillFor > 0) timeline.after(stillFor + AWAKE_MS, null, look)
    else {
      if (machine.clockOffset > 0) machine.isSetBack = true
      machine.clockOffset = 0
    }
  }
  look()
}

/**
 * What delays everybody: clocks that were ahead have put off what is due, and what a restored
 * store has taken back is found when the work list is next compared with the read models.
 */
function delayMs({ mishaps }: Story): number {
  return mishaps.reduce((sum, mishap) => {
    if (mishap.kind === 'clock') return sum + Math.max(0, mishap.by)
    return mishap.kind === 'restore' && mishap.what === 'store' ? sum + RECONCILE_MS : sum
  }, 0)
}

/**
 * Whether a restore has brought back tables of the release before, which no process is left to
 * write.
 */
function isBehind({ database, receives }: World, release: number): boolean {
  return projectionsOf(release, receives).some(({ name, version }) => {
    const live = database.tables.get(name)?.checkpoint.version
    return live !== undefined && live < version
  })
}

function isQuietDone(world: World, late: readonly InvoicePlan[]): boolean {
  const isDecided = late.every((plan) => {
    const status = world.checks.invoice(streamName(ENVIRONMENT, 'Invoice', invoiceIdOf(plan)))?.status
    return status === 'accepted' || status === 'rejected'
  })
  if (!isDecided) return false
  const { settled, all } = world.checks.deliveries.progress(world.scopeOf(0).account)
  return settled === all
}

/** Whether nothing is left to be done; what failed is tried again by its client. */
function isDone(world: World): boolean {
  const { checks, clients, database, store } = world
  const undecided = checks.undecided()
  for (const stream of undecided) {
    const account = world.accountOfInvoice(idInStream(stream))
    if (checks.invoice(stream)?.status === 'error' && account !== null) clients.retry(stream, account)
  }
  const isFolded = [...database.tables].every(([name, { checkpoint }]) => {
    const { streamPrefixes } = projectionOf(name, checkpoint.version)
    const newest = store.log.findLast(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)))
    return newest === undefined || (checkpoint.position ?? 0n) >= newest.position
  })
  const isSent = world.governments.haveSentAll && checks.responsesMissing() === null
  return (
    undecided.length === 0 &&
    clients.connections.isQuiet &&
    clients.buyers.isQuiet &&
    isSent &&
    isFolded &&
    checks.arrivals.unfinished() === null &&
    checks.deliveries.unfinished() === null &&
    checks.numbers.unfinished() === null &&
    workLeft(world).length === 0
  )
}

/** The work that ends. */
function workLeft({ database }: World): readonly MemoryWork[] {
  return [...database.work.values()].filter(({ kind }) => isToEnd(kind))
}

/** When documents are looked for, and recorded, as long as one is missing. */
function arrivalsDue({ checks, database }: World): readonly number[] {
  if (checks.arrivals.unfinished() === null) return []
  const looks = [...database.work.values()].flatMap(({ kind, dueAt }) => (kind === 'looks' ? [dueAt] : []))
  const held = [...database.arrivalCompanies.values()].map(({ heldUntil }) => heldUntil)
  return [...looks, ...held, ...[...database.arrivals.values()].map(({ dueAt }) => dueAt ?? 0)]
}

/** Nothing happens until the next thing is due: hours between two tries pass at once. */
function skipToNextDue(world: World): void {
  const { database, ports, timeline } = world
  const due = [
    ...workLeft(world).map(({ dueAt }) => dueAt),
    ...[...database.gates.values()].map(({ closedUntil }) => closedUntil ?? 0),
    ...ports.mailbox.dueTimes(),
    ...arrivalsDue(world),
  ].filter((time) => time > timeline.now)
  if (due.length > 0) timeline.skip(Math.min(...due) - timeline.now)
}
