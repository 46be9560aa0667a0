import type { VatCategory } from '../../domain/request/invoice-request.js'
import type { Decimal } from '../../einvoice/model/decimal.js'

/** The inputs for the Natura of a line or contribution without VAT. */
interface Untaxed {
  readonly category: VatCategory
  readonly rate: Decimal | undefined
  /** `exemptionReasonCode`: a Natura itself, or a VATEX code. */
  readonly code: string | undefined
}

/** The data of the whole invoice that the Natura depends on. */
export interface NaturaContext {
  /** RegimeFiscale of the supplier. */
  readonly taxRegime: string
  /** ISO 3166-1 alpha-2 of the customer's address, or else of its VAT number. */
  readonly customerCountry: string
}

/**
 * Natura, the reason why no VAT is charged, by the table of the Agenzia delle Entrate (guide to
 * FatturaPA, in force since 2021); undefined if VAT is charged or the reason is unknown: Italy has
 * no zero rate, so a line with only this rate has none, and control 00400 reports it. A code
 * without a Natura is returned unchanged, and the schema reports it: the category might imply
 * another reason than the caller intended.
 */
export function naturaOf({ category, rate, code }: Untaxed, context: NaturaContext): string | undefined {
  if (code !== undefined) return ofVatex(code, context) ?? code.toUpperCase()
  const isTaxed = rate !== undefined && !rate.isZero()
  if (isTaxed && (category === 'S' || category === 'Z')) return undefined
  return ofCategory(category, context)
}

function ofCategory(category: VatCategory, { taxRegime, customerCountry }: NaturaContext): string | undefined {
  const isAbroad = customerCountry !== 'IT'
  switch (category) {
    case 'S':
    case 'Z':
      return isOutsideVat(taxRegime) ? (isAbroad ? 'N2.1' : 'N2.2') : undefined
    case 'E':
      return isOutsideVat(taxRegime) ? 'N2.2' : 'N4'
    case 'K':
      return 'N3.2'
    case 'G':
      // Supplies to San Marino are like exports (art. 71), with their own code.
      return customerCountry === 'SM' ? 'N3.3' : 'N3.1'
    case 'AE':
      // The service is taxed at the customer's place (art. 7-ter): for Italy it is outside of VAT.
      // The last of the domestic kinds is the one without a specific trade.
      return isAbroad ? 'N2.1' : 'N6.9'
    case 'O':
      return isAbroad ? 'N2.1' : 'N2.2'
  }
}

/** Regimes without any VAT: minimum regime and flat-rate regime. */
function isOutsideVat(taxRegime: string): boolean {
  return taxRegime === 'RF02' || taxRegime === 'RF19'
}

/** By the article of Directive 2006/112/EC, or the letter, after `VATEX-EU-`. */
const BY_VATEX: Readonly<Record<string, string>> = {
  // Disbursements in the customer's name (art. 15).
  79: 'N1',
  // Activities in the public interest, and other exemptions without deduction (art. 10).
  132: 'N4',
  135: 'N4',
  146: 'N3.1',
  // Vessels and aircraft (art. 8-bis); diplomats, international bodies, armed forces (art. 72).
  148: 'N3.4',
  151: 'N3.4',
  // Margin schemes: travel agents, second-hand goods, works of art, collectors' items.
  309: 'N5',
  D: 'N5',
  F: 'N5',
  I: 'N5',
  J: 'N5',
}

function ofVatex(code: string, context: NaturaContext): string | undefined {
  const [, reason = ''] = /^VATEX-EU-(\d+|[A-Z]+)/.exec(code) ?? []
  const category = OF_SOLE_REASON[reason]
  return category === undefined ? BY_VATEX[reason] : ofCategory(category, context)
}

const OF_SOLE_REASON: Readonly<Record<string, VatCategory>> = {
  AE: 'AE',
  IC: 'K',
  G: 'G',
  O: 'O',
}

