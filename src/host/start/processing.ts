import { openSealing } from '../../audit/seals/open-sealing.js'
import { countryOf } from '../../countries/registry.js'
import { systemClock } from '../../domain/clock.js'
import { systemTimers } from '../../domain/timers.js'
import { HttpsSender } from '../../processors/deliveries/sender.js'
import { postgresPorts } from '../../processors/postgres-ports.js'
import { Processors } from '../../processors/processors.js'
import { RetentionChore } from '../../audit/retention/chore.js'
import { PostgresDocuments } from '../../storage/documents/postgres-documents.js'
import { PostgresVault } from '../../storage/vault/postgres-vault.js'
import { gatewaysOf } from './gateways.js'
import type { ProcessContext } from './process-context.js'
import { retentionTimes } from '../settings/retention.js'

/** The role `processors`: all that it works with. It does nothing yet. */
export function processorsOn({
  config,
  log,
  store,
  pools,
  keyRing,
  judging,
  observer,
  cleanup,
}: ProcessContext): Processors {
  const pool = pools.open('processors', 20)
  const documents = new PostgresDocuments(pool)
  const sender = new HttpsSender({ allowPrivateNetwork: config.WEBHOOK_ALLOW_PRIVATE_NETWORK })
  cleanup.add(() => sender.close())
  const sealing = openSealing(config, { store, clock: systemClock, pool, log })
  const retention = new RetentionChore({
    store,
    documents,
    pool,
    clock: systemClock,
    log,
    times: retentionTimes(config),
    waitsForSeals: sealing !== null,
  })
  return new Processors({
    store,
    documents,
    vault: new PostgresVault(pool, keyRing),
    sender,
    judging,
    ...postgresPorts(pool, config.CLAIM_SECONDS, config.GOVERNMENT_PACE),
    log,
    clock: systemClock,
    timers: systemTimers,
    countryOf,
    gatewayFor: gatewaysOf(config, pool, log, observer),
    observer,
    countrySettings: config.countrySettings,
    pace: config.GOVERNMENT_PACE,
    chores: [...(sealing === null ? [] : [sealing]), ...(config.RETENTION_OFF ? [] : [retention])],
  })
}
