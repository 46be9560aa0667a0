import type { InvoiceReceived } from '../../../domain/received.js'
import { EXTENSIONS } from '../document-names.js'
import { documentsOfReceived } from '../../api/received-documents.js'
import { each, html, type Html } from '../../html/html.js'
import type { ReceivedRow } from '../../../projections/received.js'
import { code, count, said, table } from '../parts.js'

type Kept = ReturnType<typeof documentsOfReceived>[number]

/** The name under which a browser saves a document. */
export function downloadName(id: string, { kind, filename, document }: Kept): string {
  return filename ?? `${id}-${kind}${EXTENSIONS[document.mediaType] ?? ''}`
}

/** The invoice for people: ours, and what the supplier made. */
export function pagesOf(row: ReceivedRow, stored: InvoiceReceived['data']): Html | null {
  const address = `/console/received/${row.id}/documents`
  const own = documentsOfReceived(stored).filter(({ document }) => document.mediaType === 'application/pdf')
  if (row.format === 'unknown' && own.length === 0) return null
  return html`<ul>
    ${row.format === 'unknown' ? null : html`<li><a href="${address}/pdf" download>The invoice as a PDF</a>, made from the document</li>`}
    ${each(
      own,
      ({ kind, filename }) =>
        html`<li>
          <a href="${address}/${kind}" download>The supplier’s own PDF</a
          >${filename === null ? null : html`: ${said(filename)}`}
        </li>`,
    )}
  </ul>`
}

/** All documents, as they came. */
export function documentsSection(row: ReceivedRow, stored: InvoiceReceived['data']): Html {
  return html`<section aria-labelledby="documents">
    <h2 id="documents">Documents</h2>
    <p class="small">Each download is recorded with your name. Files come from the supplier: open them with care.</p>
    ${table(
      'Documents of the invoice',
      ['Document', 'Name', 'Kind', { title: 'Bytes', numeric: true }, 'SHA-256'],
      documentsOfReceived(stored).map(({ kind, filename, document }) => [
        html`<a href="/console/received/${row.id}/documents/${kind}" download>${kind}</a>`,
        said(filename),
        code(document.mediaType),
        count(document.size),
        code(document.sha256),
      ]),
      { hideCaption: true },
    )}
  </section>`
}
