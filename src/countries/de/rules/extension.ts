import { edition, type CodeList } from '../../../einvoice/codes/code-list.js'
import { ELECTRONIC_ADDRESS_SCHEMES, ISO_6523 } from '../../../einvoice/codes/identifier-schemes.js'
import { MIME_TYPES } from '../../../einvoice/codes/mime-types.js'
import { Decimal } from '../../../einvoice/decimal.js'
import type { Identifier, Invoice } from '../../../einvoice/model.js'
import type { InvoiceLine } from '../../../einvoice/model-lines.js'
import type { ThirdPartyPayment } from '../../../einvoice/model-settlement.js'
import { isBlank, normalised, type Rule, type Term } from '../../../einvoice/rules/rule.js'

/** Codes of the digital health applications, which the extension adds to the lists of schemes. KoSIT's lists end with 0243 and 0244. */
const HEALTH = 'XR01 XR02 XR03'
export const EXTENSION_SCHEMES = edition(ISO_6523, { with: HEALTH, without: '0244 0245 0246 0247 0248' })
export const EXTENSION_ADDRESS_SCHEMES = edition(ELECTRONIC_ADDRESS_SCHEMES, {
  with: HEALTH,
  without: '0242 0245 0246 0248',
})
export const EXTENSION_MIME_TYPES = edition(MIME_TYPES, { with: 'application/xml' })

/** BR-DEX-01 to BR-DEX-14: the extension of XRechnung, with sub invoice lines and third party payments. */
export const EXTENSION_RULES: readonly Rule[] = [
  {
    id: 'BR-DEX-01',
    terms: ['BT-125-1'],
    message: 'The media type {} of an attachment is not one that XRechnung admits',
    fix: 'Use PDF, PNG, JPEG, CSV, XLSX, ODS or XML',
    check: ({ supportingDocuments }, breach) => {
      supportingDocuments.forEach(({ attachment }, index) => {
        if (attachment !== undefined && !EXTENSION_MIME_TYPES.has(attachment.mimeType))
          breach('BT-125-1', index, attachment.mimeType)
      })
    },
  },
  {
    ...{ id: 'BR-DEX-02', severity: 'warning', terms: ['BT-131'] },
    message: 'The net amount {} of a line is not the sum of its sub invoice lines',
    fix: 'Let each line be the sum of the lines directly below it',
    check: ({ kind, lines }, breach) => {
      if (kind !== 'invoice') return
      lines.forEach((line, index) => {
        if (!isSumOfSubLines(line)) breach('BT-131', index, line.netAmount?.toString())
      })
    },
  },
  {
    id: 'BR-DEX-03',
    terms: ['BG-25'],
    message: 'A sub invoice line has no VAT category',
    fix: 'Give each sub invoice line exactly one VAT category',
    check: ({ kind, lines }, breach) => {
      if (kind !== 'invoice') return
      lines.forEach(({ subLines = [] }, index) => {
        if (subLines.some(lacksCategory)) breach('BG-25', index)
      })
    },
  },
  {
    id: 'BR-DEX-09',
    terms: ['BT-115'],
    message: 'The amount due {} is not the total with VAT less what is paid, rounded, plus the third party payments',
    fix: 'Recompute the amount due',
    check: ({ totals, thirdPartyPayments = [] }, breach) => {
      const zero = Decimal.zero
      const due = (totals.due ?? zero).minus(totals.rounding ?? zero).roundHalfUp(2)
      const third = Decimal.sum(thirdPartyPayments.map(({ amount }) => amount ?? zero))
      const expected = (totals.withVat ?? zero)
        .minus(totals.paid ?? zero)
        .plus(third)
        .roundHalfUp(2)
      if (!due.equals(expected)) breach('BT-115', undefined, totals.due?.toString())
    },
  },
  scheme('BR-DEX-04', ['BT-29', 'BT-46', 'BT-60'], EXTENSION_SCHEMES, ({ seller, buyer, payee }, see) => {
    for (const each of seller.identifiers) if (each.scheme !== 'SEPA') see('BT-29', each)
    for (const each of buyer.identifiers) see('BT-46', each)
    if (payee?.identifier?.scheme !== 'SEPA') see('BT-60', payee?.identifier)
  }),
  scheme('BR-DEX-05', ['BT-30', 'BT-47', 'BT-61'], EXTENSION_SCHEMES, ({ seller, buyer, payee }, see) => {
    see('BT-30', seller.legalRegistration)
    see('BT-47', buyer.legalRegistration)
    see('BT-61', payee?.legalRegistration)
  }),
  scheme('BR-DEX-06', ['BT-157'], EXTENSION_SCHEMES, ({ lines }, see) => {
    for (const { item } of everyLine(lines)) see('BT-157', item.standardIdentifier)
  }),
  scheme('BR-DEX-07', ['BT-34', 'BT-49'], EXTENSION_ADDRESS_SCHEMES, ({ seller, buyer }, see) => {
    see('BT-34', seller.electronicAddress)
    see('BT-49', buyer.electronicAddress)
  }),
  scheme('BR-DEX-08', ['BT-71'], EXTENSION_SCHEMES, ({ delivery }, see) => {
    see('BT-71', delivery?.location)
  }),
  payment('BR-DEX-10', 'has no type', ({ type }) => isBlank(type)),
  payment('BR-DEX-11', 'has no amount', ({ amount }) => amount === undefined),
  payment('BR-DEX-12', 'has no description', ({ description }) => isBlank(description)),
  payment('BR-DEX-13', 'has an amount of more than two decimals', ({ amount }) => (amount?.decimals() ?? 0) > 2),
]

/** Of the line and of every line below it that has lines below it. */
function isSumOfSubLines({ netAmount, subLines = [] }: InvoiceLine): boolean {
  if (subLines.length === 0) return true
  const sum = Decimal.sum(subLines.map((each) => each.netAmount ?? Decimal.zero))
  return (netAmount ?? Decimal.zero).equals(sum) && subLines.every(isSumOfSubLines)
}

function lacksCategory({ vatCategory, subLines = [] }: InvoiceLine): boolean {
  return vatCategory === '' || subLines.some(lacksCategory)
}

function everyLine(lines: readonly InvoiceLine[]): readonly InvoiceLine[] {
  return lines.flatMap((line) => [line, ...everyLine(line.subLines ?? [])])
}

function scheme(
  id: string,
  terms: readonly [Term, ...Term[]],
  list: CodeList,
  each: (invoice: Invoice, see: (term: Term, identifier: Identifier | undefined) => void) => void,
): Rule {
  return {
    ...{ id, terms, message: 'The scheme {} of an identifier is not in the lists of the extension' },
    fix: 'Use a code of ISO 6523 (for an electronic address of EAS), or XR01, XR02, XR03',
    check: (invoice, breach) => {
      each(invoice, (term, identifier) => {
        const found = identifier?.scheme
        if (found !== undefined && !list.has(normalised(found))) breach(term, undefined, found)
      })
    },
  }
}

/** Credit notes know no third party payment: the official rules speak of invoices. */
function payment(id: string, lack: string, isBroken: (payment: ThirdPartyPayment) => boolean): Rule {
  return {
    ...{ id, terms: ['BT-115'], message: `A third party payment ${lack}` },
    fix: 'Give type, amount (two decimals) and description of each third party payment',
    check: ({ kind, thirdPartyPayments = [] }, breach) => {
      if (kind === 'invoice' && thirdPartyPayments.some(isBroken)) breach('BT-115')
    },
  }
}
