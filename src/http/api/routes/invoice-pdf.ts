import { Type } from '@sinclair/typebox'
import type { FastifyReply } from 'fastify'
import { type Language, LANGUAGES } from '../../../domain/language.js'
import { oneOf } from '../../../documents/intake/schemas/fields.js'
import { renderInProcess } from '../../../documents/rendering/in-process.js'
import type { RenderRequest } from '../../../documents/rendering/port.js'
import { resolveContent, resolveDocument } from '../../../storage/documents/invoice-content.js'
import { notAcceptable, notFound } from '../../errors.js'
import { namedPdf } from '../../pdf-name.js'
import { shownInvoice } from '../../shown-invoice.js'
import { mayBeHybrid } from '../invoice-documents.js'
import { BINARY } from '../schemas/document.js'
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
  content: { 'application/pdf': { schema: BINARY } },
})

interface SentPages {
  readonly bytes: Buffer
  readonly missing?: readonly string[]
}

const MISSING_CHARACTERS = 'x-missing-characters'

/** For example `U+16A0`. */
function codePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

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
    const { pdf, missing } = await rendering.pages(caller, {
      ...shown,
      language: language ?? deps.countryOf(shown.country).language,
    })
    return { bytes: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), missing }
  }
  const send = (reply: FastifyReply, disposition: string, { bytes, missing = [] }: SentPages) => {
    if (missing.length > 0) void reply.header(MISSING_CHARACTERS, missing.map(codePoint).join(', '))
    return (
      reply
        .type('application/pdf')
        // It contains texts of others: a browser must save it, not show it.
        .header('content-disposition', disposition)
        .serializer((payload: string) => payload)
        .send(bytes)
    )
  }

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
          'SEPA credit transfer. A refused or failed invoice has a banner and no code, every page of a test says TEST, a ' +
          'credit note says that its amount is credited. Codes stand on it in words; not on it are BT-23, BT-24 and ' +
          'subject codes of notes. The XML is attached as soon as it exists, and the file is named after the number. ' +
          'Every request makes a new PDF; the same invoice in the same status results in the same bytes. A character that no ' +
          'font has is shown as �, and the header `X-Missing-Characters` lists it, for example `U+16A0`.',
        ...common,
      },
    },
    async ({ scope, params, query }, reply) => {
      const { shown, number } = await shownInvoice(deps, scope, params.id)
      return send(reply, namedPdf(number, params.id), await made(scope, shown, query.language))
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
          'The PDF (PDF/A-3) with exactly the Cross Industry Invoice that was sent to the government, at the level ' +
          'that the XML has: Factur-X in France (EN 16931), ZUGFeRD in Germany (XRECHNUNG, or EN 16931 with several ' +
          'preceding invoices). For invoices of these countries in the format `factur-x` or `cii`, as soon as the ' +
          'XML exists; for others a 404. Factur-X has no level for an invoice in EXTENDED-CTC-FR: a 406. ' +
          'In France, where the PDF itself may be sent, it is the PDF that was sent, in any `language`.',
        ...common,
        response: responses({ 200: PdfBytes }, 400, 404, 406),
      },
    },
    async ({ scope, params, query }, reply) => {
      const { isConverted, sent, shown, content, number } = await shownInvoice(deps, scope, params.id)
      if (sent !== undefined)
        return send(reply, namedPdf(number, params.id, '-factur-x'), {
          bytes: Buffer.from(await resolveDocument(deps.documents, scope, sent)),
        })
      if (!isConverted || !mayBeHybrid(await resolveContent(deps.documents, scope, content), deps.countryOf))
        throw notFound('document')
      if (shown.xml !== null && isInFrenchExtension(shown.xml.bytes))
        throw notAcceptable(
          'The invoice is in EXTENDED-CTC-FR, an extension of EN 16931 for which Factur-X has no level. Get its XML ' +
            '(documents/xml) and its PDF (documents/pdf).',
        )
      return send(
        reply,
        namedPdf(number, params.id, '-factur-x'),
        await made(scope, { ...shown, isHybrid: true }, query.language),
      )
    },
  )
}

/**
 * Whether a Cross Industry Invoice claims EXTENDED-CTC-FR. Only its head is read, because parsing
 * of a large document would hold up other requests.
 */
function isInFrenchExtension(xml: Uint8Array): boolean {
  const head = Buffer.from(xml.buffer, xml.byteOffset, Math.min(xml.byteLength, LONGEST_HEAD)).toString('latin1')
  return /GuidelineSpecifiedDocumentContextParameter>[^]{0,1000}?:extended-ctc-fr/.test(head)
}

/** Bytes in which the customisation id (BT-24), the first part of an invoice, is found. */
const LONGEST_HEAD = 20_000
