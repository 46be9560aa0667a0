import type { SocialFund, Withholding } from '../../domain/request/invoice-request.js'
import type { Decimal } from '../../einvoice/model/decimal.js'

/**
 * The fund of commercial agents. Its contribution is no charge of the invoice: the customer
 * withholds it (RT04), so the total is without it (FAQ 50 of the Agenzia delle Entrate).
 */
export function isEnasarco({ type }: Pick<SocialFund, 'type'>): boolean {
  return type === 'TC07'
}

/** Whether a tax is the contribution to the fund of commercial agents. */
export function isWithheldForEnasarco({ type }: Pick<Withholding, 'type'>): boolean {
  return type === 'RT04'
}

/** TipoDato of a contribution that is only stated. */
export const STATED_FUND = 'CASSA-PREV'

/** RiferimentoTesto of a contribution; its amount is RiferimentoNumero. */
export function enasarcoText(rate: Decimal, base: Decimal): string {
  return `ENASARCO TC07 ${rate.toAtLeast(2)}% di ${base.toAtLeast(2)}`
}

/** The inverse of `enasarcoText`; undefined for any other text. */
export function enasarcoOf(text: string | undefined): SocialFund | undefined {
  const [, rate, base] = /^ENASARCO TC07 (\d{1,3}\.\d{2,8})% di (-?\d{1,11}\.\d{2})$/.exec(text ?? '') ?? []
  if (rate === undefined || base === undefined) return undefined
  return { type: 'TC07', rate: Number(rate), vatRate: 0, base: Number(base) }
}
