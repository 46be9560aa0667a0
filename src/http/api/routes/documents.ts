import { Type } from '@sinclair/typebox'
import type { Scope } from '../../../domain/event.js'
import { invoice, type InvoiceEvent } from '../../../domain/invoice.js'
import type { InvoiceRequest } from '../../../domain/request/invoice-request.js'
import { resolveContent } from '../../../storage/documents/invoice-content.js'
import { notFound } from '../../errors.js'
import { documentsOf, type InvoiceDocument, renderedKinds } from '../invoice-documents.js'
import { loadOwned } from '../../../commands/owned.js'
import { DocumentBytes, DocumentList } from '../schemas/document.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'

const tags = ['Invoices']

const DocumentParams = Type.Object({
  id: IdParams.properties.id,
  kind: Type.String({
    description:
      '`xml`, `receipt`, `rejection`, `findings`, `response-1`, `payment-report-1`, `attachment-1` and so on; ' +
      '`pdf` and `factur-x` have their own operations',
    examples: ['xml'],
  }),
})

/** Lists an invoice's documents and returns their bytes. */
export function documentRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/invoices/:id/documents',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listInvoiceDocuments',
        summary: "List an invoice's documents",
        description:
          'What can be downloaded: the XML as sent, receipts and messages of the government, attachments, the PDF.',
        tags,
        params: IdParams,
        response: responses({ 200: DocumentList }, 404),
      },
    },
    async (request) => {
      const { documents, events, accepted } = await documentsOfInvoice(deps, request.scope, request.params.id)
      const rendered = renderedKinds(events, accepted, deps.countryOf)
      return {
        data: [
          ...documents.map(({ kind, filename, document }) => ({ kind, filename, ...document })),
          ...rendered.map((kind) => ({ kind, filename: null, mediaType: 'application/pdf', size: null, sha256: null })),
        ],
      }
    },
  )

  app.get(
    '/v1/invoices/:id/documents/:kind',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getInvoiceDocument',
        summary: "Get one of an invoice's documents",
        description: 'The bytes as they were sent or received, with their own media type.',
        tags,
        params: DocumentParams,
        response: responses({ 200: DocumentBytes }, 404),
      },
    },
    async (request, reply) => {
      const { id, kind } = request.params
      const { documents, events, accepted } = await documentsOfInvoice(deps, request.scope, id)
      const found = documents.find((document) => document.kind === kind)
      const bytes = found && (await deps.documents.get(request.scope, found.document.sha256))
      if (!found) {
        const kinds = [...documents.map((each) => each.kind), ...renderedKinds(events, accepted, deps.countryOf)]
        throw notFound(`document; this invoice has ${kinds.join(', ')}`)
      }
      if (!bytes) throw notFound('document')
      const filename = found.filename ?? `${id}-${kind}${EXTENSIONS[found.document.mediaType] ?? ''}`
      return (
        reply
          .type(isMediaType(found.document.mediaType) ? found.document.mediaType : 'application/octet-stream')
          // Never shown inside a page: an attachment may be anything.
          .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
          .serializer((payload: string) => payload)
          .send(Buffer.from(bytes))
      )
    },
  )
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/pkcs7-mime': '.xml.p7m',
  'application/json': '.json',
  'text/plain; charset=utf-8': '.txt',
}

/** A document in XML can contain any text as the media type of an attachment. */
function isMediaType(text: string): boolean {
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:; charset=[\w-]+)?$/.test(text)
}

async function documentsOfInvoice(
  deps: RouteDeps,
  scope: Scope,
  id: string,
): Promise<{
  readonly documents: readonly InvoiceDocument[]
  readonly events: readonly InvoiceEvent[]
  readonly accepted: InvoiceRequest
}> {
  const owned = await loadOwned(deps.store, scope, invoice, 'Invoice', id)
  if (!owned || owned.loaded.state.status === 'none') throw notFound('invoice')
  const accepted = await resolveContent(deps.documents, scope, owned.loaded.state.facts.content)
  const { events } = owned.loaded
  return { documents: documentsOf(events, accepted), events, accepted }
}
