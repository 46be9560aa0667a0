import type { CodeLists } from '../codes/code-lists.js'
import type { Invoice } from '../model.js'
import { normalised, type Rule, type Term } from './rule.js'

/** Shows each code of one kind to `see`, without making a list of them: these run for every invoice. An undefined one is passed over. */
type Codes = (invoice: Invoice, see: (term: Term, code: string | undefined, index?: number) => void) => void
type ListName = Exclude<keyof CodeLists, 'noteSubjects'>

/** BR-CL-01 to BR-CL-26: codes are from their lists, whose edition the rule set selects. */
export const CODE_LIST_RULES: readonly Rule[] = [
  {
    id: 'BR-CL-01',
    terms: ['BT-3'],
    message: 'The invoice type {} is not one of the standard',
    fix: 'Use a code of UNTDID 1001 that EN 16931 admits',
    check: ({ kind, typeCode }, breach, { codes }) => {
      const list = kind === 'invoice' ? codes.invoiceTypes : codes.creditNoteTypes
      if (!list.has(normalised(typeCode))) breach('BT-3', undefined, typeCode)
    },
  },
  listed('BR-CL-03', ['BT-5'], 'currencies', 'ISO 4217', ({ currency, taxCurrency, totals }, see) => {
    see('BT-5', currency)
    if (totals.vatInTaxCurrency !== undefined) see('BT-6', taxCurrency)
  }),
  listed('BR-CL-04', ['BT-5'], 'currencies', 'ISO 4217', ({ currency }, see) => {
    see('BT-5', currency)
  }),
  listed('BR-CL-05', ['BT-6'], 'currencies', 'ISO 4217', ({ taxCurrency }, see) => {
    see('BT-6', taxCurrency)
  }),
  listed('BR-CL-06', ['BT-8'], 'taxPointDates', 'UNTDID 2005', ({ taxPointDateCode }, see) => {
    see('BT-8', taxPointDateCode)
  }),
  listed('BR-CL-07', ['BT-18', 'BT-128'], 'referenceQualifiers', 'UNTDID 1153', ({ invoicedObject, lines }, see) => {
    see('BT-18', invoicedObject?.scheme)
    lines.forEach(({ object }, index) => {
      see('BT-128', object?.scheme, index)
    })
  }),
  {
    id: 'BR-CL-08',
    terms: ['BT-21', 'BG-1'],
    message: 'The note begins with {}, which reads as a subject code but is none',
    fix: 'Leave out the number signs, or put a code of UNTDID 4451 between them',
    check: ({ notes }, breach, { codes }) => {
      notes.forEach(({ subjectCode, text }, index) => {
        // In UBL the subject code stands in the text, between number signs: three characters between the first two are taken for one.
        const code = subjectCode ?? /^[^#]*#([^#]{3})#/su.exec(text)?.[1]
        if (code !== undefined && !codes.noteSubjects.has(code)) breach('BT-21', index, code)
      })
    },
  },
  listed('BR-CL-10', ['BT-29', 'BT-46', 'BT-60'], 'iso6523', 'ISO 6523', ({ seller, buyer, payee }, see) => {
    seller.identifiers.forEach(({ scheme }, index) => {
      see('BT-29', scheme, index)
    })
    buyer.identifiers.forEach(({ scheme }, index) => {
      see('BT-46', scheme, index)
    })
    see('BT-60', payee?.identifier?.scheme)
  }),
  listed('BR-CL-11', ['BT-30', 'BT-47', 'BT-61'], 'iso6523', 'ISO 6523', ({ seller, buyer, payee }, see) => {
    see('BT-30', seller.legalRegistration?.scheme)
    see('BT-47', buyer.legalRegistration?.scheme)
    see('BT-61', payee?.legalRegistration?.scheme)
  }),
  listed('BR-CL-13', ['BT-158'], 'itemClassifications', 'UNTDID 7143', ({ lines }, see) => {
    lines.forEach(({ item }, index) => {
      for (const { scheme } of item.classifications) see('BT-158', scheme, index)
    })
  }),
  listed('BR-CL-14', ['BT-40', 'BT-55', 'BT-69', 'BT-80'], 'countries', 'ISO 3166-1', (invoice, see) => {
    see('BT-40', invoice.seller.address?.country)
    see('BT-55', invoice.buyer.address?.country)
    see('BT-69', invoice.taxRepresentative?.address?.country)
    see('BT-80', invoice.delivery?.address?.country)
  }),
  listed('BR-CL-15', ['BT-159'], 'countries', 'ISO 3166-1', ({ lines }, see) => {
    lines.forEach(({ item }, index) => {
      see('BT-159', item.originCountry, index)
    })
  }),
  listed('BR-CL-16', ['BT-81'], 'paymentMeans', 'UNTDID 4461', ({ payment }, see) => {
    see('BT-81', payment?.meansCode)
  }),
  listed('BR-CL-17', ['BT-118', 'BT-95', 'BT-102'], 'vatCategories', 'UNTDID 5305', (invoice, see) => {
    invoice.vatBreakdown.forEach(({ category }, index) => {
      see('BT-118', category, index)
    })
    invoice.allowances.forEach(({ vatCategory }, index) => {
      see('BT-95', vatCategory, index)
    })
    invoice.charges.forEach(({ vatCategory }, index) => {
      see('BT-102', vatCategory, index)
    })
  }),
  listed('BR-CL-18', ['BT-151'], 'vatCategories', 'UNTDID 5305', ({ lines }, see) => {
    lines.forEach(({ vatCategory }, index) => {
      see('BT-151', vatCategory, index)
    })
  }),
  listed('BR-CL-19', ['BT-98', 'BT-140'], 'allowanceReasons', 'UNTDID 5189', ({ allowances, lines }, see) => {
    allowances.forEach(({ reasonCode }, index) => {
      see('BT-98', reasonCode, index)
    })
    lines.forEach((line, index) => {
      for (const { reasonCode } of line.allowances) see('BT-140', reasonCode, index)
    })
  }),
  listed('BR-CL-20', ['BT-105', 'BT-145'], 'chargeReasons', 'UNTDID 7161', ({ charges, lines }, see) => {
    charges.forEach(({ reasonCode }, index) => {
      see('BT-105', reasonCode, index)
    })
    lines.forEach((line, index) => {
      for (const { reasonCode } of line.charges) see('BT-145', reasonCode, index)
    })
  }),
  listed('BR-CL-21', ['BT-157'], 'iso6523', 'ISO 6523', ({ lines }, see) => {
    lines.forEach(({ item }, index) => {
      see('BT-157', item.standardIdentifier?.scheme, index)
    })
  }),
  listed('BR-CL-22', ['BT-121'], 'exemptionReasons', 'VATEX', ({ vatBreakdown }, see) => {
    vatBreakdown.forEach(({ exemptionReasonCode }, index) => {
      // This list alone is compared without regard to case.
      see('BT-121', exemptionReasonCode?.toUpperCase(), index)
    })
  }),
  listed('BR-CL-23', ['BT-130', 'BT-150'], 'units', 'UN/ECE Recommendations 20 and 21', ({ lines }, see) => {
    lines.forEach(({ unitCode, price }, index) => {
      see('BT-130', unitCode, index)
      see('BT-150', price.baseQuantityUnit, index)
    })
  }),
  listed('BR-CL-24', ['BT-125-1'], 'mimeTypes', 'the media types of EN 16931', ({ supportingDocuments }, see) => {
    supportingDocuments.forEach(({ attachment }, index) => {
      see('BT-125-1', attachment?.mimeType, index)
    })
  }),
  listed(
    'BR-CL-25',
    ['BT-34', 'BT-49'],
    'electronicAddressSchemes',
    'the Electronic Address Scheme',
    (invoice, see) => {
      see('BT-34', invoice.seller.electronicAddress?.scheme)
      see('BT-49', invoice.buyer.electronicAddress?.scheme)
    },
  ),
  listed('BR-CL-26', ['BT-71'], 'iso6523', 'ISO 6523', ({ delivery }, see) => {
    see('BT-71', delivery?.location?.scheme)
  }),
]

function listed(id: string, terms: readonly [Term, ...Term[]], list: ListName, source: string, codesOf: Codes): Rule {
  return {
    ...{
      id,
      terms,
      message: `The code {} is not in the list that the government uses: ${source}`,
      fix: `Use a code of ${source}`,
    },
    check: (invoice, breach, { codes }) => {
      const known = codes[list]
      codesOf(invoice, (term, code, index) => {
        if (code !== undefined && !known.has(code) && !known.has(normalised(code))) breach(term, index, code)
      })
    },
  }
}
