import type pg from 'pg'
import type { Logger } from 'pino'
import type { GatewayTools } from '../countries/gateway-tools.js'
import { allGateways, type GatewayFor } from '../countries/gateways.js'
import { systemClock } from '../domain/clock.js'
import { PostgresCallBudgets } from '../storage/postgres-call-budgets.js'
import { PostgresFileNumbers } from '../storage/postgres-file-numbers.js'
import { PostgresMailbox } from '../storage/postgres-mailbox.js'
import { PostgresSimulatorLedger } from '../storage/postgres-simulator-ledger.js'
import { PostgresUploadLedger } from '../storage/postgres-upload-ledger.js'
import type { Config } from './config.js'

/** The gateways of a process, whose memory is the database behind `pool`. */
export function gatewaysOf(config: Config, pool: pg.Pool, log: Logger): GatewayFor {
  const fileNumbers = new PostgresFileNumbers(pool)
  const tools: GatewayTools = {
    settings: config.countrySettings,
    uploads: new PostgresUploadLedger(pool),
    budgets: new PostgresCallBudgets(pool),
    clock: systemClock,
    pace: config.GOVERNMENT_PACE,
    fileNumbers,
    mailbox: new PostgresMailbox(pool),
    allowPrivateNetwork: config.GATEWAY_ALLOW_PRIVATE_NETWORK,
    warn: (facts, text) => log.warn(facts, text),
  }
  return allGateways(tools, new PostgresSimulatorLedger(pool), {
    decisionSeconds: config.SIMULATED_DECISION_SECONDS,
    now: () => systemClock.now(),
    fileNumbers,
  })
}
