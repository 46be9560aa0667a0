import fc from 'fast-check'
import t from 'tap'
import { germanInvoice, germanRequest } from '../../../src/countries/de/profile.js'
import { judgeXml } from '../../../src/countries/judging/judge-xml.js'
import { readXml } from '../../../src/countries/judging/read-xml.js'
import { countryOf } from '../../../src/countries/registry.js'
import { documentTypeOf, suitedFormat } from '../../../src/countries/peppol/receiving.js'
import { DOCUMENT_KIND } from '../../../src/countries/peppol/access-point/route.js'
import type { Detail } from '../../../src/domain/refusal.js'
import { inFormat, type InvoiceRequest } from '../../../src/domain/request/invoice-request.js'
import { acceptInvoice } from '../../../src/documents/intake/accept-invoice.js'
import { compileCheck } from '../../../src/documents/intake/check.js'
import { InvoiceBody } from '../../../src/documents/intake/schemas/invoice-input.js'
import { renderInProcess } from '../../../src/documents/rendering/in-process.js'
import { FACTUR_X_LEVELS } from '../../../src/einvoice/rules/factur-x.js'
import { readInvoice } from '../../../src/einvoice/syntax/read-invoice.js'
import { lossesBetween } from '../../../src/einvoice/syntax/losses.js'
import { converted, lossesIn, xml as xmlSource } from '../../documents/conversion/converted.js'
import { readPdf } from '../../support/pdf.js'
import { lawful } from '../../support/random/countries.js'
import { TODAY } from '../../support/random/invoice.js'
import { SEED, triesOf } from '../../support/random/sample.js'
import { acceptedSample, acceptedSamples } from '../accepted-sample.js'
import { inProfile, type ZugferdProfile } from './arbitrary-zugferd.js'

const { invoicing } = countryOf('DE')
if (invoicing === null) throw new Error('Germany has no format')
const today = { today: TODAY }
const PROFILES: readonly ZugferdProfile[] = ['en16931', 'extended']
const LEVELS = { en16931: 'EN 16931', extended: 'EXTENDED' } as const
const SAMPLES = { en16931: '15-zugferd-en16931', extended: '16-zugferd-extended' } as const

const sampleOf = (profile: ZugferdProfile) => {
  const found = acceptedSamples('DE', TODAY).find(({ name }) => name === SAMPLES[profile])
  if (found === undefined) throw new Error(`no sample of ${profile}`)
  return found.invoice
}
const check = compileCheck(InvoiceBody)
const detailsOf = (body: object): readonly Detail[] => {
  const details: Detail[] = []
  check(body, '', details)
  return details
}
const rulesIn = ({ findings }: { readonly findings: readonly { rule: string; severity: string; path: string }[] }) =>
  findings.map(({ rule, severity, path }) => `${rule} ${severity} ${path}`)

t.test('an invoice claims the profile that it asks for, without what XRechnung alone requires', async (t) => {
  for (const profile of PROFILES) {
    const { xml, format } = invoicing.convert(sampleOf(profile), [])
    t.match(xml, `<ram:ID>${FACTUR_X_LEVELS[LEVELS[profile]]}</ram:ID>`)
    t.notMatch(xml, 'BusinessProcessSpecifiedDocumentContextParameter')
    t.notMatch(xml, 'BuyerReference')
    t.equal(format, profile === 'extended' ? 'CII D22B ZUGFeRD 2.5 EXTENDED' : 'CII D22B ZUGFeRD 2.5')
    t.strictSame(invoicing.validate(sampleOf(profile), today), {
      ...invoicing.validate(sampleOf(profile), today),
      valid: true,
      findings: [],
    })
  }
})

t.test('the profile xrechnung stays one where another would be chosen', async (t) => {
  const several = { ...sampleOf('en16931'), profile: 'xrechnung' } as const
  t.match(invoicing.convert(several, []).xml, 'xrechnung_3.0')
  t.ok(rulesIn(invoicing.validate(several, today)).includes('XSD fatal precedingInvoices[0]'))
  const open: InvoiceRequest = { ...several }
  Reflect.deleteProperty(open, 'profile')
  t.ok(rulesIn(invoicing.validate(open, today)).includes('CW-DE-LEVEL warning precedingInvoices[0].number'))
})

