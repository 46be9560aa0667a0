const SUMS =
  /^(?:BR-CO-1[0-8]|BR-[A-Z]{1,2}-(?:01|08|09)|BR-DEC-|BR-RO-Z2|PEPPOL-EN16931-R(?:040|046|055|120)|BR-DEX-(?:02|09)|BR-FR-DEC)/

/**
 * Whether a rule of EN 16931 or of a country on it compares amounts: a wrong line also breaks it,
 * so it is explained after its possible cause.
 */
export function isSum(ruleId: string): boolean {
  return SUMS.test(ruleId)
}
