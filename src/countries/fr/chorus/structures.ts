import { parseInvoice } from '../../../einvoice/syntax/invoice-document.js'
import { readParsed } from '../../../einvoice/syntax/read-invoice.js'
import { isBlank } from '../../../einvoice/xml/white-space.js'
import type { NoAnswer } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'
import type { ChorusAccess } from '../credentials.js'
import { isNoAnswer } from '../failures.js'
import { UNASKED_STRUCTURE } from '../rules/chorus.js'
import type { ChorusPro } from './api.js'
import { keepNewest } from '../../../domain/keep-newest.js'

const DAY_SECONDS = 24 * 3600
/** The most bodies whose records are kept. */
const MOST_KEPT = 5_000

/** What the record of a public body asks of an invoice; `unknown`: Chorus Pro has no such body. */
type Demands =
  | { readonly kind: 'known'; readonly service: boolean; readonly engagement: boolean; readonly either: boolean }
  | { readonly kind: 'unknown' }

/** Whether the buyer's record permits the deposit. */
type StructureVerdict =
  | { readonly kind: 'permitted'; readonly warnings: readonly string[] }
  | { readonly kind: 'refused'; readonly errorMessage: string }

/**
 * The records of public bodies at Chorus Pro (rechercherStructure, consulterStructure), each kept
 * for a day. A record is public, so every connection may use it.
 */
export class Structures {
  readonly #kept = new Map<string, { readonly demands: Demands; readonly until: number }>()

  constructor(
    private readonly chorus: ChorusPro,
    private readonly tools: GatewayTools,
  ) {}

  /**
   * Compares a document with the record of its buyer. A record that can't be read is a warning.
   */
  async verdictOn(access: ChorusAccess, xml: Uint8Array): Promise<StructureVerdict> {
    const { buyer, buyerReference, purchaseOrderReference } = readParsed(parseInvoice(xml)).invoice
    const siret = buyer.legalRegistration?.value ?? ''
    const demands = await this.#demandsOf(access, siret)
    if (isNoAnswer(demands)) {
      const { id, message } = UNASKED_STRUCTURE
      this.tools.warn({ reason: demands.reason }, 'an invoice is sent without the record of its buyer at Chorus Pro')
      return { kind: 'permitted', warnings: [`${id}: ${message.replace('{}', () => siret)}`] }
    }
    const errorMessage = missingIn(demands, siret, !isBlank(buyerReference), !isBlank(purchaseOrderReference))
    return errorMessage === null ? { kind: 'permitted', warnings: [] } : { kind: 'refused', errorMessage }
  }

  async #demandsOf(access: ChorusAccess, siret: string): Promise<Demands | NoAnswer> {
    const now = this.tools.clock.now().getTime()
    const kept = this.#kept.get(siret)
    if (kept !== undefined && kept.until > now) return kept.demands
    const demands = await this.#asked(access, siret)
    if (isNoAnswer(demands)) return demands
    keepNewest(this.#kept, siret, { demands, until: now + DAY_SECONDS * this.tools.pace * 1000 }, MOST_KEPT)
    return demands
  }

  async #asked(access: ChorusAccess, siret: string): Promise<Demands | NoAnswer> {
    const id = await this.chorus.structureId(access, siret)
    if (id === null) return { kind: 'unknown' }
    if (isNoAnswer(id)) return id
    const parameters = await this.chorus.structure(access, id.structureId)
    if (isNoAnswer(parameters)) return parameters
    const isSet = (...names: readonly string[]): boolean => names.some((name) => parameters.values[name] === true)
    return {
      kind: 'known',
      service: isSet('codeServiceDoitEtreRenseigne', 'codeServiceObligatoire'),
      engagement: isSet('numeroEJDoitEtreRenseigne', 'numeroEJObligatoire'),
      either: isSet('gestionNumeroEJOuCodeService'),
    }
  }
}

/** In the words of Chorus Pro, so that it is explained like a rejection of its own. */
function missingIn(demands: Demands, siret: string, hasService: boolean, hasEngagement: boolean): string | null {
  if (demands.kind === 'unknown') return `Structure inconnue : ${siret}`
  if (demands.service && !hasService) return `Le code service est obligatoire pour la structure ${siret}`
  if (demands.engagement && !hasEngagement) return `Le numéro d'engagement est obligatoire pour la structure ${siret}`
  if (demands.either && !hasService && !hasEngagement)
    return `Le code service ou le numéro d'engagement est obligatoire pour la structure ${siret}`
  return null
}
