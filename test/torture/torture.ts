import { ROMANIAN_VAT } from '../../src/countries/ro/vat.js'
import { setTimeout as delay } from 'node:timers/promises'
import { checkUploads } from './checks/government.js'
import { checkDecisions, checkIsolation } from './checks/invoices.js'
import { checkReceived } from './checks/received.js'
import { checkChains, checkReadModels } from './checks/store.js'
import { checkWebhooks } from './checks/webhooks.js'
import { Customer } from './customer.js'
import { drainAnswers, drainDeliveries, drainInvoices, drainReceived } from './drain.js'
import { Faults } from './faults.js'
import { Journal } from './journal.js'
import { outage } from './outage.js'
import { CUSTOMERS, drawPlan } from './plan.js'
import { describeProblems } from './report.js'
import { Supplier } from './supplier.js'
import { startWorld, type World } from './world.js'

/** How a run is to be. */
interface TortureOptions {
  /** How long faults happen; a fraction counts. */
  readonly minutes: number
  /** The same plan of faults for the same number. */
  readonly seed: number
  /** How long waiting work may take when all faults are over. */
  readonly patienceSeconds: number
  /** Where the logs of a run that fails are kept. */
  readonly logs: string
  readonly print: (line: string) => void
}

/** The result of a run. */
interface TortureOutcome {
  /** The broken promises, with their circumstances; empty: none. */
  readonly problems: readonly string[]
  /** Invoices that were acknowledged. */
  readonly invoices: number
}

/** Programs of an account at a time, and their pause between two invoices. */
const CLIENTS = [3, 1, 1] as const
const PAUSE_MS = 1_200

/**
 * Two processes of each role, a government and receivers, under faults drawn by the seed; then all
 * faults end, and every promise of the service is checked.
 */
export async function torture({
  minutes,
  seed,
  patienceSeconds,
  logs,
  print,
}: TortureOptions): Promise<TortureOutcome> {
  const journal = new Journal(print)
  journal.say(`torture: ${minutes} minutes, seed ${seed}`)
  const world = await startWorld(journal, patienceSeconds * 1000, seed)
  let problems: readonly string[] = []
  const customers: Customer[] = []
  const suppliers: Supplier[] = []
  try {
    const places = Array.from({ length: CUSTOMERS }, (_, place) => place)
    customers.push(
      ...(await Promise.all(places.map((place) => Customer.open(world, `customer${place}`, fiscalCode(place))))),
    )
    suppliers.push(...customers.map((customer) => new Supplier(world, customer)))
    await suffer(world, customers, suppliers, { seed, minutes })
    await check(world, customers, suppliers)
  } catch (error) {
    journal.broken(
      `the run could not continue: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    )
  } finally {
    await Promise.all([
      ...customers.map((customer) => customer.abandon()),
      ...suppliers.map((supplier) => supplier.leave()),
    ])
    if (journal.problems.length > 0) {
      problems = [
        ...(await describeProblems(world).catch((error: unknown) => [
          `the problems can't be reported: ${String(error)}`,
        ])),
        `seed ${seed}, logs in ${logs}`,
      ]
      journal.note(problems.join('\n'))
      journal.write(logs)
    }
    await world.close()
  }
  return { problems, invoices: customers.flatMap(({ posted }) => posted).length }
}

async function suffer(
  world: World,
  customers: readonly Customer[],
  suppliers: readonly Supplier[],
  { seed, minutes }: Pick<TortureOptions, 'seed' | 'minutes'>,
): Promise<void> {
  const { journal } = world
  for (const [place, customer] of customers.entries()) customer.work(CLIENTS[place] ?? 1, PAUSE_MS)
  for (const supplier of suppliers) supplier.work()
  const begun = performance.now()
  await new Faults(world, customers).happen(drawPlan(seed, minutes))
  await delay(Math.max(0, begun + minutes * 60_000 - performance.now()))
  for (const supplier of suppliers) supplier.rest()
  await Promise.all(customers.map((customer) => customer.rest()))
  const posted = customers.flatMap((customer) => customer.posted)
  journal.say(`all faults are over; ${posted.length} invoices were acknowledged`)
  for (const { name, failures } of customers)
    for (const [answer, times] of failures) journal.note(`${name} was answered ${times} times: ${answer}`)
  await drainInvoices(
    world,
    posted.map(({ id }) => id),
  )
  await drainReceived(world, suppliers)
  await Promise.all(suppliers.map((supplier) => supplier.leave()))
  await drainAnswers(world)
}

async function check(world: World, customers: readonly Customer[], suppliers: readonly Supplier[]): Promise<void> {
  const { journal, slots } = world
  const [large, small] = customers
  if (large !== undefined && small !== undefined) await outage(world, large, small)
  await drainDeliveries(world, customers)
  await checkIsolation(world, customers)
  await Promise.all(customers.map((customer) => customer.leave()))
  // All writers of events end, so that the read models can be compared.
  for (const slot of slots.filter(({ name }) => !name.startsWith('projections'))) {
    await slot.close()
  }
  await checkDecisions(world, customers)
  await checkUploads(world, customers)
  await checkReceived(world, suppliers)
  const { again, late } = await checkWebhooks(world, customers)
  const streams = await checkChains(world)
  await checkReadModels(world)
  const { received } = world.anaf
  journal.say(
    `${world.receiver.received.length} deliveries, ${again} of them repeated, ${late} late; ` +
      `${received.length} uploads, ${received.filter(({ answered }) => !answered).length} without an answer; ${streams} streams; ` +
      `${suppliers.flatMap(({ sent }) => sent).length} invoices of suppliers, ` +
      `${suppliers.flatMap(({ answered }) => [...answered]).length} of them answered`,
  )
}

/** A Romanian VAT number with its check digit, another one for each place. */
function fiscalCode(place: number): string {
  const numbers = Array.from({ length: 10 }, (_, digit) => `RO1234567${place}${digit}`)
  const number = numbers.find((each) => ROMANIAN_VAT.normalise(each, { checkDigit: true }) !== null)
  if (number === undefined) throw new Error(`no check digit for ${place}`)
  return number
}
