import fc from 'fast-check'
import t from 'tap'
import { openApiDocument } from '../../../src/http/api/openapi/document.js'
import { Pages } from '../../../src/http/docs/pages.js'
import { HOSTILE, isUnaffected } from '../../support/neighbours.js'
import { startTestService } from '../api/test-service.js'

/** What a reader asks for. */
interface Asked {
  readonly of: 'plain' | 'operation' | 'search' | 'rules' | 'rule' | 'unknown'
  readonly name: string
  readonly choice: string | undefined
}

t.test('a page of the documentation is the same, regardless of earlier requests', async (t) => {
  const { app } = await startTestService(t)
  const document = await openApiDocument(app)
  const choice = fc.option(fc.oneof(fc.constantFrom('curl', 'python', 'typescript'), HOSTILE), { nil: undefined })
  const asked = (of: Asked['of'], ...names: readonly string[]): fc.Arbitrary<Asked> =>
    fc.record({
      of: fc.constant(of),
      name: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, HOSTILE),
      choice,
    })
  const step = fc.oneof(
    asked('plain', 'docs', 'docs/webhooks', 'docs/errors', 'docs/guide', 'constructor'),
    // Only these and plain pages are remembered.
    { weight: 5, arbitrary: asked('operation', 'createInvoice', 'getInvoice', 'listInvoices') },
    asked('rule', 'BR-01', 'BR-CO-10', 'br-01', 'PEPPOL-EN16931-R010'),
    asked('search', 'invoice', 'BR-01 vat'),
    asked('rules', 'BR-CO', 'total'),
    asked('unknown', 'BR-1', 'docs/nowhere'),
  )
  await isUnaffected(
    () => {
      const pages = new Pages(document)
      return {
        // Both read the same pages, which contain nothing of an account.
        perform: (_owner, { of, name, choice }: Asked) => {
          if (of === 'plain') return pages.plain(name)
          if (of === 'operation') return pages.operation(name, choice, choice)
          if (of === 'search') return [pages.search(name), pages.searchPage(name)]
          if (of === 'rules') return pages.ruleIndex(name)
          return of === 'rule' ? pages.rule(name) : [pages.unknownRule(name), pages.notFound(name)]
        },
      }
    },
    step,
    { numRuns: 30 },
  )
  t.pass()
})
