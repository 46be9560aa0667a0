/** BR-FR-15: the VAT categories that France has. */
export const CATEGORIES: ReadonlySet<string> = new Set(['S', 'E', 'AE', 'K', 'G', 'O', 'Z'])
