import type { Invoice } from '../model/invoice-model.js'
import type { XmlElement } from '../xml/element.js'
import { hasNamespace } from '../xml/namespaces.js'

/** A value that does not fully conform to its type. */
export interface LexicalFault {
  readonly kind:
    /** Not an `xs:decimal` (`1e3`, `1,5`, empty), or over 400 digits: undefined in the model. */
    | 'number'
    /** Not a calendar day of the syntax's form: the model has the text as written. */
    | 'date'
    /** A CII date whose `@format` is not 102: the model has nothing. */
    | 'dateFormat'
    /** Neither true, false, 1 nor 0: the group that it sorts is not in the model. */
    | 'boolean'
    /** BT-8 of CII in a code that UNTDID 2475 does not have: the model has the text as written. */
    | 'code'
    /** Not Base64: the model has what could be decoded. */
    | 'base64'
    /**
     * A number or date with white space around, which is read without it. Text functions of XPath
     * do see it.
     */
    | 'padding'
  readonly element: XmlElement
  /** The original text. */
  readonly text: string
}

/** The notes of a reader. */
interface ReadingAccount {
  readonly faults: readonly LexicalFault[]
  /** Elements from which groups of the model were read. */
  readonly origins: ReadonlyMap<object, XmlElement>
  /** 1 for each element, by its ordinal, that the model contains. */
  readonly seen: Uint8Array
  /** Elements by the names of the attributes that the model contains. */
  readonly attributes: ReadonlyMap<string, ReadonlySet<XmlElement>>
}

/** An attribute with its element. */
export interface UnreadAttribute {
  readonly element: XmlElement
  readonly name: string
  readonly value: string
}

/**
 * The report of reading a document, so that no loss is silent.
 *
 * - `unread()` has the elements that the model does not contain.
 * - `faults` has the values that do not conform to their types.
 * - `originOf(group)` is the element of a group of the model (the invoice, a party, a line, an
 *   allowance …).
 */
export class ReadingReport {
  constructor(
    private readonly root: XmlElement,
    private readonly account: ReadingAccount,
  ) {}

  get faults(): readonly LexicalFault[] {
    return this.account.faults
  }

  /**
   * Elements whose content the model does not contain, each as a whole: unknown ones, and repeated
   * ones of a single term.
   */
  unread(): XmlElement[] {
    const found: XmlElement[] = []
    const { seen } = this.account
    const visit = (element: XmlElement): void => {
      for (const child of element.children)
        if (seen[child.ordinal] === 1) visit(child)
        else found.push(child)
    }
    visit(this.root)
    return found
  }

  /**
   * Attributes with content of their own, of elements that the model contains, that it does not
   * contain: names of codes, schemes and units that the standard does not have, and currencies of
   * amounts besides those of the invoice.
   */
  unreadAttributes(invoice: Pick<Invoice, 'currency' | 'taxCurrency'>): UnreadAttribute[] {
    const found: UnreadAttribute[] = []
    const { seen, attributes } = this.account
    const visit = (element: XmlElement): void => {
      for (const [name, value] of attributesOf(element))
        if (!isAboutList(name, element) && attributes.get(name)?.has(element) !== true)
          if (name !== 'currencyID' || !isCurrencyOf(value, element, invoice)) found.push({ element, name, value })
      for (const child of element.children) if (seen[child.ordinal] === 1) visit(child)
    }
    visit(this.root)
    return found
  }

  /** The element from which a group of the model was read; undefined for any other object. */
  originOf(group: object): XmlElement | undefined {
    return this.account.origins.get(group)
  }
}

function* attributesOf({ attributes }: XmlElement): Generator<readonly [name: string, value: string]> {
  for (let index = 0; index < attributes.length; index += 2)
    yield [attributes[index] ?? '', attributes[index + 1] ?? '']
}

/**
 * Attributes that say which list or agency a code or identifier is from, or how a value is
 * written: the standard fixes these for each term.
 */
const ABOUT_LISTS =
  /^(?:list|scheme(?!ID$)|unitCodeList|currencyCodeList)[A-Za-z]*$|^(?:format|encodingCode|characterSetCode|uri)$/

/** Identifiers of codes, whose schemes are their code lists. */
const CODED = new Set(['cac:TaxScheme', 'cac:TaxCategory', 'cac:ClassifiedTaxCategory'])

function isAboutList(name: string, { parent }: XmlElement): boolean {
  return ABOUT_LISTS.test(name) || hasNamespace(name) || (name === 'schemeID' && CODED.has(parent?.name ?? ''))
}

/** Amounts are in the invoice currency (BT-5), except the VAT total in that of BT-6. */
function isCurrencyOf(
  value: string,
  { name, parent }: XmlElement,
  { currency, taxCurrency }: Pick<Invoice, 'currency' | 'taxCurrency'>,
): boolean {
  const isTaxTotal = name === 'ram:TaxTotalAmount' || (name === 'cbc:TaxAmount' && parent?.name === 'cac:TaxTotal')
  return value === currency || (isTaxTotal && value === taxCurrency)
}
