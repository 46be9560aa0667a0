import { FACTUR_X_PROFILE_NAMES } from '../factur-x-profiles.js'
import { facturXLevel } from '../../einvoice/rules/factur-x.js'
import { bounded } from '../../einvoice/rules/finding-text.js'
import type { InvoiceDocument } from '../../einvoice/syntax/invoice-document.js'
import type { XmlElement, XmlTree } from '../../einvoice/xml/element.js'
import { quoted } from '../../einvoice/xml/quoted.js'
import type { DocumentProfile } from './document-profile.js'
import { isJudgedAsExtended } from './rules-for.js'
import type { XmlFinding } from './xml-judgement.js'

/**
 * Warnings about what the official judge of a document does besides its rules, and about the rules
 * by which it was judged.
 * @param asked the requested profile, if there is one
 */
export function documentNotes(
  document: InvoiceDocument,
  profile: DocumentProfile | undefined,
  asked: string | undefined,
): readonly XmlFinding[] {
  if (document.detected.syntax !== 'cii' || profile === undefined) return []
  return [...(profile.country === 'DE' ? otherPrefix(document) : []), ...otherRules(document, profile, asked)]
}

const DELIVERY = 'ram:ApplicableHeaderTradeDelivery'

/**
 * KoSIT allows the empty group of the delivery by its name as it is written, so only with the
 * prefix `ram`.
 */
function otherPrefix({ tree, root }: InvoiceDocument): readonly XmlFinding[] {
  return root.select('rsm:SupplyChainTradeTransaction', DELIVERY).flatMap((element) => {
    const name = nameAsWritten(tree, element)
    if (!element.isEmpty || name === DELIVERY) return []
    const prefix = name.includes(':') ? `the prefix ${quoted(name.slice(0, name.indexOf(':')))}` : 'no prefix'
    return [
      warning('PEPPOL-EN16931-R008', tree, element, {
        term: 'BG-13',
        message: `KoSIT's validator refuses the empty ${quoted(name)}: it accepts the group empty only with the prefix ram, and here it has ${prefix}.`,
        fix: "Write the elements of the namespace ReusableAggregateBusinessInformationEntity with the prefix ram, as receivers' validators expect, or fill the group with the date of delivery.",
      }),
    ]
  })
}

function nameAsWritten({ source }: XmlTree, { offset }: XmlElement): string {
  return /^<([^ \t\r\n/>]+)/.exec(source.slice(offset, offset + MOST_NAME))?.[1] ?? ''
}

/** Longer names than this are not usual ones. */
const MOST_NAME = 1_000

/**
 * A document that claims a profile of Factur-X and is judged by other rules, or by these alone
 * although France has further ones.
 */
function otherRules(
  { tree, root, detected }: InvoiceDocument,
  profile: DocumentProfile,
  asked: string | undefined,
): readonly XmlFinding[] {
  const level = facturXLevel(detected.specification)
  if (level === undefined) return []
  const { seller, buyer } = detected.countries
  const isJudgedSo = profile.name === FACTUR_X_PROFILE_NAMES[level]
  if (isJudgedSo && (asked !== undefined || seller !== 'FR' || buyer !== 'FR')) return []
  const [id = root] = root.select(
    'rsm:ExchangedDocumentContext',
    'ram:GuidelineSpecifiedDocumentContextParameter',
    'ram:ID',
  )
  const claim = `The document claims Factur-X ${level}`
  if (isJudgedSo)
    return [
      warning('CW-PROFILE', tree, id, {
        flag: 'information',
        term: 'BT-24',
        message: `${claim}, and is judged by the rules of this profile alone.`,
        fix: 'Validate the document with country=FR as well if it is to be sent in France, whose rules are more.',
      }),
    ]
  const isExtended = isJudgedAsExtended(detected, profile, asked)
  const rules = isExtended ? 'EXTENDED-CTC-FR, the part of it that France uses' : `the profile ${profile.name}`
  return [
    warning('CW-PROFILE', tree, id, {
      flag: isExtended ? 'information' : 'warning',
      term: 'BT-24',
      message: `${claim}, and is judged by the rules of ${rules}.`,
      fix: 'Validate the document without a requested profile and country as well: then it is judged by the rules of the profile that it claims.',
    }),
  ]
}

function warning(
  rule: string,
  tree: XmlTree,
  element: XmlElement,
  said: Pick<XmlFinding, 'term' | 'message' | 'fix'> & Partial<Pick<XmlFinding, 'flag'>>,
): XmlFinding {
  const line = tree.lineOf(element)
  return { flag: 'warning', ...said, rule, severity: 'warning', path: bounded(element.path), line, termPath: undefined }
}
