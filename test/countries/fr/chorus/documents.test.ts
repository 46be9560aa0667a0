import fc from 'fast-check'
import t from 'tap'
import type { Invoicing } from '../../../../src/countries/country.js'
import { france } from '../../../../src/countries/fr/index.js'
import { FRENCH_REJECTIONS } from '../../../../src/countries/fr/rejections.js'
import { judgeXml } from '../../../../src/countries/judging/judge-xml.js'
import type { InvoiceRequest, Party } from '../../../../src/domain/request/invoice-request.js'
import { parseInvoice } from '../../../../src/einvoice/syntax/invoice-document.js'
import { judgeXmlFile } from '../../../standins/chorus/judgement.js'
import { text } from '../../../support/random/invoice.js'
import { acceptedSamples } from '../../accepted-sample.js'
import { simulated } from '../../simulated.js'
import { BODY, SELLER } from './document.js'

const TODAY = '2026-11-21'
const NOW = new Date(`${TODAY}T10:00:00Z`)
const { validate, convert, read } = france.invoicing as Invoicing
const [SAMPLE] = acceptedSamples('FR', TODAY).filter(({ name }) => name === '12-authority')
if (SAMPLE === undefined) throw new Error('samples/fr/12-authority.json is missing')
const { invoice, attachments } = SAMPLE

const xmlOf = (of: InvoiceRequest): Buffer => Buffer.from(convert(of, attachments).xml)
const judged = (of: InvoiceRequest) => judgeXmlFile(xmlOf(of), of.format === 'ubl' ? 'UBL' : 'CII')
const FORMATS = [{}, { format: 'cii' }, { format: 'ubl' }] as const
const others = (party: Party): Party => {
  const { ...rest } = party
  Reflect.deleteProperty(rest, 'siret')
  return rest
}

