import type { Mishap, Point } from '../mishap.js'
import type { PlantedFault } from './fault.js'
import { RECEIVING_FAULTS } from './receiving-faults.js'

/** Processes that stand still right before they do this, longer than their claims last. */
function stumblesBefore(before: Point, milliseconds = 7_000): readonly Mishap[] {
  return Array.from({ length: 10 }, (_, n) => {
    return { kind: 'stumble', at: 2_000 * (n + 1), machine: n % 2, before, for: milliseconds, suspended: false }
  })
}

/** Processes of the API that die between number and invoice, and clients that do not ask again. */
function diesBetween(): readonly Mishap[] {
  return Array.from({ length: 10 }, (_, n) => {
    return { kind: 'api death', at: 2_000 * n, calls: 6 + (n % 2), clientSurvives: false }
  })
}

/** Every fault that the simulation is known to find. */
export const PLANTED: readonly PlantedFault[] = [
  {
    name: 'an attempt id made by chance',
    changes: [
      {
        file: 'src/domain/invoice.ts',
        text: "return derivedUuid('attempt', invoiceId, sha256)",
        instead: "return derivedUuid('attempt', invoiceId, sha256, String(Math.random()))",
      },
    ],
    breach: /the government took invoice/,
    options: { mishaps: ['restore', 'kill'] },
    from: 6,
    seeds: 30,
  },
  {
    name: 'an upload without a question before it',
    changes: [
      {
        file: 'src/processors/pipeline/government-steps.ts',
        text: 'for (const attempt of open) {',
        instead: 'for (const attempt of open.slice(open.length)) {',
      },
    ],
    breach: /the government took invoice/,
    from: 0,
    seeds: 30,
  },
  {
    name: 'a last look at the claim that is left out before an upload',
    changes: [
      {
        file: 'src/processors/pipeline/government-steps.ts',
        text: 'const outcome = await gateway.submit(submission, { lost, isHeld })',
        instead: 'const outcome = await gateway.submit(submission, { lost, isHeld: () => true })',
      },
    ],
    breach: /the government took invoice/,
    options: { mishaps: ['stumble', 'pause'] },
    from: 6,
    seeds: 30,
  },
  {
    name: 'giving up after the submission has begun',
    changes: [
      {
        file: 'src/processors/pipeline/invoice-pipeline.ts',
        text: "if (loaded.state.status !== 'none' && isBegun(loaded.state)) return false",
        instead: "if (loaded.state.status === 'none') return isBegun(loaded.state)",
      },
      {
        file: 'src/commands/invoice.ts',
        text: "return finding.data.reason === 'government' ? state.status === 'submitting' : !isBegun(state)",
        instead: "return finding.data.reason === 'government' ? state.status === 'submitting' : true",
      },
    ],
    breach: /given up after its submission had begun/,
    options: { mishaps: [] },
    from: 1,
    seeds: 30,
  },
  {
    name: 'a finding that is recorded in any present status of the invoice',
    changes: [
      {
        file: 'src/commands/invoice.ts',
        text: "if (state.status === 'none' || !COMES_FROM[finding.type].includes(state.status)) return false",
        instead: "if (state.status === 'none' || COMES_FROM[finding.type].length === 0) return false",
      },
    ],
    breach: / after |ended by an error/,
    options: { mishaps: ['pause', 'kill', 'away', 'lost answers'] },
    from: 7,
    seeds: 30,
  },
  {
    name: 'a delivery that a paused process sends late',
    changes: [
      {
        file: 'src/processors/deliveries/lane.ts',
        text: '() => this.#lease.isHeld()',
        instead: '() => this.#lease !== null',
      },
    ],
    breach: /was delivered again after|was delivered before/,
    options: { mishaps: [], more: stumblesBefore('delivery') },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a claim whose age is measured by the clock that stands still',
    changes: [
      {
        file: 'src/processors/work/held-claim.ts',
        text: 'return Math.max(now.monotonic - this.#renewedAt.monotonic, now.wall - this.#renewedAt.wall)',
        instead: 'return now.monotonic - this.#renewedAt.monotonic',
      },
    ],
    breach: /was delivered again after|the government took invoice|was delivered before/,
    options: { mishaps: ['stumble', 'pause'] },
    from: 6,
    seeds: 30,
  },
  {
    name: 'a projection that skips a position when it begins again',
    changes: [
      {
        file: 'src/projections/engine/runner.ts',
        text: 'const options = { after: checkpoint, streamPrefixes',
        instead: 'const options = { after: checkpoint === null ? null : checkpoint + 1n, streamPrefixes',
      },
    ],
    breach: /is not what a rebuild|PositionBeyondEnd|came to rest|could not process an event|the quiet account waited/,
    options: { mishaps: ['kill', 'away'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a projection that folds an event twice',
    changes: [
      {
        file: 'src/projections/engine/live-table.ts',
        text: 'stored.position > checkpoint.position,',
        instead: 'stored.position > 0n,',
      },
    ],
    breach: /is not what a rebuild|could not process an event/,
    options: { mishaps: [] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a read model of another release that is written by today’s program',
    changes: [
      {
        file: 'src/projections/engine/runner.ts',
        text: 'if (known.version === projection.version) await follow',
        instead: 'if (known.version > 0) await follow',
      },
      {
        file: 'src/projections/engine/live-table.ts',
        text: 'return checkpoint?.version === this.#projection.version ? checkpoint : null',
        instead: 'return checkpoint',
      },
      {
        file: 'test/simulation/memory/live-tables.ts',
        text: 'if (table?.checkpoint.version !== projection.version) return',
        instead: 'if (table === undefined) return',
      },
      {
        file: 'test/simulation/memory/live-tables.ts',
        text: 'if (known.version !== version || known.schema',
        instead: 'if (version === 0 || known.schema',
      },
    ],
    breach: /is not what a rebuild/,
    options: { mishaps: ['upgrade'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a mark that moves before the deliveries are scheduled',
    changes: [
      {
        file: 'src/processors/deliveries/scheduler.ts',
        text: 'const scheduled = await this.#process(events, message.position, signal)',
        instead:
          'const passed = message.events.at(-1)?.position ?? message.position\n' +
          'trailing.reached({ position: passed, anchor: anchorAt(message.events) })\n' +
          'const scheduled = await this.#process(events, message.position, signal)',
      },
    ],
    breach: /had no delivery|has no delivery|was delivered before/,
    options: { mishaps: ['stumble'] },
    from: 1,
    seeds: 30,
  },
  {
    name: 'deliveries by the webhook of today instead of that when the event happened',
    changes: [
      {
        file: 'src/processors/deliveries/webhook-history.ts',
        text: 'return stateOf(entries.findLast((entry) => entry.position < position))',
        instead: 'return stateOf(entries.findLast((entry) => entry.position > 0n || position > 0n))',
      },
    ],
    breach:
      /the quiet account waited|was not to hear|has no delivery|had no delivery|another epoch|was delivered before/,
    options: { mishaps: ['webhook'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'what a removed webhook still had to hear is not cancelled',
    changes: [
      {
        file: 'src/processors/deliveries/lane.ts',
        text: 'return stale.length > 0',
        instead: 'return false',
      },
      {
        file: 'src/processors/deliveries/lane.ts',
        text: 'for (const id of deliveryIds) await this.#cancel(subject, id, epoch)',
        instead: 'for (const id of deliveryIds.slice(deliveryIds.length)) await this.#cancel(subject, id, epoch)',
      },
    ],
    breach: /was never settled|left in the work list/,
    options: { mishaps: ['webhook', 'receiver'] },
    from: 5,
    seeds: 30,
  },
  {
    name: 'deliveries for a webhook that was removed and configured again at once',
    changes: [
      {
        file: 'src/processors/deliveries/lane.ts',
        text: "if (configured.status !== 'configured' || configured.epoch !== state.epoch) return",
        instead: "if (configured.status !== 'configured') return",
      },
      {
        file: 'src/processors/deliveries/lane.ts',
        text: 'for (const id of deliveryIds) await this.#cancel(subject, id, epoch)',
        instead: 'for (const id of deliveryIds.slice(deliveryIds.length)) await this.#cancel(subject, id, epoch)',
      },
    ],
    breach: /had been removed/,
    options: { mishaps: ['webhook', 'receiver'] },
    from: 5,
    seeds: 30,
  },
  {
    name: 'one account’s deliveries at a time',
    changes: [
      {
        file: 'src/processors/deliveries/lane.ts',
        text: 'readonly concurrency = 256',
        instead: 'readonly concurrency = 1',
      },
    ],
    breach: /the quiet account waited/,
    options: {
      invoices: 80,
      mishaps: [],
      more: [1, 2, 3].map((account) => ({ kind: 'receiver', at: 1_000, account, for: 90_000, does: 'hangs' })),
    },
    from: 2,
    seeds: 30,
  },
  {
    name: 'a failure that is recorded by a worker that was overtaken',
    changes: [
      {
        file: 'src/processors/pipeline/invoice-pipeline.ts',
        text: '(failed && state !== loaded.state ? accept() : record(state))',
        instead: '(failed && state === null ? accept() : record(state))',
      },
    ],
    breach: /failed by what was found before/,
    options: { mishaps: ['stumble'], every: { refusals: 1, losesAnswer: true, breaksRules: false, silentSeconds: 0 } },
    from: 51,
    seeds: 30,
  },
  {
    name: 'a delivery whose id is made by chance',
    changes: [
      {
        file: 'src/commands/delivery.ts',
        text: "return derivedId('dlv', account, environment, id)",
        instead: "return derivedId('dlv', account, environment, id, String(Math.random()))",
      },
    ],
    breach: /has two deliveries/,
    options: { mishaps: ['stumble', 'kill'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a scheduler that keeps its mark when the store was restored',
    changes: [
      {
        file: 'src/processors/deliveries/scheduler.ts',
        text: 'await marks.restart(SCHEDULER, mark)',
        instead: 'await marks.read(SCHEDULER)',
      },
    ],
    breach: /has no delivery|the quiet account waited|was delivered before|without a pause/,
    options: { mishaps: ['restore'] },
    from: 3,
    seeds: 30,
  },
  {
    name: 'a restored store that each reader has to find by its own newest event',
    changes: [
      {
        file: 'src/eventstore/restores.ts',
        text: 'await restores.note(known, reader, error.message)',
        instead: 'await restores.count()',
      },
    ],
    breach: /has no delivery|the quiet account waited|was delivered|has not noted|without a pause|no end in sight/,
    options: { mishaps: ['restore'] },
    from: 3,
    seeds: 30,
  },
  {
    name: 'messages that are settled by events of a store that is gone',
    changes: [
      {
        file: 'src/processors/collecting/inbound-messages.ts',
        text: 'if (restores === known && !(await this.#lastLook.holds(anchor, known))) return 0',
        instead: 'if (restores === known && anchor === null && known < 0) return 0',
      },
    ],
    breach: /has not noted/,
    // No reader is there when the responses come that the restore loses.
    options: {
      invoices: 100,
      mishaps: [],
      every: { isAccepted: true, responses: 2, decidesAfterSeconds: 0 },
      more: [
        { kind: 'away', at: 3_000, server: 'store', for: 6_000 },
        { kind: 'restore', at: 9_300, what: 'store', back: 4_000 },
      ],
    },
    from: 60,
    seeds: 30,
  },
  {
    name: 'work that never rests after a restore',
    changes: [
      {
        file: 'src/processors/pipeline/invoice-pipeline.ts',
        text: 'const seen = loaded.position > claim.position ? loaded.position : claim.position',
        instead: 'const seen = loaded.position',
      },
    ],
    breach: /without a pause|no end in sight/,
    options: { mishaps: ['restore'], every: { polls: 40, silentSeconds: 0 } },
    from: 3,
    seeds: 30,
  },
  {
    name: 'a message that comes before the decision and is not kept for after it',
    changes: [
      {
        file: 'src/processors/collecting/inbound-messages.ts',
        text: 'else await this.#postpone(message)',
        instead: 'else await messages.settle(message)',
      },
    ],
    breach: /has not noted/,
    options: { mishaps: [], every: { country: 'DE', isAccepted: true, responses: 2, notifiedAfterSeconds: 30 } },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a response that is noted twice',
    changes: [
      {
        file: 'src/commands/invoice.ts',
        text: ' || responses.includes(response.messageId)) return accept()',
        instead: ') return accept()',
      },
    ],
    breach: /has noted twice/,
    options: { mishaps: ['restore'], every: { isAccepted: true, responses: 2 } },
    from: 1,
    seeds: 30,
  },
  {
    name: 'a gateway that believes a search which does not show its upload yet',
    changes: [
      {
        file: 'test/simulation/governments/ledger.ts',
        text: "return isSettled ? { kind: 'unknown' }",
        instead: "return isSettled || note !== null ? { kind: 'unknown' }",
      },
    ],
    breach: /the government took invoice/,
    options: { mishaps: [], every: { country: 'FR', losesAnswer: true, foundAfterSeconds: 60, silentSeconds: 0 } },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a restored store whose lost responses stay settled',
    changes: [
      {
        file: 'src/processors/deliveries/scheduler.ts',
        text: 'await messages.reopen()',
        instead: 'await messages.hasten([], this.#deps.clock.now())',
      },
    ],
    breach: /has not noted/,
    options: { mishaps: ['restore'], every: { isAccepted: true, responses: 2, decidesAfterSeconds: 0 } },
    from: 3,
    seeds: 30,
  },
  {
    name: 'an invoice that is not woken by its connection',
    changes: [
      {
        file: 'src/processors/deliveries/waking.ts',
        text: "const USABLE = ['ConnectionActivated', ",
        instead: 'const USABLE = [',
      },
    ],
    breach: /waits for a connection to .. that works/,
    options: { mishaps: ['connection'] },
    from: 1,
    seeds: 30,
  },
  {
    name: 'a connection that begins to work at the moment in which an invoice is about to wait for it',
    changes: [
      {
        file: 'src/processors/work/worker.ts',
        text: '(await missed?.()) === true',
        instead: 'missed === null',
      },
    ],
    breach: /waits for a connection to .. that works/,
    options: { mishaps: ['token'], every: { country: 'RO', silentSeconds: 12 } },
    from: 2,
    seeds: 30,
  },
  {
    name: 'a token that the government refuses and that is not refreshed',
    changes: [
      {
        file: 'src/processors/pipeline/government-steps.ts',
        text: 'if (access !== null) await this.#deps.access.refused(scope, access, outcome)',
        instead: 'if (access === null) return this.#withoutAccess(state, lane, null)',
      },
    ],
    breach: /waits for a connection to RO that is active and does not work/,
    options: { mishaps: ['token'], every: { country: 'RO' } },
    from: 2,
    seeds: 30,
  },
  {
    name: 'a refresh that a paused process sends late',
    changes: [
      {
        file: 'src/processors/connections/token-refresh.ts',
        text: 'client.refresh(tokens.refreshToken, this.#deps.clock.now(), lease)',
        instead: 'client.refresh(tokens.refreshToken, this.#deps.clock.now())',
      },
    ],
    breach: /was sent again after its successor was stored/,
    options: { mishaps: ['token'], more: stumblesBefore('refresh', 15_000), every: { country: 'RO' } },
    from: 0,
    seeds: 30,
  },
  {
    name: 'one account’s used-up calls that keep all others waiting',
    changes: [
      {
        file: 'src/processors/work/gates-of-call.ts',
        text: "if (connection !== null && concerns === 'connection') await gates.close(connection, outcome.until)",
        instead: "if (connection !== null && concerns === 'connection') await gates.close(lane, outcome.until)",
      },
    ],
    breach: /the quiet account waited/,
    options: {
      mishaps: [],
      more: (['RO', 'IT'] as const).map((country) => {
        return { kind: 'budget', at: 2_000, account: 1, country, concerns: 'connection', calls: 1, for: 120_000 }
      }),
    },
    from: 0,
    seeds: 30,
  },
  {
    name: 'used-up calls that are asked for again without a pause',
    changes: [
      {
        file: 'src/processors/pipeline/government-steps.ts',
        text: "seconds: outcome.concerns === 'government' ? 0 : this.#secondsUntil(outcome.until),",
        instead: 'seconds: 0 * this.#secondsUntil(outcome.until),',
      },
    ],
    breach: /without a pause|asked for again and again/,
    options: { mishaps: ['budget'] },
    from: 13,
    seeds: 30,
  },
  {
    name: 'a replayed event that is sent after later ones',
    changes: [
      {
        file: 'src/projections/outbox.ts',
        text: ': placed(pending, again),',
        instead: ': [...pending, again],',
      },
    ],
    breach: /was delivered before/,
    options: { mishaps: ['replay', 'receiver'] },
    from: 1,
    seeds: 30,
  },
  {
    name: 'a rotated secret that no longer signs beside the new one',
    changes: [
      {
        file: 'src/processors/deliveries/request.ts',
        text: 'const secrets = previous === undefined ? [secret] : [secret, previous]',
        instead: 'const secrets = [secret]',
      },
    ],
    breach: /is not signed by a secret that is in force/,
    options: { mishaps: ['rotation'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a process that waits for a government’s answer when it is to end',
    changes: [
      {
        file: 'src/countries/gateway/call-end.ts',
        text: 'if (graceMs === 0) this.#end(STOPS)',
        instead: 'if (graceMs === 0) return',
      },
    ],
    breach: /did not end within/,
    options: { mishaps: ['hanging stop'] },
    from: 1,
    seeds: 30,
  },
  {
    name: 'a next number though the invoice of the last one is missing',
    changes: [
      {
        file: 'src/commands/use-cases/assign-number.ts',
        text: 'if (!isKnown) await finishLast(deps, context, stream, before.state)',
        instead: '',
      },
    ],
    breach: /has no invoice/,
    options: { mishaps: ['api death'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'an invoice that is prepared when its number is assigned',
    changes: [
      {
        file: 'src/commands/use-cases/assign-number.ts',
        text: '    await deps.prepared.put(prepared)\n',
        instead: '',
      },
      {
        file: 'src/commands/use-cases/assign-number.ts',
        text: "if (outcome.kind === 'done') {\n",
        instead: "if (outcome.kind === 'done') {\n      await deps.prepared.put(prepared)\n",
      },
    ],
    breach: /became void/,
    options: { mishaps: ['api death'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'a last number that no one finishes',
    changes: [
      {
        file: 'src/processors/pipeline/finishing.ts',
        text: 'const outcome = await finishPrepared(this.#deps, each)',
        instead: "const outcome = await Promise.resolve('waits' as 'waits' | 'created')",
      },
    ],
    breach: /has no invoice/,
    options: { mishaps: [], more: diesBetween() },
    from: 0,
    seeds: 30,
  },
  ...RECEIVING_FAULTS,
]
