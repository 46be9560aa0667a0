import type { Country } from '../../countries/country.js'
import type { CountryCode, InvoiceRequest } from '../../domain/request/invoice-request.js'
import type { ItalianInvoicePart, Person } from '../../domain/request/italy.js'
import { invalidField } from '../../domain/refusal.js'
import type { InvoiceBody } from './schemas/invoice-input.js'
import { normalisePartyVat } from './vat-numbers.js'

/** The part with its VAT numbers in the form that countries expect. */
export function acceptItalianPart(
  { transport, intermediary, ...part }: NonNullable<InvoiceBody['it']>,
  countryOf: (code: CountryCode) => Country,
): ItalianInvoicePart {
  const { carrier, ...journey } = transport ?? {}
  return {
    ...part,
    ...(transport !== undefined && {
      transport: {
        ...journey,
        ...(carrier !== undefined && {
          carrier: { ...carrier, vatNumber: normalisePartyVat(carrier.vatNumber, 'IT', countryOf) },
        }),
      },
    }),
    ...(intermediary !== undefined && { intermediary: acceptIntermediary(intermediary, countryOf) }),
  }
}

type Intermediary = NonNullable<NonNullable<InvoiceBody['it']>['intermediary']>

function acceptIntermediary(
  { vatNumber, ...rest }: Intermediary,
  countryOf: (code: CountryCode) => Country,
): Intermediary {
  return vatNumber === undefined ? rest : { ...rest, vatNumber: normalisePartyVat(vatNumber, 'IT', countryOf) }
}

/**
 * Refuses Italian fields that contradict others, of which FatturaPA could contain only one. Throws
 * a `Refusal`.
 */
export function refuseItalian(
  { supplier, customer, it, socialFunds = [] }: Pick<InvoiceRequest, 'supplier' | 'customer' | 'it' | 'socialFunds'>,
  issuer: 'supplier' | 'customer',
): void {
  const { intermediary, transport } = it ?? {}
  const named = {
    supplier,
    customer,
    'it.intermediary': intermediary,
    'it.transport.carrier': transport?.carrier,
  }
  for (const [path, party] of Object.entries(named))
    if (party?.person !== undefined && !isNameOf(party.name, party.person))
      throw invalidField(
        `${path}.name`,
        'is not the first and the last name of `person`, and FatturaPA contains either; make them agree, or leave person out',
      )
  socialFunds.forEach((fund, index) => {
    if (fund.type === 'TC07' && (fund.vatRate !== 0 || fund.withholding === true))
      throw invalidField(
        `socialFunds[${index}].${fund.vatRate === 0 ? 'withholding' : 'vatRate'}`,
        `must be ${fund.vatRate === 0 ? 'false' : '0'} for TC07: the customer withholds the contribution to ENASARCO (withholdings, type RT04), and the total is without it`,
      )
  })
  if (intermediary === undefined) return
  if (intermediary.vatNumber === undefined && intermediary.nationalId === undefined)
    throw invalidField('it.intermediary.vatNumber', 'is required, unless there is a nationalId; give one of them')
  if (issuer === 'customer' && intermediary.issues !== false)
    throw invalidField(
      'it.intermediary.issues',
      'must be false: the customer issues this document (selfBilled, documentType), and it has one issuer',
    )
}

/** Whether a name consists of both names, in any order. */
function isNameOf(name: string, { firstName, lastName }: Person): boolean {
  const words = (text: string): string => text.toLowerCase().split(/\s+/).filter(Boolean).sort().join(' ')
  return words(name) === words(`${firstName} ${lastName}`)
}
