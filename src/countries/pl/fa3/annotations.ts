import type { DocumentSink } from '../../../einvoice/syntax/document-sink.js'
import { categoryOf } from '../../../einvoice/model/vat-category.js'
import { marginScheme, marginSchemes } from '../margin.js'
import type { Fa3Model } from '../model.js'

const [YES, NO] = ['1', '2']

/** Adnotacje: the statements required by law, as marks. */
export function putAnnotations(sink: DocumentSink, model: Fa3Model): void {
  const { request, lines, rates } = model
  const mark = (name: string, isSo: boolean): void => {
    sink.text(name, isSo ? YES : NO)
  }
  sink.group('Adnotacje', () => {
    mark('P_16', request.vatCollection === 'cash')
    mark('P_17', request.selfBilled === true)
    mark(
      'P_18',
      lines.some(({ line }, index) => rates[index] === 'oo' || categoryOf(line) === 'AE'),
    )
    mark('P_18A', request.vatCollection === 'split_payment')
    putExemption(sink, model)
    sink.group('NoweSrodkiTransportu', () => {
      sink.text('P_22N', YES)
    })
    // Triangular trade of the second of three in the simplified procedure.
    mark('P_23', false)
    putMargin(sink, model)
  })
}

/** PMarzy: the margin scheme. The schema refuses a second one. */
function putMargin(sink: DocumentSink, { lines }: Fa3Model): void {
  const schemes = marginSchemes(lines.map(({ line }) => line))
  const [first] = lines.filter(({ line }) => marginScheme(line) !== undefined)
  const children = (): void => {
    sink.text(schemes.length > 0 ? 'P_PMarzy' : 'P_PMarzyN', YES)
    for (const { mark } of schemes) sink.text(mark, YES)
  }
  sink.group('PMarzy', children, undefined, { field: first?.field ?? '' })
}

/** Zwolnienie: whether anything is exempt, and by which law. */
function putExemption(sink: DocumentSink, { lines, rates, exemption }: Fa3Model): void {
  const exempt = rates.indexOf('zw')
  const children = (): void => {
    sink.text('P_19', exempt < 0 ? undefined : YES)
    if (exemption !== undefined) sink.text(exemption.element, exemption.text)
    sink.text('P_19N', exempt < 0 ? YES : undefined)
  }
  sink.group('Zwolnienie', children, undefined, { field: lines[exempt]?.field ?? '' })
}
