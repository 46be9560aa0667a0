/** UNCL 5305 codes of EN 16931 (BT-118, BT-151) that the API accepts. */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
/** One of `VAT_CATEGORIES`. */
export type VatCategory = (typeof VAT_CATEGORIES)[number]
