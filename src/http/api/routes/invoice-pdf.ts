import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { invoice, type InvoiceContent, statusAfter } from '../../../domain/invoice.js'
import { type Language, LANGUAGES } from '../../../domain/language.js'
import { oneOf } from '../../../documents/intake/schemas/fields.js'
import { renderInProcess } from '../../../documents/rendering/in-process.js'
import type { RenderRequest } from '../../../documents/rendering/port.js'
import { resolveContent, resolveDocument, storedContent } from '../../../storage/documents/invoice-content.js'
import { loadOwned } from '../../../commands/owned.js'
import { notFound } from '../../errors.js'
import { mayBeHybrid } from '../invoice-documents.js'
import { responses } from '../schemas/responses.js'
import { type App, IdParams, type RouteDeps } from '../../route.js'
import type { Scope } from '../../../domain/event.js'

const PdfQuery = Type.Object(
  {
    language: Type.Optional(
      oneOf(LANGUAGES, {
        description: "Language of the labels; default: that of the invoice's country, in Belgium Dutch",
        examples: ['en'],
      }),
    ),
  },
  { additionalProperties: false },
)

const PdfBytes = Type.Unsafe<Uint8Array>({
  description: 'The PDF',
  content: { 'application/pdf': { schema: {} } },
})

/** Returns an invoice as a PDF for people. */
export function invoicePdfRoutes(app: App, deps: RouteDeps): void {
  const rendering = deps.rendering ?? renderInProcess
  const common = {
    tags: ['Invoices'],
    params: IdParams,
    querystring: PdfQuery,
    response: responses({ 200: PdfBytes }, 400, 404),
  }

  const made = async (scope: Scope, shown: Omit<RenderRequest, 'language'>, language: Language | undefined) => {
    const caller = { account: scope.account, whenBusy: 'refuse' } as const
    const bytes = await rendering.pdf(caller, {
      ...shown,
      language: language ?? deps.countryOf(shown.country).language,
    })
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
  const send = (reply: FastifyReply, filename: string, bytes: Buffer) =>
    reply
      .type('application/pdf')
      // It contains texts of others: a browser must save it, not show it.
      .header('content-disposition', `attachment; filename="${filename}.pdf"`)
      .serializer((payload: string) => payload)
      .send(bytes)

  app.get(
    '/v1/invoices/:id/documents/pdf',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getInvoicePdf',
        summary: 'Get an invoice as a PDF',
        description:
          'The invoice for people, in any status: A4, tagged, with all its terms, its status and, once the ' +
          "government has accepted it, the government's number; for an invoice in euros, with the QR code of a " +
          'SEPA credit transfer. The XML is attached as soon as it exists. Every request makes a new PDF; the ' +
          'same invoice in the same status results in the same bytes.',
        ...common,
      },
    },
    async ({ scope, params, query }, reply) => {
      const { shown } = await shownInvoice(deps, scope, params.id)
      const bytes = await made(scope, shown, query.language)
      return send(reply, params.id, bytes)
    },
  )

  app.get(
    '/v1/invoices/:id/documents/factur-x',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getInvoiceFacturX',
        summary: 'Get an invoice as Factur-X',
        description:
          'The PDF (PDF/A-3) with exactly the Cross Industry Invoice that was sent to the government: Factur-X in ' +
          'France at the level EN 16931 or EXTENDED, ZUGFeRD in Germany at the level XRECHNUNG, or EN 16931 with several preceding invoices. For invoices of these ' +
          'countries in the format `factur-x` or `cii`, as soon as the XML exists; for others a 404.',
        ...common,
      },
    },
    async ({ scope, params, query }, reply) => {
      const { isConverted, shown, content } = await shownInvoice(deps, scope, params.id)
      if (!isConverted || !mayBeHybrid(await resolveContent(deps.documents, scope, content), deps.countryOf))
        throw notFound('document')
      const bytes = await made(scope, { ...shown, isHybrid: true }, query.language)
      return send(reply, `${params.id}-factur-x`, bytes)
    },
  )
}

/** The invoice and its state, from its events, with its XML if there is one. */
async function shownInvoice(
  deps: RouteDeps,
  scope: Scope,
  id: string,
): Promise<{
  readonly shown: Omit<RenderRequest, 'language'>
  readonly content: InvoiceContent
  readonly isConverted: boolean
}> {
  const owned = await loadOwned(deps.store, scope, invoice, 'Invoice', id)
  const last = owned?.loaded.events.at(-1)
  if (!owned || !last || owned.loaded.state.status === 'none') throw notFound('invoice')
  const { events, state } = owned.loaded
  const { content, country } = state.facts
  const converted = events.findLast((event) => event.type === 'InvoiceConverted')?.data.document
  const own = content.kind === 'xml' ? content.document : undefined
  const { sha256 } = converted ?? own ?? {}
  const approval = events.findLast((event) => event.type === 'InvoiceAccepted')?.data
  return {
    isConverted: converted !== undefined,
    content,
    shown: {
      country,
      // A thread parses it.
      invoice: await storedContent(deps.documents, scope, content),
      state: {
        environment: scope.environment,
        status: statusAfter(last),
        governmentNumber: approval?.govId ?? null,
        ...(approval?.invoicingMode !== undefined && { invoicingMode: approval.invoicingMode }),
        ...(approval?.certificateUrl !== undefined && { certificateUrl: approval.certificateUrl }),
        at: last.metadata.occurredAt,
      },
      xml: sha256 === undefined ? null : { bytes: await resolveDocument(deps.documents, scope, sha256), sha256 },
      isOwnXml: own !== undefined,
    },
  }
}