t.test('the rates of Germany apply in every profile, the BR-DE rules do not', async (t) => {
  const [line] = sampleOf('en16931').lines
  if (line === undefined) throw new Error('no line')
  for (const profile of PROFILES) {
    const rules = rulesIn(invoicing.validate({ ...sampleOf(profile), lines: [{ ...line, vatRate: 18 }] }, today))
    t.ok(rules.includes('CW-DE-VAT-RATE warning lines[0].vatRate'))
    t.notOk(rules.some((rule) => rule.startsWith('BR-DE-')))
  }
})

t.test('an authority accepts XRechnung alone', async (t) => {
  const customer = { ...sampleOf('extended').customer, leitwegId: '04011000-1234512345-06' }
  for (const profile of PROFILES)
    t.match(
      invoicing
        .validate({ ...sampleOf(profile), customer }, today)
        .findings.find(({ rule }) => rule === 'CW-DE-PROFILE'),
      { severity: 'fatal', path: 'profile', fix: /profile: "xrechnung"/ },
    )
})

t.test('the profile is refused where no German Cross Industry Invoice is asked for', async (t) => {
  const { body } = bodyOfSample()
  t.match(detailsOf({ ...body, country: 'FR' }), [{ path: 'profile', message: /^is only for DE/ }])
  t.match(detailsOf({ ...body, format: 'ubl' }), [
    { path: 'profile', message: 'is only available in the format cii, but format is ubl; leave one of them out' },
  ])
  t.match(detailsOf({ ...body, profile: 'basic' }), [{ path: 'profile', message: /xrechnung, en16931/ }])
  const formless = { ...body }
  delete formless.format
  t.strictSame(detailsOf(formless), [])
  t.throws(() => accepted(formless), {
    name: 'Refusal',
    details: [{ path: 'profile', message: /format is missing; send format: "factur-x" or "cii"/ }],
  })
})

t.test('sub-lines become lines in groups, and findings lead to them', async (t) => {
  const invoice = sampleOf('extended')
  t.strictSame(
    germanInvoice(invoice).lines.map(({ id, parentLine, subtype }) => [id, parentLine, subtype]),
    [
      ['1', undefined, 'GROUP'],
      ['1.1', '1', 'GROUP'],
      ['1.1.1', '1.1', 'DETAIL'],
      ['1.1.2', '1.1', 'DETAIL'],
      ['1.2', '1', 'DETAIL'],
      ['2', undefined, undefined],
    ],
  )
  const [first, second] = invoice.lines
  const [part, other] = first?.de?.subLines ?? []
  if (!first || !second || !part || !other) throw new Error('no sub-lines')
  const wrong = {
    ...invoice,
    lines: [
      { ...first, de: { subLines: [part, { ...other, vatRate: 18, netAmount: 1 }] } },
      { ...second, id: '1.2' },
    ],
  }
  const rules = rulesIn(invoicing.validate(wrong, today))
  t.ok(rules.includes('CW-DE-VAT-RATE warning lines[0].de.subLines[1].vatRate'))
  t.ok(rules.includes('CW-TOTALS fatal lines[0].de.subLines[1].netAmount'))
  t.ok(rules.includes('CW-DE-LINE-ID fatal lines[1].id'))
})

t.test('a cash discount is in words and in terms of its own in EXTENDED, in a line of XRechnung else', async (t) => {
  const cashDiscounts = [{ until: '2026-12-01', percentage: 2 }]
  const xml = (profile: ZugferdProfile) => invoicing.convert({ ...sampleOf(profile), cashDiscounts }, []).xml
  t.match(xml('en16931'), '#SKONTO#TAGE=10#PROZENT=2.00#')
  t.notMatch(xml('en16931'), 'ApplicableTradePaymentDiscountTerms')
  const extended = xml('extended')
  t.match(extended, '2 % Skonto (103,97 EUR) bei Zahlung bis 01.12.2026')
  t.match(
    extended,
    /<ram:BasisPeriodMeasure unitCode="DAY">10<[^]*<ram:BasisAmount>5198.30<[^]*<ram:ActualDiscountAmount>103.97</,
  )
  const { invoice } = readInvoice(Buffer.from(extended))
  t.match(germanRequest(invoice).request, {
    dueDate: '2026-12-18',
    cashDiscounts: [{ days: 10, percentage: 2 }],
    paymentMeans: { paymentTerms: 'Zahlbar innerhalb von 30 Tagen' },
  })
})