t.test('an invoice to the public sector in JSON becomes a document that Chorus Pro takes in', async (t) => {
  for (const format of FORMATS) {
    const { errors, invoice: seen } = judged({ ...invoice, ...format })
    t.same(errors, [])
    t.match(seen, { seller: '81247315500024', buyer: '21750001600019' })
    t.equal(parseInvoice(xmlOf({ ...invoice, ...format })).detected.businessProcess, 'A1')
  }
  const gross = 12 * 95 * 1.2
  const paid = {
    ...invoice,
    prepaidAmount: gross,
    dueDate: TODAY,
    paymentMeans: { code: '48', card: { accountNumber: '1234' } },
  }
  t.equal(parseInvoice(xmlOf(paid)).detected.businessProcess, 'A2', 'paid already')
  t.same(judged(paid).errors, [])
  const inUbl = { ...invoice, format: 'ubl' } as const
  t.notMatch(xmlOf(inUbl).toString(), /#BAR#|schemeID="0009"/)
  t.match(xmlOf({ ...inUbl, note: '#BAR#B2B' }).toString(), /#BAR#B2B/, 'what was sent stays')
  const forPlatform = { ...invoice, customer: { ...invoice.customer, chorusPro: false } }
  t.equal(parseInvoice(xmlOf(forPlatform)).detected.businessProcess, 'S1', 'a platform has the process of the reform')
  t.ok(validate(forPlatform, { today: TODAY }).valid)
})

/** Breaches of what Chorus Pro demands: the finding, and its own text. */
const BREACHES: readonly (readonly [change: Partial<InvoiceRequest>, finding: string, text: RegExp])[] = [
  [{ supplier: others(invoice.supplier) }, 'CW-FR-CHORUS-SIRET supplier.siret', /fournisseur n'est pas un SIRET/],
  [{ customer: others(invoice.customer) }, 'CW-FR-CHORUS-SIRET customer.siret', /destinataire n'est pas un SIRET/],
  [
    { number: 'F'.repeat(21) },
    'CW-FR-CHORUS-NUMBER number',
    /^Le champ identifiant de la facture F{21} ne doit pas depasser 20 caracteres$/,
  ],
  [{ number: 'F.1' }, 'CW-FR-CHORUS-NUMBER number', /F\.1 contient/],
  [
    { paymentMeans: { paymentTerms: '30 jours' } },
    'CW-FR-CHORUS-PAYMENT paymentMeans.code',
    /^TypeCode.value est obligatoire$/,
  ],
  [
    { paymentMeans: { code: '30', text: 'virement', paymentTerms: 'x' } },
    'CW-FR-CHORUS-IBAN paymentMeans.bankAccount',
    /IBAN/,
  ],
  [{ paymentMeans: { bankAccount: '12345', paymentTerms: 'x' } }, 'CW-FR-CHORUS-IBAN paymentMeans.bankAccount', /IBAN/],
  [
    { businessProcess: 'S1', customer: { ...invoice.customer, chorusPro: true } },
    'CW-FR-CHORUS-FRAMEWORK businessProcess',
    /cadre de facturation S1/,
  ],
  [
    { attachments: (invoice.attachments ?? []).map((each) => ({ ...each, filename: `${'n'.repeat(47)}.csv` })) },
    'CW-FR-CHORUS-FILE-NAME attachments[0].filename',
    /piece jointe n{47}\.csv ne doit pas depasser 50/,
  ],
]

t.test('what Chorus Pro would reject is a finding before it is sent, in JSON and in a document', async (t) => {
  for (const [change, expected, rejection] of BREACHES)
    for (const format of FORMATS) {
      const broken = { ...invoice, ...change, ...format }
      const fatal = validate(broken, { today: TODAY }).findings.filter(({ severity }) => severity === 'fatal')
      t.ok(
        fatal.some(({ rule, path }) => `${rule} ${path}` === expected),
        `${expected}: ${JSON.stringify(fatal)}`,
      )
      const [rule = ''] = expected.split(' ')
      const own = judgeXml(xmlOf(broken), { country: 'FR', profile: 'fr-chorus', isToBeSent: true, now: NOW })
      t.ok(
        own.findings.some((each) => each.rule === rule && each.severity === 'fatal'),
        `${rule} in ${JSON.stringify(format)}`,
      )
      const { errors } = judged(broken)
      t.ok(
        errors.some((error) => rejection.test(error)),
        `${String(rejection)} in ${JSON.stringify(errors)}`,
      )
      const { errorFix } = FRENCH_REJECTIONS.explain(`IN_REJETE\nF-1 : ${errors[0] ?? ''}`)
      const [, field = ''] = expected.split(' ')
      t.ok(errorFix.includes(field.replace('[0]', '[]')), `${field} in ${errorFix}`)
    }
})

t.test('a document names its system by its business process', async (t) => {
  const chorus = judgeXml(xmlOf(invoice), { country: 'FR', isToBeSent: true, now: NOW })
  t.match(chorus, { profile: 'fr-chorus', valid: true })
  t.equal(judgeXml(xmlOf(invoice), { now: NOW }).profile, 'fr-chorus', 'between parties in France')
  t.match(judgeXml(xmlOf(invoice), { profile: 'fr', now: NOW }), { valid: false }, 'a platform refuses it')
  const forPlatform = { ...invoice, customer: { ...invoice.customer, chorusPro: false } }
  t.equal(judgeXml(xmlOf(forPlatform), { country: 'FR', isToBeSent: true, now: NOW }).profile, 'fr')
  t.equal(read(parseInvoice(xmlOf(forPlatform))).request.customer.chorusPro, undefined)
  const reform = { ...invoice, businessProcess: 'S1' }
  t.match(xmlOf(reform).toString(), /#BAR#/, 'as does JSON')
  t.equal(read(parseInvoice(xmlOf(invoice))).request.customer.chorusPro, undefined)
})

t.test('a credit note and one that was sent with a registration are taken in, too', async (t) => {
  const credit = {
    ...invoice,
    invoiceType: 'credit_note',
    precedingInvoice: { number: 'F-0', issueDate: TODAY },
  } as const
  const registered = {
    ...invoice,
    supplier: { ...others(invoice.supplier), legalRegistration: { id: '81247315500024', scheme: '0002' } },
  }
  const beside = {
    ...invoice,
    supplier: { ...invoice.supplier, legalRegistration: { id: '812473155', scheme: '0002' } },
  }
  for (const each of [credit, registered, beside])
    for (const format of FORMATS) {
      const { valid, findings } = validate({ ...each, ...format }, { today: TODAY })
      t.ok(valid, JSON.stringify(findings))
      t.same(judged({ ...each, ...format }).errors, [])
    }
})

t.test('what passes our rules passes those of Chorus Pro', async (t) => {
  const mostly = <Sound, Other>(sound: Sound, other: fc.Arbitrary<Other>): fc.Arbitrary<Sound | Other> =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(sound) }, { weight: 1, arbitrary: other })
  const arbitrary = fc.record({
    number: mostly('F-1', fc.oneof(fc.stringMatching(/^[A-Za-z0-9+\-_/. #]{1,24}$/), text(25))),
    siret: mostly(SELLER, fc.oneof(fc.constant(undefined), fc.stringMatching(/^732829320\d{4,6}$/))),
    buyer: mostly(BODY, fc.constantFrom(undefined, '21750001600')),
    businessProcess: mostly(undefined, fc.constantFrom('A1', 'A2', 'A9', 'A26', 'S1', 'a1')),
    paymentMeans: mostly(
      { code: '30', bankAccount: 'FR7630006000011234567890189' },
      fc.record(
        {
          code: fc.constantFrom('30', '58', '48', '10', '1'),
          bankAccount: fc.constantFrom('FR7630006000011234567890189', '12345', 'fr76'),
        },
        { requiredKeys: [] },
      ),
    ),
    filename: fc.constantFrom('a.csv', `${'n'.repeat(46)}.csv`, `${'n'.repeat(47)}.csv`),
    format: fc.constantFrom('ubl', 'cii'),
  })
  let valid = 0
  fc.assert(
    fc.property(arbitrary, ({ number, siret, buyer, businessProcess, paymentMeans, filename, format }) => {
      const drawn = {
        ...invoice,
        number,
        format,
        paymentMeans: { ...paymentMeans, paymentTerms: '30 jours' },
        supplier: { ...others(invoice.supplier), vatNumber: 'FR44732829320', ...(siret !== undefined && { siret }) },
        customer: { ...others(invoice.customer), chorusPro: true, ...(buyer !== undefined && { siret: buyer }) },
        ...(businessProcess !== undefined && { businessProcess }),
        attachments: (invoice.attachments ?? []).map((each) => ({ ...each, filename })),
      }
      const isValid = validate(drawn, { today: TODAY }).valid
      if (isValid) valid += 1
      return !isValid || judged(drawn).errors.length === 0
    }),
    { numRuns: 300 },
  )
  t.ok(valid > 30, `${valid} of the drawn invoices were valid`)
})

t.test('the simulated Chorus Pro opens the document and answers in its own words', async (t) => {
  const { decided } = simulated(france, { sample: invoice, xml: convert(invoice, attachments).xml })
  t.match(await decided(), { kind: 'accepted', govId: /^CPP\d{22}$/, govMessage: /^IN_INTEGRE : facture/ })
  for (const [change, , rejection] of BREACHES.filter(([{ number }]) => number !== 'F.1')) {
    const broken = { ...invoice, ...change, number: change.number ?? 'F-2' }
    const world = simulated(france, { sample: broken, xml: convert(broken, attachments).xml })
    const outcome = await world.decided()
    const [state, error = ''] = outcome.kind === 'rejected' ? outcome.errorMessage.split('\n') : []
    t.equal(state, 'IN_REJETE')
    t.match(error.replace(/^[^:]* : /, ''), rejection)
  }
})

t.test('Chorus Pro gets a Factur-X unless another form is asked for, or there is none', async (t) => {
  const { isSentAsHybrid, formatOf } = france.invoicing as Invoicing
  t.equal(isSentAsHybrid?.(invoice), true)
  t.equal(formatOf(invoice), 'Factur-X, CII D16B EN 16931 Chorus Pro')
  for (const format of ['ubl', 'cii'] as const) t.equal(isSentAsHybrid?.({ ...invoice, format }), false, format)
  t.equal(isSentAsHybrid?.({ ...invoice, format: 'cii', hybrid: true }), true)
  const extended = { ...invoice, fr: { payer: { name: 'Payeur' } } }
  t.equal(isSentAsHybrid?.(extended), false, 'Factur-X has no level for EXTENDED-CTC-FR')
  t.equal(formatOf(extended), 'CII D16B EN 16931 Chorus Pro')
  const forPlatform = { ...invoice, customer: { ...invoice.customer, chorusPro: false } }
  t.equal(isSentAsHybrid?.(forPlatform), false)
})
