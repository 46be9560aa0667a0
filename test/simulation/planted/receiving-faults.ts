import type { Mishap } from '../mishap.js'
import type { PlantedFault } from './fault.js'

/** Processes that stand still right before they hand in an answer, longer than claims last. */
const BEFORE_ANSWERS: readonly Mishap[] = Array.from({ length: 12 }, (_, n) => ({
  kind: 'arrival stumble',
  at: 2_000 * (n + 1),
  machine: n % 2,
  before: 'answer',
  for: 7_000,
  suspended: false,
}))

const UNCOMPARED = /is shown as the duplicate of|findings on its bank account/

/** Faults in what receives documents and brings answers to them. */
export const RECEIVING_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a look that does not overlap with the one before it',
    changes: [
      {
        file: 'src/countries/ro/anaf/look.ts',
        text: 'const overlap = settledMs(SETTLED.afterTry, tools)',
        instead: 'const overlap = settledMs(0, tools)',
      },
    ],
    breach: /never arrived/,
    options: { invoices: 3, documents: 20, mishaps: [] },
    from: 0,
    seeds: 10,
  },
  {
    name: 'a document that is settled before its event',
    changes: [
      {
        file: 'src/processors/receiving/arrival-desk.ts',
        text: '    const ends =\n',
        instead:
          '    const early = due.map((arrival) => ({ arrival, receivedId: "rcv_1", position: null }))\n' +
          '    await arrivals.settle(held, early, clock.now())\n' +
          '    const ends =\n',
      },
    ],
    breach: /never arrived/,
    options: { invoices: 3, documents: 20, mishaps: ['kill', 'away', 'lost answers', 'stumble'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'documents that a restored store has lost and that are not recorded again',
    changes: [
      {
        file: 'src/processors/receiving/arrival-desk.ts',
        text: '      await arrivals.reopen()\n',
        instead: '',
      },
    ],
    breach: /never arrived/,
    options: { invoices: 3, documents: 20, mishaps: ['restore'] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'documents of one turn that are not compared with each other',
    changes: [
      {
        file: 'src/processors/receiving/turn-book.ts',
        text: 'const before = this.#noted.slice(0, place === -1 ? this.#noted.length : place)',
        instead: 'const before: Noted[] = []',
      },
    ],
    breach: UNCOMPARED,
    options: { invoices: 3, documents: 30, mishaps: [] },
    from: 0,
    seeds: 30,
  },
  {
    name: 'documents that are compared before the read model shows those of the turn before',
    changes: [
      {
        file: 'src/processors/receiving/arrival-desk.ts',
        text: '    if (await receivedUpTo(newest)) {',
        instead: '    if (newest > 0n) {',
      },
    ],
    breach: UNCOMPARED,
    options: { invoices: 3, documents: 40, mishaps: ['pause', 'stumble', 'kill'] },
    from: 0,
    seeds: 60,
  },
  {
    name: 'an answer that a process hands in after its claim has ended',
    changes: [
      {
        file: 'src/processors/receiving/answer-step.ts',
        text: 'const outcome = await desk.send(sent, lease)',
        instead: 'const outcome = await desk.send(sent)',
      },
    ],
    breach: /took the answer .* a second time/,
    options: { invoices: 3, documents: 30, mishaps: [], more: BEFORE_ANSWERS },
    from: 0,
    seeds: 30,
  },
  {
    name: 'an answer that overtakes the one before it',
    changes: [
      {
        file: 'src/processors/receiving/answers.ts',
        text: "if (answer.status === 'requested') return this.#soonest(seen, [...looked.values()])",
        instead: '',
      },
    ],
    breach: /handed in before|was handed in/,
    options: { invoices: 3, documents: 30, mishaps: [] },
    from: 0,
    seeds: 30,
  },
]
