import { copied, type Editable } from './editable.js'
import { type NamedChange, oneOf } from './places.js'

/**
 * Texts that the rules of flow 2 and of EXTENDED-CTC-FR look for, by the names of the elements
 * that contain them.
 */
const MEANINGFUL: readonly (readonly [names: RegExp, texts: readonly string[]])[] = [
  [/:ProfileID$|BusinessProcess.*:ID$/, ['S8', 'B8', ' M8', 'S9', 'M9', 'S2', 'B2', 'S4', 'M4', 'S1', '', 'X']],
  [
    /:(?:Invoice|CreditNote)TypeCode$|:TypeCode$/,
    ['380', '384', '262', '389', '386', '261', '471', '503', '381', ' 389'],
  ],
  [
    /:Note$/,
    [
      '#BAR#B2B',
      '#BAR#B2C#',
      '#BAR#B2BINT',
      'BAR#B2B',
      'Merci',
      '#BAR#B2B#BAR#B2C',
      '#BAR#X',
      '#BAR#',
      '#TXD#MEMBRE_ASSUJETTI_UNIQUE',
      '#TXD#x',
      '#PMT#x',
    ],
  ],
  [/:Content$/, ['B2B', 'B2C', ' B2B', 'B2BINT', 'B2CINT', 'ARCHIVEONLY', 'MEMBRE_ASSUJETTI_UNIQUE', '']],
  [/:SubjectCode$/, ['BAR', 'TXD', 'PMT', 'PMD', 'AAB']],
  [/:(?:DocumentStatusCode|LineStatusReasonCode)$/, ['GROUP', 'DETAIL', 'INFORMATION', ' DETAIL', 'X', '']],
  [
    /:(?:LineID|ParentLineID|ID)$/,
    ['1', '2', '1.1', '1.2', '9', 'F202500003', 'F-B-1', 'F-0', 'S8', 'S1', 'F 1', '\nF1', ''],
  ],
  [/:IssuerAssignedID$/, ['F202500003', 'F-B-1', 'F-0', 'S8', 'S1', 'F 1', 'x'.repeat(40), '']],
  [/:(?:CompanyID|RegistrationName)$/, ['100000009', '300000007', '200000008', ' 100000009', '10000000', '']],
  [/:(?:TaxExemptionReason|ExemptionReason)$/, ['#F202500003#', '#F-B-1# x', '#F-C-1#', 'exempt', '']],
  [/:(?:TaxExemptionReasonCode|ExemptionReasonCode)$/, ['VATEX-EU-AE', 'VATEX-FR-FRANCHISE']],
  [/:(?:DocumentDescription|Name)$/, ['LISIBLE', 'RIB', ' RIB', 'x', '']],
  [/Date$|:Date(?:Time)?String$/, ['2025-02-29', '1999-12-31', '20250229', '20991231', '2025-07-01', '', 'x']],
  [/:(?:Percent|RateApplicablePercent)$/, ['20', '20.000', '5.5', '19.6', '21', '-1', '0', '']],
  [/Currency(?:ID|Code)$/, ['EUR', 'USD', '']],
  [/:(?:Name|Description|Value)$|NameCode$/, ['', ' ']],
  [/ReasonCode$/, ['ENV', 'AA', '95', 'ADD', 'X', '']],
  [/:DeliveryTypeCode$/, ['DAP', 'FOB', 'X', '']],
]

/** Identifiers of parties, routing codes and addresses. */
const IDENTIFIERS: readonly (readonly [scheme: string, values: readonly string[]])[] = [
  ['0002', ['100000009', '10000000', ' 100000009']],
  ['0009', ['10000000900011', '20000000800011', '30000000700011', '1']],
  ['0224', ['A-1', 'a b', 'x'.repeat(101)]],
  ['0225', ['100000009', '200000008_1', 'a b', 'x'.repeat(126)]],
  ['0231', ['100000009', '1']],
  ['AFL', ['F202500003', 'F-B-1', '']],
  ['AVV', ['S1', 'S8', '']],
  ['BY', ['1']],
]

function leavesOf(element: Editable): readonly Editable[] {
  return element.children.length === 0 ? [element] : element.children.flatMap(leavesOf)
}

function withHyphens(day: string): string {
  return day.replace(/^(....)(..)/, '$1-$2-')
}

/** Changes that concern the French rules. */
export const FRENCH_CHANGES: readonly NamedChange[] = [
  ...['text', 'another text', 'one more text'].map((name): NamedChange => [
    `French ${name}`,
    (all, random) => {
      const meaningful = oneOf(MEANINGFUL, random)
      const leaves = all.filter(({ element }) => meaningful?.[0].test(element.name) && element.children.length === 0)
      const leaf = oneOf(leaves, random)?.element
      if (meaningful === undefined || leaf === undefined) return null
      leaf.text = oneOf(meaningful[1], random) ?? ''
      return `${leaf.name}: ${leaf.text}`
    },
  ]),
  [
    'French identifier',
    (all, random) => {
      const isId = /:(?:EndpointID|CompanyID|URIID|GlobalID|ID)$/
      const element = oneOf(
        all.filter(({ element: { name, attributes } }) => isId.test(name) && attributes.includes('schemeID')),
        random,
      )?.element
      const identifier = oneOf(IDENTIFIERS, random)
      if (element === undefined || identifier === undefined) return null
      element.attributes = ['schemeID', identifier[0]]
      element.text = oneOf(identifier[1], random) ?? ''
      return `${element.name}: ${identifier[0]} ${element.text}`
    },
  ],
  [
    'list of a reason',
    (all, random) => {
      const code = oneOf(
        all.filter(({ element }) => element.name.endsWith('ReasonCode')),
        random,
      )?.element
      if (code === undefined) return null
      code.attributes = ['listID', oneOf(['5153', '7161', ' 7161', 'X', ''], random) ?? '']
      return `${code.name}: ${code.attributes.join('=')}`
    },
  ],
  [
    'another due date',
    (all, random) => {
      const due = oneOf(
        all.filter(({ element }) =>
          /:(?:DueDate|PaymentDueDate|DueDateDateTime|SpecifiedTradePaymentTerms)$/.test(element.name),
        ),
        random,
      )
      if (due?.parent == null) return null
      const day = oneOf(['20250701', '20251231', '20200101', ''], random) ?? ''
      const another = copied(due.element)
      for (const leaf of leavesOf(another))
        if (/Date(?:TimeString)?$/.test(leaf.name)) leaf.text = leaf.name.startsWith('cbc:') ? withHyphens(day) : day
      due.parent.children.splice(due.parent.children.indexOf(due.element) + 1, 0, another)
      return `${due.element.name}: ${day}`
    },
  ],
  [
    'cents',
    (all, random) => {
      const amount = oneOf(
        all.filter(({ element }) => element.name.endsWith('Amount') && /^-?\d+\.\d\d$/.test(element.text)),
        random,
      )?.element
      if (amount === undefined) return null
      const before = amount.text
      const cents = Math.floor(random() * 11) - 5
      amount.text = (Number(before) + cents / 100).toFixed(2)
      return `${amount.name}: ${before} -> ${amount.text}`
    },
  ],
]