/** The category of a Natura, if it does not depend on the whole invoice. */
const CATEGORIES: Readonly<Record<string, VatCategory>> = {
  N1: 'E',
  'N2.1': 'O',
  'N2.2': 'O',
  'N3.1': 'G',
  'N3.2': 'K',
  'N3.3': 'G',
  'N3.4': 'E',
  'N3.5': 'E',
  'N3.6': 'E',
  N4: 'E',
  N5: 'E',
  N7: 'O',
}

/** The API's fields for a reason why no VAT is charged. */
interface Exemption {
  readonly vatCategory?: VatCategory
  readonly exemptionReasonCode?: string
}

/**
 * The inverse of `naturaOf`: only the category if that is enough, so that the line is valid in
 * other formats, too; or else with a VATEX code or the Natura itself.
 * @param law RiferimentoNormativo
 */
export function exemptionOf(natura: string, law: string | undefined, context: NaturaContext): Exemption {
  const vatCategory = categoryOfNatura(natura, law, context)
  if (vatCategory === undefined) return { exemptionReasonCode: natura }
  // For N6.9 the category would only mean an unspecified case.
  const isEnough = natura !== 'N6.9' && ofCategory(vatCategory, context) === natura
  return { vatCategory, ...(!isEnough && { exemptionReasonCode: natura === 'N1' ? 'VATEX-EU-79-C' : natura }) }
}

function categoryOfNatura(
  natura: string,
  law: string | undefined,
  { taxRegime, customerCountry }: NaturaContext,
): VatCategory | undefined {
  if (/^N6\.[1-9]$/.test(natura)) return 'AE'
  if (natura === 'N2.2' && isOutsideVat(taxRegime)) return 'E'
  const isOwedAbroad =
    natura === 'N2.1' && customerCountry !== 'IT' && /inversione contabile|reverse charge/i.test(law ?? '')
  return isOwedAbroad ? 'AE' : CATEGORIES[natura]
}

/** RiferimentoNormativo without a reason from the caller: the meaning of the Natura. */
const MEANINGS: Readonly<Record<string, string>> = {
  N1: 'Escluse ex art. 15 del D.P.R. 633/72',
  'N2.1': 'Non soggette ad IVA ai sensi degli artt. da 7 a 7-septies del D.P.R. 633/72',
  'N2.2': 'Non soggette - altri casi',
  'N3.1': 'Non imponibili - esportazioni',
  'N3.2': 'Non imponibili - cessioni intracomunitarie',
  'N3.3': 'Non imponibili - cessioni verso San Marino',
  'N3.4': "Non imponibili - operazioni assimilate alle cessioni all'esportazione",
  'N3.5': "Non imponibili - a seguito di dichiarazioni d'intento",
  'N3.6': 'Non imponibili - altre operazioni che non concorrono alla formazione del plafond',
  N4: 'Esenti',
  N5: 'Regime del margine / IVA non esposta in fattura',
  'N6.1': 'Inversione contabile - cessione di rottami e altri materiali di recupero',
  'N6.2': 'Inversione contabile - cessione di oro e argento',
  'N6.3': 'Inversione contabile - subappalto nel settore edile',
  'N6.4': 'Inversione contabile - cessione di fabbricati',
  'N6.5': 'Inversione contabile - cessione di telefoni cellulari',
  'N6.6': 'Inversione contabile - cessione di prodotti elettronici',
  'N6.7': 'Inversione contabile - prestazioni comparto edile e settori connessi',
  'N6.8': 'Inversione contabile - operazioni settore energetico',
  'N6.9': 'Inversione contabile - altri casi',
  N7: 'IVA assolta in altro stato UE',
}

/**
 * The text that art. 21 (6-bis) DPR 633/72 requires for services taxed in another member state,
 * where the customer owes the VAT. N2.1 alone does not imply it.
 */
const OWED_BY_CUSTOMER = 'Inversione contabile - artt. da 7 a 7-septies del D.P.R. 633/72'

/**
 * The law or the case behind a Natura, in Italian; undefined for a Natura that is not in the
 * tables.
 * @param isOwedInEU whether the customer, in another member state, owes the VAT
 */
export function meaningOf(natura: string, isOwedInEU: boolean): string | undefined {
  return natura === 'N2.1' && isOwedInEU ? OWED_BY_CUSTOMER : MEANINGS[natura]
}
