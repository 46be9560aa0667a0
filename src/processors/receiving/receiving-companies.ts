import type { ReceivingCompany } from '../../domain/receiving.js'
import type { Scope } from '../../domain/event.js'

/** The companies that receive, for all processes: as the read model shows them. */
export interface ReceivingCompanies {
  /** Those of a scope that have one of these numbers (of VAT, taxes or the register). */
  withNumber(scope: Scope, numbers: readonly string[]): Promise<readonly ReceivingCompany[]>
  /** The live company that is this participant of Peppol, `scheme:value`; null: there is none. */
  participant(peppolId: string): Promise<ReceivingCompany | null>
  /** The ids of live companies whose looks wait until the company receives, and which do. */
  begun(): Promise<readonly string[]>
}
