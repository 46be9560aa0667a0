const SUMS =
  /^(?:BR-CO-1[0-8]|BR-[A-Z]{1,2}-(?:01|08|09)|BR-DEC-|BR-RO-Z2|PEPPOL-EN16931-R(?:040|046|055|120)|BR-DEX-(?:02|09)|BR-FR-DEC)/

/**
 * Whether a rule of EN 16931 or of a country on it compares amounts: it is broken as well where
 * a line is wrong, so that it is told of after what may have caused it.
 */
export function isSum(ruleId: string): boolean {
  return SUMS.test(ruleId)
}
