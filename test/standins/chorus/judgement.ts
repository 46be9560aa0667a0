import type { XmlElement } from '../../../src/einvoice/xml/element.js'
import { parseXml } from '../../../src/einvoice/xml/parse.js'
import { facturXIn } from '../factur-x.js'
import { RefusedXml } from '../../../src/einvoice/xml/refused-xml.js'

/** What the stand-in reads of a deposited invoice. */
export interface SeenInvoice {
  readonly syntax: 'UBL' | 'CII' | null
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issueDate: string
  /** BT-30 and BT-47. */
  readonly seller: string
  readonly buyer: string
}

/** A file as Chorus Pro judges it after its deposit: no errors, or it is rejected. */
export interface JudgedFile {
  readonly invoice: SeenInvoice
  readonly errors: readonly string[]
}

const NOTHING: SeenInvoice = { syntax: null, number: '', issueDate: '', seller: '', buyer: '' }
const TRANSFERS = ['30', '58']

/**
 * Judges the XML of a file by what Chorus Pro was measured to demand. "TypeCode.value est
 * obligatoire" and the text about 20 characters are its own; the other texts are of the same kind.
 */
export function judgeXmlFile(bytes: Buffer, wanted: 'UBL' | 'CII'): JudgedFile {
  let root: XmlElement
  try {
    root = parseXml(bytes).root
  } catch (error) {
    if (!(error instanceof RefusedXml)) throw error
    return { invoice: NOTHING, errors: ['Le flux ne respecte pas la syntaxe XML'] }
  }
  const read = READERS[localName(root)]?.(root)
  if (read === undefined) return { invoice: NOTHING, errors: ['Le flux ne correspond pas à la syntaxe'] }
  const { means, accounts, files, process, ...invoice } = read
  if (invoice.syntax !== wanted) return { invoice, errors: ['Le flux ne correspond pas à la syntaxe'] }
  return {
    invoice,
    errors: [
      ...ofNumber(invoice.number),
      ...ofParties(invoice),
      ...ofProcess(process),
      ...ofMeans(means, accounts),
      ...ofFiles(files),
    ],
  }
}

/** Judges a PDF by the XML inside it, `factur-x.xml`. */
export function judgeFacturX(bytes: Buffer): JudgedFile {
  const xml = facturXIn(bytes)
  if (xml === null) return { invoice: NOTHING, errors: ['Le fichier factur-x.xml est absent du PDF'] }
  return judgeXmlFile(xml, 'CII')
}

function ofNumber(number: string): readonly string[] {
  if ([...number].length > 20)
    return [`Le champ identifiant de la facture ${number} ne doit pas depasser 20 caracteres`]
  return /^[A-Za-z0-9 +\-_/]+$/.test(number)
    ? []
    : [`Le champ identifiant de la facture ${number} contient des caracteres non autorises`]
}

function ofParties({ seller, buyer }: SeenInvoice): readonly string[] {
  const known = (id: string): boolean => /^\d{14}$/.test(id)
  return [
    ...(known(seller) ? [] : ["L'identifiant du fournisseur n'est pas un SIRET"]),
    ...(known(buyer) ? [] : ["L'identifiant du destinataire n'est pas un SIRET"]),
  ]
}

function ofProcess(process: string): readonly string[] {
  return /^A\d{1,2}$/.test(process) ? [] : [`Le cadre de facturation ${process} est inconnu`]
}

function ofMeans(means: string, accounts: readonly string[]): readonly string[] {
  if (means === '') return ['TypeCode.value est obligatoire']
  const isAccount = accounts.length > 0 && accounts.every((each) => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(each))
  return TRANSFERS.includes(means) && !isAccount ? ["L'IBAN du compte est obligatoire pour un virement"] : []
}

function ofFiles(files: readonly string[]): readonly string[] {
  return files
    .filter((name) => [...name].length > 50)
    .map((name) => `Le nom de la piece jointe ${name} ne doit pas depasser 50 caracteres`)
}

interface Read extends SeenInvoice {
  readonly process: string
  readonly means: string
  readonly accounts: readonly string[]
  readonly files: readonly string[]
}

const READERS: Readonly<Record<string, ((root: XmlElement) => Read) | undefined>> = {
  Invoice: readUbl,
  CreditNote: readUbl,
  CrossIndustryInvoice: readCii,
}

function readUbl(root: XmlElement): Read {
  const party = (role: string): string => at(root, role, 'Party', 'PartyLegalEntity', 'CompanyID')
  return {
    syntax: 'UBL',
    number: at(root, 'ID'),
    issueDate: at(root, 'IssueDate'),
    seller: party('AccountingSupplierParty'),
    buyer: party('AccountingCustomerParty'),
    process: at(root, 'ProfileID'),
    means: at(root, 'PaymentMeans', 'PaymentMeansCode'),
    accounts: all(root, 'PaymentMeans', 'PayeeFinancialAccount', 'ID').map(textOf),
    files: all(root, 'AdditionalDocumentReference', 'Attachment', 'EmbeddedDocumentBinaryObject').map(nameOf),
  }
}

function readCii(root: XmlElement): Read {
  const trade = 'SupplyChainTradeTransaction'
  const agreement = [trade, 'ApplicableHeaderTradeAgreement']
  const means = [trade, 'ApplicableHeaderTradeSettlement', 'SpecifiedTradeSettlementPaymentMeans']
  const party = (role: string): string => at(root, ...agreement, role, 'SpecifiedLegalOrganization', 'ID')
  return {
    syntax: 'CII',
    number: at(root, 'ExchangedDocument', 'ID'),
    issueDate: at(root, 'ExchangedDocument', 'IssueDateTime', 'DateTimeString').replace(
      /^(\d{4})(\d{2})(\d{2}).*$/,
      '$1-$2-$3',
    ),
    seller: party('SellerTradeParty'),
    buyer: party('BuyerTradeParty'),
    process: at(root, 'ExchangedDocumentContext', 'BusinessProcessSpecifiedDocumentContextParameter', 'ID'),
    means: at(root, ...means, 'TypeCode'),
    accounts: all(root, ...means, 'PayeePartyCreditorFinancialAccount', 'IBANID').map(textOf),
    files: all(root, ...agreement, 'AdditionalReferencedDocument', 'AttachmentBinaryObject').map(nameOf),
  }
}

function all(element: XmlElement, ...path: readonly string[]): readonly XmlElement[] {
  let found: readonly XmlElement[] = [element]
  for (const name of path)
    found = found.flatMap(({ children }) => children.filter((child) => localName(child) === name))
  return found
}

function at(element: XmlElement, ...path: readonly string[]): string {
  const [first] = all(element, ...path)
  return first === undefined ? '' : textOf(first)
}

function textOf(element: XmlElement): string {
  return element.stringValue.trim()
}

function nameOf(element: XmlElement): string {
  return element.attribute('filename') ?? ''
}

function localName({ name }: XmlElement): string {
  return name.replace(/^(?:\{[^}]*\}|[^:{]*:)/, '')
}
