import t from 'tap'
import type { Decision } from '../src/commands/handle.js'
import { type Aggregate, fold } from '../src/domain/aggregate.js'
import type { DomainEvent } from '../src/domain/event.js'

/**
 * Tests of decisions in the words given, when, then, on the production types: the events that
 * happened, the decision that is asked for, and the events that follow or the reason why not.
 *
 *     given(company, created)
 *       .when(deactivateCompany())
 *       .then({ type: 'CompanyDeactivated', data: {} })
 *     given(company).when(deactivateCompany()).thenRejected('unknown')
 */
export function given<State, Event extends DomainEvent>(
  aggregate: Aggregate<State, Event>,
  ...events: readonly Event[]
): Given<State, Event> {
  return {
    when: (decide) => {
      const decision = decide(fold(aggregate, events))
      return {
        then: (...expected) => {
          t.same(decision, { kind: 'accept', events: expected }, sentence(events, expected))
          // What was decided must also be something that the aggregate can live with.
          fold(aggregate, [...events, ...expected])
        },
        thenNothing: () => t.same(decision, { kind: 'accept', events: [] }, sentence(events, [])),
        thenRejected: (rejection) => t.same(decision, { kind: 'reject', rejection }, sentence(events, [], rejection)),
      }
    },
  }
}

interface Given<State, Event extends DomainEvent> {
  when<Rejection extends string>(decide: (state: State) => Decision<Event, Rejection>): Then<Event, Rejection>
}

interface Then<Event extends DomainEvent, Rejection extends string> {
  /** These events, in this order, and no others. */
  then(...events: readonly Event[]): void
  /** Accepted, and there is nothing to do. */
  thenNothing(): void
  thenRejected(rejection: Rejection): void
}

function sentence(before: readonly DomainEvent[], after: readonly DomainEvent[], rejection = 'nothing'): string {
  const names = (events: readonly DomainEvent[]): string => events.map((event) => event.type).join(', ')
  return `given ${names(before) || 'nothing'} then ${names(after) || rejection}`
}
