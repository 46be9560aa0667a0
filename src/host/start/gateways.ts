import type pg from 'pg'
import type { Logger } from 'pino'
import type { GatewayTools } from '../../countries/gateway/gateway-tools.js'
import { allGateways, type GatewayFor } from '../../countries/gateways.js'
import { observedBudgets, observedGateway } from '../../countries/gateway/observed-gateway.js'
import { type Observer, UNOBSERVED } from '../../domain/observer.js'
import { systemClock } from '../../domain/clock.js'
import { PostgresCallBudgets } from '../../countries/gateway/postgres/call-budgets.js'
import { PostgresFileNumbers } from '../../countries/gateway/postgres/file-numbers.js'
import { PostgresMailbox } from '../../countries/gateway/postgres/mailbox.js'
import { PostgresSimulatorLedger } from '../../countries/simulation/postgres-ledger.js'
import { PostgresUploadLedger } from '../../countries/gateway/postgres/upload-ledger.js'
import type { Config } from '../settings/config.js'

/**
 * The gateways of a process, whose memory is the database behind `pool`. `observer` hears of every
 * operation and call.
 */
export function gatewaysOf(config: Config, pool: pg.Pool, log: Logger, observer: Observer = UNOBSERVED): GatewayFor {
  const fileNumbers = new PostgresFileNumbers(pool)
  const tools: GatewayTools = {
    settings: config.countrySettings,
    uploads: new PostgresUploadLedger(pool),
    budgets: observedBudgets(new PostgresCallBudgets(pool), observer),
    observer,
    clock: systemClock,
    pace: config.GOVERNMENT_PACE,
    fileNumbers,
    mailbox: new PostgresMailbox(pool),
    allowPrivateNetwork: config.GATEWAY_ALLOW_PRIVATE_NETWORK,
    warn: (facts, text) => log.warn(facts, text),
  }
  const gatewayFor = allGateways(tools, new PostgresSimulatorLedger(pool), {
    decisionSeconds: config.SIMULATED_DECISION_SECONDS,
    now: () => systemClock.now(),
    fileNumbers,
  })
  if (observer === UNOBSERVED) return gatewayFor
  return (environment, country) => {
    const gateway = gatewayFor(environment, country)
    return gateway && observedGateway(gateway, { country: country.code, environment }, observer)
  }
}
