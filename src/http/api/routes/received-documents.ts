import { Type } from '@sinclair/typebox'
import { oneOf, strictObject } from '../../../documents/intake/schemas/fields.js'
import { renderInProcess } from '../../../documents/rendering/in-process.js'
import { LANGUAGES } from '../../../domain/language.js'
import { notFound } from '../../errors.js'
import { namedPdf } from '../../pdf-name.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import { pagesOfReceived } from '../../shown-received.js'
import { documentsOfReceived, storedReceived } from '../received-documents.js'
import { BINARY, DocumentBytes, ReceivedDocumentList } from '../schemas/document.js'
import { responses } from '../schemas/responses.js'

const tags = ['Receiving']

const DocumentParams = Type.Object({
  id: IdParams.properties.id,
  kind: Type.String({
    description: '`xml`, `original`, `signature`, `metadata`, `attachment-1` and so on; `pdf` has its own operation',
    examples: ['xml'],
  }),
})

const PdfQuery = strictObject({
  language: Type.Optional(
    oneOf(LANGUAGES, {
      description: "Language of the labels; default: that of the receiving company's country, in Belgium Dutch",
      examples: ['en'],
    }),
  ),
})

const PdfBytes = Type.Unsafe<Uint8Array>({
  description: 'The PDF',
  content: { 'application/pdf': { schema: BINARY } },
})

/** Lists the documents of a received invoice, and returns them. */
export function receivedDocumentRoutes(app: App, deps: RouteDeps): void {
  app.get(
    '/v1/received/:id/documents',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listReceivedDocuments',
        summary: "List a received invoice's documents",
        description:
          'What can be downloaded: the document (`xml`), the file in which it came where that is another one ' +
          '(`original`), what came with it, attachments, and a PDF of ours for people.',
        tags,
        params: IdParams,
        response: responses({ 200: ReceivedDocumentList }, 404),
      },
    },
    async ({ scope, params }) => {
      const { facts } = await storedReceived(deps, scope, params.id)
      return {
        data: [
          ...documentsOfReceived(facts).map(({ kind, filename, document }) => ({ kind, filename, ...document })),
          ...(facts.format === 'unknown'
            ? []
            : [{ kind: 'pdf', filename: null, mediaType: 'application/pdf', size: null, sha256: null }]),
        ],
      }
    },
  )

  app.get(
    '/v1/received/:id/documents/pdf',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getReceivedPdf',
        summary: 'Get a received invoice as a PDF',
        description:
          'The invoice for people, made of the document, in the language of the company that received it. ' +
          "The supplier's own PDF, where one came, is an attachment, or the `original`.",
        tags,
        params: IdParams,
        querystring: PdfQuery,
        response: responses({ 200: PdfBytes }, 400, 404),
      },
    },
    async ({ scope, params, query }, reply) => {
      const { facts } = await storedReceived(deps, scope, params.id)
      const request = await pagesOfReceived(deps, scope, facts, query.language)
      if (request === null) throw notFound('document')
      const caller = { account: scope.account, whenBusy: 'refuse' } as const
      const bytes = await (deps.rendering ?? renderInProcess).pdf(caller, request)
      return reply
        .type('application/pdf')
        .header('content-disposition', namedPdf(facts.number ?? '', params.id))
        .serializer((payload: string) => payload)
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
  )

  app.get(
    '/v1/received/:id/documents/:kind',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getReceivedDocument',
        summary: "Get one of a received invoice's documents",
        description:
          'The bytes as they came. It is a download, since it may be anything; its media type follows its content.',
        tags,
        params: DocumentParams,
        response: responses({ 200: DocumentBytes }, 404),
      },
    },
    async ({ scope, params }, reply) => {
      const { id, kind } = params
      const { facts } = await storedReceived(deps, scope, id)
      const found = documentsOfReceived(facts).find((document) => document.kind === kind)
      const bytes = found && (await deps.documents.get(scope, found.document.sha256))
      if (!found || !bytes) throw notFound('document')
      const filename = found.filename ?? `${id}-${kind}${EXTENSIONS[found.document.mediaType] ?? ''}`
      return reply
        .type(found.document.mediaType)
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`)
        .serializer((payload: string) => payload)
        .send(Buffer.from(bytes))
    },
  )
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/xml': '.xml',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/json': '.json',
  'application/pkcs7-mime': '.xml.p7m',
}
