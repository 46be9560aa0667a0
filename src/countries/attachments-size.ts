import type { Rule } from '../einvoice/rules/rule.js'

/**
 * A rule on what attachments come to in the document, where they stand in Base64: the rest of it
 * is small beside them.
 * @param most bytes that the government takes of a document
 */
export function attachmentsSizeRule(id: string, government: string, most: number): Rule {
  return {
    id,
    terms: ['BG-24'],
    message: `The attachments alone come to {} bytes in the document, more than ${government} takes (${most} bytes)`,
    fix: 'Leave attachments out or make them smaller (attachments), for example by a lower resolution',
    check: ({ supportingDocuments }, breach) => {
      const bytes = supportingDocuments.reduce(
        (sum, { attachment: { size, content } = {} }) => sum + 4 * Math.ceil((size ?? content?.length ?? 0) / 3),
        0,
      )
      if (bytes > most) breach('BG-24', undefined, String(bytes))
    },
  }
}