t.test('payment in parts has terms for each part in EXTENDED', async (t) => {
  const sample = sampleOf('extended')
  const paymentSchedule = [
    { dueDate: '2026-12-01', percentage: 50 },
    { dueDate: '2026-12-18', percentage: 50, note: 'Rest' },
  ]
  const invoice = { ...sample, paymentSchedule }
  t.match(invoicing.validate(invoice, today), { valid: true })
  const { xml } = invoicing.convert(invoice, [])
  t.equal(xml.split('<ram:PartialPaymentAmount>2599.15<').length, 3)
  t.match(germanRequest(readInvoice(Buffer.from(xml)).invoice).request.paymentSchedule, [
    { dueDate: '2026-12-01', amount: 2599.15 },
    { dueDate: '2026-12-18', amount: 2599.15, note: 'Rest' },
  ])
})

t.test('the reason of an exemption goes to the lines that are counted', async (t) => {
  const { lines, ...others } = sampleOf('extended')
  const [line] = lines
  if (line === undefined) throw new Error('no line')
  const exempt = { vatRate: 0, vatCategory: 'E', exemptionReason: 'Heilbehandlung' } as const
  const { exemptionReason, ...part } = { ...line, ...exempt, id: undefined, de: undefined }
  const own = JSON.parse(JSON.stringify(part)) as typeof line
  const invoice = {
    ...others,
    lines: [{ ...line, ...exempt, de: { subLines: [own, { ...own, vatRate: 19, vatCategory: 'S' as const }] } }],
  }
  const model = germanInvoice(invoice)
  t.match(
    model.vatBreakdown.map(({ category, exemptionReason: reason }) => [category, reason]),
    [
      ['E', exemptionReason],
      ['S', undefined],
    ],
  )
  t.strictSame(lossesBetween(model, germanInvoice({ ...germanRequest(model).request, format: 'cii' })), [])
})

t.test('what was written is read again, from the XML and from the PDF', async (t) => {
  for (const profile of PROFILES) {
    const invoice = sampleOf(profile)
    const bytes = Buffer.from(invoicing.convert(invoice, []).xml)
    const state = { environment: 'test', status: 'accepted', governmentNumber: null, at: `${TODAY}T09:30:00Z` } as const
    const request = { country: 'DE', invoice, language: 'de', state, xml: { bytes, sha256: '' } } as const
    const pdf = await renderInProcess.pdf({ account: 'acc_1', whenBusy: 'refuse' }, { ...request, isHybrid: true })
    const { metadata, files } = readPdf(pdf)
    t.match(metadata, `<fx:ConformanceLevel>${LEVELS[profile]}</fx:ConformanceLevel>`)
    t.match(files, [{ name: 'factur-x.xml' }])
    for (const source of [bytes, Buffer.from(pdf)]) {
      const made = converted(xmlSource(source), { to: 'json', country: 'DE', validate: true })
      t.strictSame(lossesIn(made), [])
      const body = JSON.parse(made.document) as InvoiceBody
      t.match(body, { format: 'cii', profile })
      t.match(made.verdict, { profile: `factur-x-${profile}`, judgement: { valid: true } })
      t.equal(invoicing.convert(accepted(body), []).xml, bytes.toString(), 'and becomes the same document')
      t.match(judgeXml(source, { country: 'DE', isToBeSent: true, now: new Date(`${TODAY}T12:00:00Z`) }), {
        valid: true,
        profile: `factur-x-${profile}`,
      })
    }
    t.match(judgeXml(pdf, {}), { valid: true, profile: `factur-x-${profile}`, findings: [] })
    t.match(readXml(bytes, 'DE'), { country: 'DE', request: { profile, format: 'cii' } })
  }
})

t.test('JSON keeps its profile in CII; in UBL its sub-lines are those of XRechnung', async (t) => {
  const source = { kind: 'json', body: { ...bodyOfSample().body, issueDate: TODAY } } as const
  const cii = converted(source, { to: 'cii', country: 'DE' })
  t.match(cii.document, FACTUR_X_LEVELS.EXTENDED)
  t.strictSame(lossesIn(cii), [])
  const ubl = converted(source, { to: 'ubl', country: 'DE' })
  t.match(ubl.document, /extension:xrechnung_3\.0[^]*<cac:SubInvoiceLine>/)
  const plain = converted(source, { to: 'ubl' })
  t.match(plain.document, /<cbc:CustomizationID>urn:cen.eu:en16931:2017</)
  t.notMatch(plain.document, 'Los 1: Beleuchtung', 'a group is not counted, so EN 16931 has no line for it')
  t.ok(lossesIn(plain).some((loss) => loss.includes('lines[0]')))
})

