import type { FastifyRequest } from 'fastify'
import type { Finding } from '../../../countries/country.js'
import type { ResultVerdict } from '../../../documents/conversion/conversion.js'
import { InvoiceBody } from '../../../documents/intake/schemas/invoice-input.js'
import { judgeInProcess } from '../../../documents/judging/in-process.js'
import { invalidField, validationError } from '../../errors.js'
import { asShown, withLinks } from '../findings.js'
import { ConversionQuery, ConversionResult } from '../schemas/conversion.js'
import { responses } from '../schemas/responses.js'
import type { App, RouteDeps } from '../../route.js'

/** Converts an invoice in JSON or a document in XML into another format; creates nothing. */
export function convertDocumentRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/convert',
    {
      // It stores nothing, so a read-only key may call it.
      config: { access: 'read', takesXml: true, takesPdf: true, changes: null },
      schema: {
        operationId: 'convertDocument',
        summary: 'Convert an invoice',
        description:
          'Converts an invoice in JSON (the body of POST /v1/invoices) or a document in XML (UBL 2.1, CII, ' +
          'FatturaPA, FA(3), or with `Content-Type: application/pdf` a Factur-X) into the format that `to` names. Nothing is created, stored or counted. If the source ' +
          'is valid and the result is not, the answer contains the verdict on the result, with `validate=true` in ' +
          'any case. `losses` lists everything that the new format can not express, ' +
          'or expresses differently, each with its place, so nothing is lost silently; `changes` marks those that ' +
          'touch an amount. FatturaPA and FA(3) are ' +
          'made only if nothing is lost; otherwise the answer is a 400 with every loss, as for any loss with ' +
          '`lossless=true`. JSON for a country is converted as POST /v1/invoices does it. With `Accept: ' +
          'application/xml` the answer is the document itself, and the header `X-Conversion-Losses` contains the ' +
          'number of losses; `X-Conversion-Valid: false` says that the source is valid and the result is not.',
        tags: ['Invoices'],
        querystring: ConversionQuery,
        body: InvoiceBody,
        response: responses({ 200: ConversionResult }, 400, 413, 415),
      },
    },
    async (request, reply) => {
      const { body, query, scope, bodySize, bodyJson } = request
      const isBare = wantsXml(request)
      if (isBare && query.to === 'json') throw invalidField('to', "can't be json with Accept: application/xml")
      if (isBare && query.validate === true)
        throw invalidField('validate', 'needs an answer in JSON; send Accept: application/json with it')
      const caller = { account: scope.account, whenBusy: 'refuse' } as const
      const [source, size] = Buffer.isBuffer(body)
        ? [{ kind: 'xml', xml: body } as const, body.length]
        : [{ kind: 'json', body, ...(bodyJson !== null && { json: bodyJson }) } as const, bodySize]
      const options = { ...query, now: deps.clock.now() }
      const made = await (deps.judging ?? judgeInProcess).convertDocument(caller, source, size, options)
      if ('refused' in made) throw validationError(made.refused)
      const { verdict, ...converted } = made
      void reply.header('x-conversion-losses', String(made.lossesTotal))
      if (verdict?.judgement.valid === false) void reply.header('x-conversion-valid', 'false')
      if (!isBare)
        return { data: { ...converted, losses: [...made.losses], ...verdictFields(verdict, deps.config.linkBase) } }
      void reply.type('application/xml; charset=utf-8')
      // The schema is that of the answer in JSON.
      return reply.serializer((text: unknown) => String(text)).send(made.document as never)
    },
  )
}

/** Whether the caller asks for a document and not for JSON. */
function wantsXml({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>): boolean {
  return /\b(?:application|text)\/xml\b/.test(accept) && !accept.includes('application/json')
}

/** The verdict on the result, where it was judged. */
function verdictFields(verdict: ResultVerdict | undefined, linkBase: string) {
  if (verdict === undefined) return {}
  const { valid, findings, findingsTotal } = verdict.of === 'xml' ? asShown(verdict.judgement) : verdict.judgement
  const profile = verdict.of === 'xml' ? verdict.judgement.profile : verdict.profile
  return { valid, profile, findingsTotal, details: withLinks<Finding>(findings, linkBase) }
}
