import type { Finding } from '../../countries/country.js'
import { todayIn } from '../../domain/calendar.js'
import { newId } from '../../domain/ids.js'
import { invoicingCountry, takeIn } from '../invoice-intake.js'
import { resolvePreceding } from '../preceding-invoice.js'
import { InvoiceBody } from '../schemas/invoice-input.js'
import { responses } from '../schemas/responses.js'
import { ValidationResult } from '../schemas/validation.js'
import type { App, RouteDeps } from './route.js'

export function validateInvoiceRoute(app: App, deps: RouteDeps): void {
  app.post(
    '/v1/invoices/validate',
    {
      // It leaves no trace, so a key that may only read may do it.
      config: { access: 'read' },
      schema: {
        operationId: 'validateInvoice',
        summary: 'Validate an invoice',
        description: 'Runs all rules on an invoice without creating it. Nothing is stored or counted.',
        tags: ['Invoices'],
        body: InvoiceBody,
        response: responses({ 200: ValidationResult }, 400, 413, 415),
      },
    },
    async (request) => {
      const { body, scope } = request
      const country = invoicingCountry(body.country, deps.countryOf)
      const now = deps.clock.now()
      const preceding = await resolvePreceding(deps.store, scope, body.precedingInvoice)
      const { accepted } = takeIn(body, { ...deps, now, invoiceId: newId('inv', deps.random), preceding })
      const judgement = country.invoicing.validate(accepted, { today: todayIn(country.timeZone, now) })
      return {
        valid: judgement.valid,
        errors: strings(judgement.findings, 'fatal'),
        warnings: strings(judgement.findings, 'warning'),
        details: [...judgement.findings],
      }
    },
  )
}

function strings(findings: readonly Finding[], severity: Finding['severity']): string[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map((finding) => `${finding.rule}: ${finding.message}`)
}
