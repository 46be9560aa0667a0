import type { Clock } from '../domain/clock.js'
import type { CallBudgets } from './call-budgets.js'
import type { CountrySettings } from './settings.js'
import type { UploadLedger } from './upload-ledger.js'

/** What the gateways to real governments work with. */
export interface GatewayTools {
  readonly settings: CountrySettings
  readonly uploads: UploadLedger
  readonly budgets: CallBudgets
  readonly clock: Clock
  /**
   * Multiplies every waiting time between calls: `GOVERNMENT_PACE`, 1 with a real government.
   */
  readonly pace: number
}
