import { lengthOf } from '../../../domain/text.js'
import type { XmlElement } from '../../xml/element.js'
import {
  type JudgedDocument,
  type Assertions,
  type Context,
  DOCUMENTS,
  everywhere,
  inContext,
} from '../bindings/binding.js'
import { all, has, is, plainTextOf, SeveralValues, text, textOf } from '../bindings/xpath.js'
import { numberOf } from '../bindings/numbers.js'
import { isBlank, normalised } from '../../xml/white-space.js'
import { absolute, BUYER, INVOICE, isWrittenIn, ownLines, SELLER, when } from './facts.js'

const MEANS = ' 1 10 31 42 48 49 50 58 59 93 97 '
const UNSPSC: ReadonlySet<string> = new Set(['19.05.01', '19.0501', '26.08.01', '26.0801'])
const ACCOUNT = 'cac:PayeeFinancialAccount/cbc:ID'
const REGISTRATION = 'cac:PartyLegalEntity/cbc:CompanyID'
const CLASSIFICATION = 'cac:Item/cac:CommodityClassification/cbc:ItemClassificationCode'

const isDanish = (document: JudgedDocument): boolean => isWrittenIn(document, SELLER, 'DK')
const betweenDanes = (document: JudgedDocument): boolean => isDanish(document) && isWrittenIn(document, BUYER, 'DK')

/** `normalize-space(path/text()) != ''`. @throws SeveralValues, PartedText */
function hasText(from: XmlElement, path: string): boolean {
  return plainTextOf(from, path) !== ''
}

/**
 * Whether such a number is absent or has the scheme of the Danish register.
 * @throws SeveralValues
 */
function isCvr(from: XmlElement, path: string): boolean {
  const numbers = all(from, path)
  const [scheme = '', second] = numbers.flatMap((number) => number.attribute('schemeID') ?? [])
  if (second !== undefined && numbers[1] !== undefined) throw new SeveralValues(numbers[1])
  return numbers.length === 0 || normalised(scheme) === '0184'
}

const PARTIES: Context = ({ root }) => [
  ...all(root, `${SELLER}/cac:PartyIdentification`),
  ...all(root, `${BUYER}/cac:PartyIdentification`),
]

/** DK-R-002 to DK-R-017: sellers with an address in Denmark. */
export const DANISH_RULES: readonly Assertions[] = [
  inContext(when(isDanish, DOCUMENTS), {
    'DK-R-002': (root) => hasText(root, `${SELLER}/${REGISTRATION}`),
    'DK-R-014': (root) => isCvr(root, `${SELLER}/${REGISTRATION}`),
    'DK-R-016': (root, document) =>
      root.name !== 'cn:CreditNote' ||
      !isWrittenIn(document, BUYER, 'DK') ||
      !(numberOf(textOf(root, 'cac:LegalMonetaryTotal/cbc:PayableAmount') ?? '') < 0),
  }),
  inContext(when(betweenDanes, PARTIES), {
    'DK-R-013': (party) => {
      const ids = party.all('cbc:ID')
      const [scheme, second] = ids.filter((id) => id.attribute('schemeID') !== undefined)
      if (second !== undefined) throw new SeveralValues(second)
      return ids.length === 0 || !isBlank(scheme?.attribute('schemeID'))
    },
  }),
  inContext(
    when(betweenDanes, (document) => INVOICE(document).flatMap((root) => root.all('cac:PaymentMeans'))),
    {
      'DK-R-005': (means) => MEANS.includes(` ${text(means, 'cbc:PaymentMeansCode')} `),
      'DK-R-006': (means) =>
        !isBy(means, '31', '42') ||
        (hasText(means, ACCOUNT) && hasText(means, 'cac:PayeeFinancialAccount/cac:FinancialInstitutionBranch/cbc:ID')),
      'DK-R-007': (means) =>
        !isBy(means, '49') ||
        (hasText(means, 'cac:PaymentMandate/cbc:ID') &&
          hasText(means, 'cac:PaymentMandate/cac:PayerFinancialAccount/cbc:ID')),
      'DK-R-008': (means) =>
        !isBy(means, '50') || (hasCard(means, '01#', '04#', '15#') && /^[0-9]{7,8}$/.test(text(means, ACCOUNT))),
      'DK-R-009': (means) => !isBy(means, '50') || !hasCard(means, '04#', '15#') || paymentIdHas(means, 19),
      'DK-R-010': (means) =>
        !isBy(means, '93') || (hasCard(means, '71#', '73#', '75#') && lengthOf(textOf(means, ACCOUNT) ?? '') === 8),
      'DK-R-011': (means) => !isBy(means, '93') || !hasCard(means, '71#', '75#') || paymentIdHas(means, 18, 19),
    },
  ),
  inContext(when(betweenDanes, absolute(BUYER)), { 'DK-R-017': (party) => isCvr(party, REGISTRATION) }),
  inContext(when(betweenDanes, ownLines), {
    'DK-R-003': (line) => {
      const classifications = all(line, CLASSIFICATION)
      return (
        !classifications.some((each) => each.attribute('listID') === 'TST') ||
        classifications.some((each) => UNSPSC.has(each.attribute('listVersionID') ?? ''))
      )
    },
  }),
  inContext(when(betweenDanes, everywhere('cac:AllowanceCharge')), {
    'DK-R-004': (each) => !is(each, 'cbc:AllowanceChargeReasonCode', 'ZZZ') || namesTax(each),
  }),
]

function isBy(means: XmlElement, ...codes: readonly string[]): boolean {
  return codes.some((code) => is(means, 'cbc:PaymentMeansCode', code))
}

/** The kind of a giro card: the first three characters of the payment id. @throws SeveralValues */
function hasCard(means: XmlElement, ...kinds: readonly string[]): boolean {
  return kinds.includes([...text(means, 'cbc:PaymentID')].slice(0, 3).join(''))
}

/** @throws SeveralValues */
function paymentIdHas(means: XmlElement, ...lengths: readonly number[]): boolean {
  return lengths.includes(lengthOf(text(means, 'cbc:PaymentID')))
}

/** Four digits, or a text with # inside. @throws SeveralValues */
function namesTax(each: XmlElement): boolean {
  const reason = text(each, 'cbc:AllowanceChargeReason')
  const number = numberOf(reason)
  if (lengthOf(plainTextOf(each, 'cbc:AllowanceChargeReason')) === 4 && number >= 0 && number <= 9999) return true
  const isGiven = has(each, 'cbc:AllowanceChargeReason')
  return isGiven && reason.includes('#') && !reason.startsWith('#') && !reason.endsWith('#')
}
