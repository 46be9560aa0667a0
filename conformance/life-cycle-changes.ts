import { copied, type Editable } from './editable.js'
import { type NamedChange, oneOf } from './places.js'

/** Texts that the rules of life-cycle messages look for, by the names of their elements. */
const MEANINGFUL: readonly (readonly [names: RegExp, texts: readonly string[]])[] = [
  [/:ProcessConditionCode$/, ['200', '205', '206', '207', '208', '210', '212', '213', '221', '299', '501', ' 210', '']],
  [
    /:ReasonCode$/,
    [
      ...['NON_TRANSMISE', 'AUTRE', 'DOUBLON', 'DEST_INC', 'ADR_ERR', 'REJ_SEMAN', 'TX_TVA_ERR', 'CONTACT_ACHTR', ''],
      ...['RETRAIT_MAN_SERV', 'JUSTIF_ABS', 'ROUTAGE_ERR', 'IRR_SYNTAX', 'IRR_NOM_F', 'QTE_ERR', 'LIVR_INCOMP', 'X'],
    ],
  ],
  [/:TypeCode$/, ['23', '305', '380', '381', '389', '325', 'MEN', 'MPA', 'MAJ', 'X', ' 23', '']],
  [/:StatusCode$/, ['10', '51', '43', '8', '48', '45', '47', '1', '5', '50', '']],
  [/:RoleCode$/, ['SE', 'BY', 'WK', 'DFH', 'AB', 'IV', 'XX', '']],
  [/:RequestedActionCode$/, ['NOA', 'PIN', 'OTH', 'XXX']],
  [/:GlobalID$/, ['0000', '9998', '9999', '100000009', '', ' ']],
  [
    /DocumentContextParameter$|:ID$/,
    [
      ...['urn.cpro.gouv.fr:1p0:CDV:invoice', 'urn.cpro.gouv.fr:1p0:CDV:einvoicingF2', 'REGULATED', 'B2BINT', 'S1'],
      ...['B2CINT', 'ABCD', ' S1 ', ''],
    ],
  ],
]

const isGlobalId = ({ name }: Editable): boolean => name.endsWith(':GlobalID')

/** Changes that concern the rules of life-cycle messages. */
export const LIFE_CYCLE_CHANGES: readonly NamedChange[] = [
  ...['text', 'another text', 'one more text'].map((name): NamedChange => [
    `life cycle ${name}`,
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
    'scheme of an identifier',
    (all, random) => {
      const id = oneOf(
        all.filter(({ element }) => element.name.endsWith(':GlobalID')),
        random,
      )?.element
      if (id === undefined) return null
      id.attributes = ['schemeID', oneOf(['0002', '0009', '0238', ' 0238', '0223', ''], random) ?? '']
      return `${id.name}: ${id.attributes.join('=')}`
    },
  ],
  [
    'identifier of another party',
    (all, random) => {
      const id = oneOf(
        all.filter(({ element }) => isGlobalId(element)),
        random,
      )?.element
      const party = oneOf(
        all.filter(({ element }) => element.name.endsWith('TradeParty')),
        random,
      )?.element
      if (id === undefined || party === undefined) return null
      party.children = [copied(id), ...party.children.filter((each) => !isGlobalId(each))]
      return `${party.name}: ${id.text}`
    },
  ],
  [
    'detail without a status of its own, or with one',
    (all, random) => {
      const detail = oneOf(
        all.filter(({ element }) => element.name.endsWith(':SpecifiedDocumentStatus')),
        random,
      )?.element
      const status = oneOf(
        all.filter(({ element }) => element.name.endsWith(':ProcessConditionCode')),
        random,
      )?.element
      if (detail === undefined || status === undefined) return null
      const reason = detail.children.findIndex(({ name }) => name.endsWith(':ReasonCode'))
      detail.children.splice(Math.max(reason, 0), 0, copied(status))
      return `${detail.name}: ${status.text}`
    },
  ],
]
