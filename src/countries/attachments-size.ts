import type { Rule } from '../einvoice/rules/rule.js'

/**
 * A rule on the size of all attachments in the document, encoded in Base64; the rest of the
 * document is comparatively small.
 * @param most the largest document that the government accepts, in bytes
 */
export function attachmentsSizeRule(id: string, government: string, most: number): Rule {
  return {
    id,
    terms: ['BG-24'],
    message: `The attachments alone need {} bytes in the document, more than ${government} accepts (${most} bytes)`,
    fix: 'Leave attachments out or make them smaller (attachments), for example with a lower resolution',
    check: ({ supportingDocuments }, breach) => {
      const bytes = supportingDocuments.reduce(
        (sum, { attachment: { size, content } = {} }) => sum + 4 * Math.ceil((size ?? content?.length ?? 0) / 3),
        0,
      )
      if (bytes > most) breach('BG-24', undefined, String(bytes))
    },
  }
}
