import type { FileNumbers } from '../gateway/file-numbers.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SimulatorLedger } from './ledger.js'

/** The stand-in for a government that the test environment uses. */
export interface Simulator {
  /** The codes of the country's catalogue that the API's reference lists for `SIM-REJECT-`. */
  readonly offeredCodes: readonly string[]
  /** The raw text of a catalogue code, in the government's language; null for an unknown code. */
  rejectionText(code: string): string | null
  /** Its interface. It stores nothing itself: its memory is `ledger`. */
  gateway(ledger: SimulatorLedger, settings: SimulatorSettings): Gateway
}

/** The operator's settings of all simulators. */
export interface SimulatorSettings {
  /** Seconds from an upload to the decision, 0 or more: `SIMULATED_DECISION_SECONDS`. */
  readonly decisionSeconds: number
  /** The clock of its decisions. */
  readonly now: () => Date
  /** For governments that identify files by their names. */
  readonly fileNumbers: FileNumbers
}
