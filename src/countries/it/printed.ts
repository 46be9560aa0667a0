import type { InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { Person, RelatedDocument } from '../../domain/request/italy.js'
import type { Rea } from '../../domain/request/parties.js'
import type { Address } from '../../domain/request/terms.js'
import { Decimal } from '../../einvoice/model/decimal.js'
import { isBlank } from '../../einvoice/xml/white-space.js'
import type { Deduction, Fact, PrintContext, Printed } from '../printed.js'
import { printedDay, printedMoney } from '../printed-numbers.js'
import { documentType, isImplied } from './document-types.js'
import { fatturaModel } from './model.js'
import { issuerCode } from './parties.js'
import { documentTypeInWords, regimeInWords } from './printed-codes.js'
import { LABELS } from './printed-labels.js'
import { SIMPLIFIED_TITLES } from './simplified/titles.js'
import { simplifiedType } from './simplified-types.js'

/**
 * The amounts that reduce the amount due, the stamp duty, whose payment must be stated by law, and
 * the contents that EN 16931 has no term for. Amounts are in EUR.
 */
export function italianFacts(request: InvoiceRequest, { language }: Pick<PrintContext, 'language'>): Printed {
  const labels = LABELS[language]
  const facts: Fact[] = []
  const add = (label: string, parts: readonly (string | undefined)[]): void => {
    const value = parts.filter((part) => !isBlank(part)).join(', ')
    if (value !== '') facts.push({ label, value })
  }
  const inEuros = (amount: Decimal): string => printedMoney(amount, 'EUR', language)
  const day = (text: string): string => printedDay(text, language)
  const { withheld, enasarco, inEuros: document } = fatturaModel(request)
  const { vatCollection, stampDuty, supplier, customer, deliveryNotes = [], it = {} } = request

  const type = documentType(request)
  const simplified = simplifiedType(type)
  // The title says it.
  const isTitled = simplified !== undefined || isImplied(type)
  add(labels.documentType, [isTitled ? undefined : documentTypeInWords(type)])
  add(labels.taxRegime, [supplier.taxRegime === undefined ? undefined : regimeInWords(supplier.taxRegime)])
  add('REA', registerEntry(supplier.rea, inEuros))
  add(labels.recipientCode, [customer.sdiCode])
  add('PEC', [customer.pec])
  const rate = (percentage: number): string => `${new Intl.NumberFormat(language).format(percentage)}\u00a0%`
  const subtracted: readonly Deduction[] = [
    ...withheld.map(({ withholding, amount }) => ({
      label: `${labels.withheld} ${withholding.type}, ${rate(withholding.rate)}`,
      amount,
    })),
    ...enasarco.map(({ fund, amount }) => ({ label: `ENASARCO (TC07), ${rate(fund.rate)}`, amount })),
    ...(vatCollection === 'split_payment'
      ? [{ label: labels.splitPayment, amount: document.totals.vat ?? Decimal.zero }]
      : []),
  ]
  // Their amounts are in euros: beside totals in another currency they would add up to nothing.
  const deductions = request.currency === 'EUR' ? subtracted : []
  if (deductions.length === 0) for (const { label, amount } of subtracted) add(label, [inEuros(amount)])
  if (stampDuty !== undefined) add(labels.stampDuty, [inEuros(Decimal.of(stampDuty))])

  const related = ({ number, issueDate, item, jobCode, lines = [], ...codes }: RelatedDocument): readonly string[] => [
    number,
    issueDate === undefined ? '' : day(issueDate),
    item === undefined ? '' : `${labels.item} ${item}`,
    jobCode ?? '',
    codes.projectReference === undefined ? '' : `CUP ${codes.projectReference}`,
    codes.tenderReference === undefined ? '' : `CIG ${codes.tenderReference}`,
    lines.length === 0 ? '' : `${labels.lines} ${lines.map((line) => document.lines[line]?.id ?? line + 1).join(', ')}`,
  ]
  // A deferred invoice names each with its day (art. 21 c. 4 DPR 633/72).
  for (const { number, issueDate, lines = [] } of deliveryNotes)
    add(labels.deliveryNote, related({ kind: 'receipt', number, issueDate, lines }))
  for (const each of it.relatedDocuments ?? []) add(labels[each.kind], related(each))
  add(labels.progressStages, (it.progressStages ?? []).map(String))
  if (it.art73 === true) add(labels.art73, ['art. 73 DPR 633/72'])

  const { carrier, weightUnit = '', ...journey } = it.transport ?? {}
  const weight = (value: number | undefined): string | undefined =>
    value === undefined ? undefined : `${new Intl.NumberFormat(language).format(value)} ${weightUnit}`.trimEnd()
  const licence = carrier?.drivingLicence
  add(labels.carrier, [
    named(carrier),
    carrier?.vatNumber,
    carrier?.nationalId,
    licence === undefined ? undefined : `${labels.drivingLicence} ${licence}`,
  ])
  add(labels.means, [journey.means])
  add(labels.reason, [journey.reason])
  add(labels.packages, [journey.packages === undefined ? undefined : String(journey.packages)])
  add(labels.goods, [journey.goods])
  add(labels.grossWeight, [weight(journey.grossWeight)])
  add(labels.netWeight, [weight(journey.netWeight)])
  if (journey.collectedAt !== undefined)
    add(labels.collectedAt, [day(journey.collectedAt), timeOf(journey.collectedAt)])
  if (journey.startDate !== undefined) add(labels.startDate, [day(journey.startDate)])
  add(labels.incoterm, [journey.incoterm])

  const { intermediary } = it
  const isIssuer = issuerCode(request) === 'TZ'
  add(isIssuer ? labels.issuedBy : labels.intermediary, [
    named(intermediary),
    intermediary?.vatNumber ?? intermediary?.nationalId,
  ])
  if (request.selfBilled === true) add(labels.issuedBy, [labels.customer])
  add(labels.supplierTitle, [supplier.person?.title])
  add(labels.customerTitle, [customer.person?.title])
  add(labels.supplierEstablishment, addressLines(supplier.permanentEstablishment))
  add(labels.customerEstablishment, addressLines(customer.permanentEstablishment))
  return { facts, codes: [], deductions, ...(simplified && { title: SIMPLIFIED_TITLES[language][simplified] }) }
}

/** The entry in the register of companies, in the words that letters have (art. 2250 c.c.). */
function registerEntry(rea: Rea | undefined, inEuros: (amount: Decimal) => string): readonly string[] {
  if (rea === undefined) return []
  const { office, number, shareCapital, soleShareholder, inLiquidation } = rea
  return [
    `${office}-${number}`,
    shareCapital === undefined ? '' : `capitale sociale ${inEuros(Decimal.of(shareCapital))}`,
    soleShareholder === true ? 'socio unico' : '',
    inLiquidation === true ? 'in liquidazione' : '',
  ]
}

/** The name of a party, after the title of a person. */
function named(party: { readonly name: string; readonly person?: Person } | undefined): string | undefined {
  const { title } = party?.person ?? {}
  return title === undefined ? party?.name : `${title} ${party?.name ?? ''}`
}

/** Hours and minutes of a time in ISO 8601, in its own zone; undefined: a day alone. */
function timeOf(text: string): string | undefined {
  return /T(\d\d:\d\d)/i.exec(text)?.[1]
}

function addressLines(address: Address | undefined): readonly (string | undefined)[] {
  if (address === undefined) return []
  const { street, postalCode, city, stateOrProvince, country } = address
  return [street, [postalCode, city].filter((part) => !isBlank(part)).join(' '), stateOrProvince, country]
}