t.test('lines that the JSON can not nest are reported, and the totals stay', async (t) => {
  const xml = invoicing.convert(sampleOf('extended'), []).xml
  const inform = xml
    .replace('<ram:LineID>2</ram:LineID>', '$&<ram:LineStatusReasonCode>INFORMATION</ram:LineStatusReasonCode>')
    .replace('<ram:ParentLineID>1.1</ram:ParentLineID>', '<ram:ParentLineID>7</ram:ParentLineID>')
  const made = converted(xmlSource(inform), { to: 'json', country: 'DE' })
  t.ok(lossesIn(made).some((loss) => /Prüfung der Anlage|BT-126|BG-25/.test(loss)))
  t.ok(lossesIn(made).some((loss) => loss.includes('EXT-FR-FE-162')))
  const body = JSON.parse(made.document) as InvoiceBody
  t.strictSame(
    body.lines.map(({ description, de }) => [description, de?.subLines?.length]),
    [
      ['Los 1: Beleuchtung der Talstation', 2],
      ['LED-Strahler 120 W', undefined],
    ],
  )
})

t.test('a buyer who is not registered for the profile does not get it', async (t) => {
  const invoice = sampleOf('extended')
  const offer = { receiver: 'iso6523-actorid-upis::9930:de1', formats: ['ubl', 'cii'], posted: null } as const
  const suited = (registered: readonly string[]) =>
    suitedFormat({ ...offer, invoice, modelOf: germanInvoice }, registered)
  const type = documentTypeOf(germanInvoice(invoice), 'cii')
  t.match(type, /extended::D22B$/)
  t.same(suited([type]), { kind: 'suits', format: null })
  t.match(suited([documentTypeOf(germanInvoice(inFormat(invoice, undefined)), 'ubl')]), {
    kind: 'unsuitable',
    errorTranslated: /does not list ZUGFeRD EXTENDED \(CII\)/,
    errorFix: /without `profile` and `format`/,
  })
  const kind = DOCUMENT_KIND.read(Buffer.from(invoicing.convert(sampleOf('en16931'), []).xml), null)
  t.match(kind, {
    documentType: /##urn:cen\.eu:en16931:2017::D16B$/,
    process: 'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:en16931:any',
  })
})

for (const profile of PROFILES)
  t.test(`every lawful invoice in ${profile} is valid, and reads back to the same document`, async (t) => {
    fc.assert(
      fc.property(
        lawful('DE', 5).chain((random) => inProfile(random, profile)),
        ({ invoice, attachments }) => {
          const { findings, valid } = invoicing.validate(invoice, today)
          if (!valid) throw new Error(JSON.stringify(findings))
          const { xml } = invoicing.convert(invoice, attachments)
          const { invoice: read } = readInvoice(Buffer.from(xml))
          const said = germanRequest(read)
          const again = invoicing.convert({ ...said.request, format: 'cii' }, said.attachments).xml
          if (again !== xml) throw new Error(differences(xml, again))
          const { valid: isValid, findings: found } = judgeXml(Buffer.from(xml), { country: 'DE' })
          if (!isValid) throw new Error(JSON.stringify(found))
        },
      ),
      { seed: SEED, numRuns: triesOf(60) },
    )
    t.pass()
  })

/** The lines of a document that another one has not. */
function differences(one: string, other: string): string {
  const of = (text: string, than: string): string =>
    text
      .split('\n')
      .filter((line) => !than.split('\n').includes(line))
      .join('\n')
  return `${of(one, other)}\n---\n${of(other, one)}`
}

function bodyOfSample(): { readonly body: InvoiceBody } {
  let body: InvoiceBody | undefined
  acceptedSample('DE', SAMPLES.extended, TODAY, (sample) => {
    body = sample
    return {}
  })
  if (body === undefined) throw new Error('no sample')
  return { body }
}

function accepted(body: InvoiceBody) {
  const context = {
    countryOf,
    now: new Date(TODAY),
    invoiceId: 'inv_1',
    environment: null,
    preceding: body.precedingInvoice as never,
  }
  return acceptInvoice(body, context).accepted
}
