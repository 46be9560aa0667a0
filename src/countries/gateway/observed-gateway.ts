import type { Environment } from '../../domain/event.js'
import type { Observer } from '../../domain/observer.js'
import type { AnswerDesk } from './answering.js'
import type { CallBudgets } from './call-budgets.js'
import type { Gateway } from './gateway.js'

/** The same gateway; the observer is notified of each operation, with the kind of its outcome. */
export function observedGateway(
  gateway: Gateway,
  of: { readonly country: string; readonly environment: Environment },
  observer: Observer,
): Gateway {
  const watch = <T extends { readonly kind: string }>(operation: string, work: () => Promise<T>): Promise<T> =>
    observer.watch({ kind: 'operation', operation, ...of }, work, ({ kind }) => kind)
  // Operations missing in a gateway are missing here, too, because callers check.
  return {
    submit: (...given) => watch('submit', () => gateway.submit(...given)),
    find: (...given) => watch('find', () => gateway.find(...given)),
    poll: (...given) => watch('poll', () => gateway.poll(...given)),
    ...(gateway.budgets && { budgets: gateway.budgets.bind(gateway) }),
    ...(gateway.check && { check: watched('check', gateway.check.bind(gateway)) }),
    ...(gateway.collect && { collect: watched('collect', gateway.collect.bind(gateway)) }),
    ...(gateway.arrivals && { arrivals: { ...gateway.arrivals, look: watched('look', gateway.arrivals.look) } }),
    ...(gateway.answers && { answers: observedDesk(gateway.answers) }),
    ...(gateway.responseIn && { responseIn: gateway.responseIn.bind(gateway) }),
    ...(gateway.reportPayment && { reportPayment: watched('report payment', gateway.reportPayment.bind(gateway)) }),
    ...(gateway.reconcile && { reconcile: watched('reconcile', gateway.reconcile.bind(gateway)) }),
    ...(gateway.uploadsSince && { uploadsSince: watched('list', gateway.uploadsSince.bind(gateway)) }),
    ...(gateway.listedAs && { listedAs: gateway.listedAs.bind(gateway) }),
    ...(gateway.receivable && { receivable: watched('receivable', gateway.receivable.bind(gateway)) }),
    ...(gateway.participant && { participant: watched('participant', gateway.participant.bind(gateway)) }),
  }

  function observedDesk(desk: AnswerDesk): AnswerDesk {
    return {
      send: watched('answer', desk.send.bind(desk)),
      // It makes no call.
      ...(desk.barred && { barred: desk.barred.bind(desk) }),
      ...(desk.follow && { follow: watched('follow answer', desk.follow.bind(desk)) }),
    }
  }

  function watched<Given extends unknown[], T extends { readonly kind: string }>(
    operation: string,
    work: (...given: Given) => Promise<T>,
  ): (...given: Given) => Promise<T> {
    return (...given) => watch(operation, () => work(...given))
  }
}

/** The same budgets; the observer is notified whether calls were granted. */
export function observedBudgets(budgets: CallBudgets, observer: Observer): CallBudgets {
  return {
    async take(wanted) {
      const usedUp = await budgets.take(wanted)
      // Names of budgets begin with the country; what follows may be a customer's number.
      const [country = ''] = (wanted[0]?.name ?? '').split(' ')
      observer.happened({ kind: 'call budget', country, granted: usedUp === null })
      return usedUp
    },
    used: (wanted) => budgets.used(wanted),
    statedLimits: (customer) => budgets.statedLimits(customer),
    keepStatedLimits: (customer, stated) => budgets.keepStatedLimits(customer, stated),
  }
}
