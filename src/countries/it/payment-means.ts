/** ModalitaPagamento of a bank transfer. */
export const BANK_TRANSFER = 'MP05'

/**
 * ModalitaPagamento by UNTDID 4461. If several codes have the same one, it is read as the first; a
 * ModalitaPagamento that is missing here has no code and is used itself.
 */
const BY_CODE: ReadonlyMap<string, string> = new Map([
  ['10', 'MP01'],
  ['20', 'MP02'],
  ['25', 'MP02'],
  ['26', 'MP02'],
  ['23', 'MP03'],
  ['21', 'MP03'],
  ['22', 'MP03'],
  ['30', BANK_TRANSFER],
  ['42', BANK_TRANSFER],
  ['58', BANK_TRANSFER],
  ['60', 'MP06'],
  ['48', 'MP08'],
  ['54', 'MP08'],
  ['55', 'MP08'],
  ['70', 'MP12'],
  ['49', 'MP16'],
  ['50', 'MP18'],
  ['59', 'MP19'],
  ['97', 'MP22'],
  ['68', 'MP23'],
])

const BY_MEANS: ReadonlyMap<string, string> = new Map(
  Array.from(BY_CODE, ([code, means]) => [means, code] as const).toReversed(),
)

/**
 * ModalitaPagamento of `paymentMeans.code`, which may also contain one; any other text is
 * unchanged, and the schema reports it.
 */
export function italianMeans(code: string): string {
  return BY_CODE.get(code) ?? code.toUpperCase()
}

/** The code for a ModalitaPagamento. */
export function meansCodeOf(means: string): string {
  return BY_MEANS.get(means) ?? means
}
