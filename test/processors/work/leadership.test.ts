import fc from 'fast-check'
import t from 'tap'
import type { Scope } from '../../../src/domain/event.js'
import { scheduling } from '../deliveries/scheduling.js'

t.test('a process that leads again works with the configurations of today', async (t) => {
  const { process, configure, invoice, validate, remove, scheduled, account } = await scheduling(t)
  const [a, b] = [process(), process()]
  const scope = await account()
  await configure(scope, ['invoice.created'])
  a.lead()
  const first = await invoice(scope)
  await a.resign()
  b.lead()
  await configure(scope, ['invoice.validated'])
  const second = await invoice(scope)
  await validate(scope, second)
  await b.resign()
  a.lead()
  await validate(scope, first)
  await invoice(scope)
  await a.resign()
  t.same(
    await scheduled(scope),
    [`${first} invoice.created`, `${second} invoice.validated`, `${first} invoice.validated`],
    'no event is lost, and none is delivered without a subscription',
  )
  b.lead()
  await remove(scope)
  await b.resign()
  a.lead()
  await invoice(scope)
  await a.resign()
  t.equal((await scheduled(scope)).length, 3, 'nothing for a webhook that is gone')
})

const KINDS: readonly (readonly string[] | null)[] = [null, ['invoice.created'], ['invoice.validated'], []]

/** A change of one account, or of the leader. */
type Step =
  | { readonly kind: 'configure'; readonly account: number; readonly events: readonly string[] | null }
  | { readonly kind: 'remove' | 'invoice' | 'validate'; readonly account: number }
  /** `calmly`: after everything that was written; else wherever it is. */
  | { readonly kind: 'move'; readonly calmly: boolean }

const account = fc.nat({ max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('configure' as const), account, events: fc.constantFrom(...KINDS) }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'invoice' as const, 'validate' as const), account }),
  fc.record({ kind: fc.constant('invoice' as const), account }),
  fc.record({ kind: fc.constant('move' as const), calmly: fc.boolean() }),
)

t.test('under any leader each event is scheduled by the configuration in force when it happened', async (t) => {
  const { process, configure, invoice, validate, remove, scheduled, account, passed } = await scheduling(t)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const processes = [process(), process()] as const
      let leader = 0
      processes[0].lead()
      // The model: what each account has subscribed to now, what it is to hear, and invoices that
      // wait for their validation.
      const accounts = await Promise.all(
        [0, 1].map(async () => ({
          scope: await account(),
          events: [] as readonly string[] | null,
          expected: [] as string[],
          created: [] as string[],
        })),
      )
      const happened = (of: { events: readonly string[] | null; expected: string[] }, stream: string, kind: string) => {
        if (of.events === null || of.events.includes(kind)) of.expected.push(`${stream} ${kind}`)
      }
      for (const step of steps) {
        if (step.kind === 'move') {
          await processes[leader === 0 ? 0 : 1][step.calmly ? 'resign' : 'stop']()
          leader = 1 - leader
          processes[leader === 0 ? 0 : 1].lead()
          continue
        }
        const of = accounts[step.account]
        if (!of) throw new Error('no such account')
        const { scope } = of
        if (step.kind === 'configure') {
          await configure(scope, step.events)
          of.events = step.events
        } else if (step.kind === 'remove') {
          await remove(scope)
          of.events = []
        } else if (step.kind === 'invoice') {
          const stream = await invoice(scope)
          of.created.push(stream)
          happened(of, stream, 'invoice.created')
        } else {
          const stream = of.created.shift()
          if (stream === undefined) continue
          await validate(scope, stream)
          happened(of, stream, 'invoice.validated')
        }
      }
      await passed()
      for (const process of processes) await process.stop()
      for (const { scope, expected } of accounts) {
        t.same([...(await scheduled(scope))].sort(), [...expected].sort(), describe(scope, steps))
      }
      if (!t.passing()) throw new Error('an event was lost, or delivered without a subscription')
    }),
    { numRuns: 20, endOnFailure: true },
  )
})

function describe({ account }: Scope, steps: readonly Step[]): string {
  return `${account} after ${JSON.stringify(steps)}`
}
