import { german } from '../german-invoice.js'
import { invoice } from '../invoice.js'

/** One body of a request. */
export interface Input {
  readonly name: string
  readonly type: string
  readonly body: Buffer
}

const KIB = 1024
const MIB = 1024 * KIB
/** The API reads no larger body. */
const LARGEST = 12 * MIB

/** `count` names that no schema has, all different. */
function unknownNames(count: number): string {
  return Array.from({ length: count }, (_, n) => `"${n.toString(36)}":1`).join()
}

function json(name: string, body: string): Input {
  return { name, type: 'application/json', body: Buffer.from(body) }
}

function xml(name: string, body: string): Input {
  return { name, type: 'application/xml', body: Buffer.from(body) }
}

/** A body of so many names that no schema has. */
export function manyNames(count: number): Input {
  return json(`${count.toLocaleString('en')} unknown names`, `{${unknownNames(count)}}`)
}

/** Bodies in JSON that a route of any kind has to read before it can reject them. */
export function anyJson(): readonly Input[] {
  return [
    manyNames(800_000),
    json('600,000 numbers of 18 digits', `{"a":[${'123456789012345678,'.repeat(600_000)}1]}`),
    json('12 MiB in one text', `{"name":"${'ß'.repeat(LARGEST / 2 - KIB)}"}`),
    json('arrays in arrays', `{"a":${'['.repeat(6 * MIB)}`),
  ]
}

function germanJson(changes: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(german(changes))
}

const line = { description: 'Beratung', quantity: 1.5, unitPrice: 99.95, vatRate: 19, unitCode: 'HUR' }

/** So many lines, each with its own text. */
function lines(count: number, text = ''): readonly object[] {
  return Array.from({ length: count }, (_, n) => ({ ...line, description: `${n}${text}` }))
}

/** Lines whose content is all in their sub-lines. */
function nested(count: number): readonly object[] {
  return Array.from({ length: count / 10 }, () => ({ ...line, de: { subLines: lines(10) } }))
}

/** Invoices in JSON, the largest that are accepted among them. */
export function invoicesInJson(): readonly Input[] {
  const file = Buffer.alloc(8.5 * MIB, 7).toString('base64')
  const attachments = [{ filename: 'plan.pdf', mimeType: 'application/pdf', content: file }]
  return [
    json('9,999 lines', germanJson({ lines: lines(9_999) })),
    json('9,999 lines with long texts', germanJson({ lines: lines(9_999, 'Maß und Gewicht '.repeat(55)) })),
    json('1,500 lines', germanJson({ lines: lines(1_500) })),
    json('100 lines', germanJson({ lines: lines(100) })),
    json('9,000 sub-lines', germanJson({ lines: nested(9_000) })),
    json('100,000 sub-lines', germanJson({ lines: nested(100_000) })),
    json('a file', germanJson({ lines: [line], attachments })),
    json(
      'unknown names in lines',
      germanJson({ lines: Array.from({ length: 50 }, () => JSON.parse(`{${unknownNames(9_000)}}`) as object) }),
    ),
  ]
}

const UBL =
  '<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"' +
  ' xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"' +
  ' xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">' +
  '<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0</cbc:CustomizationID>'

/** A document in UBL that consists of one element, again and again. */
function ubl(element: string, bytes: number): string {
  return `${UBL}${element.repeat((bytes - UBL.length - 20) / element.length)}</Invoice>`
}

/** A root with as many different attributes as fit. */
function attributes(bytes: number): string {
  const each = Array.from({ length: Math.floor(bytes / 10) }, (_, n) => `a${n.toString(36)}=""`)
  return `<Invoice ${each.join(' ')}/>`
}

const FA3 =
  '<Faktura xmlns="http://crd.gov.pl/wzor/2025/06/25/13775/"><Podmiot2><Adres><KodKraju>DE</KodKraju>' +
  `<AdresL1>a</AdresL1><AdresL2>${'1'.repeat(90 * KIB)}</AdresL2></Adres></Podmiot2></Faktura>`

/** Documents in XML. */
export function documents(): readonly Input[] {
  return [
    xml('255 KB of empty lines', ubl('<cac:InvoiceLine/>', 255 * KIB)),
    xml('15 KB of empty lines', ubl('<cac:InvoiceLine/>', 15 * KIB)),
    xml('100 KB of empty totals', ubl('<cac:TaxTotal/>', 100 * KIB)),
    xml('12 MiB of empty lines', ubl('<cac:InvoiceLine/>', LARGEST)),
    xml('1 MiB of unknown elements', ubl('<x/>', MIB)),
    xml('12 MiB of attributes', attributes(LARGEST)),
    xml('12 MiB of tags', ubl('<cbc:Note a=""/>', LARGEST)),
    xml('a postal code of 90 KB', FA3),
  ]
}

/** Bodies of newline-delimited JSON. */
export function batches(): readonly Input[] {
  const type = 'application/x-ndjson'
  const small = Array.from({ length: 1_000 }, (_, n) => JSON.stringify(invoice(`b-${n}`)))
  const wide = Array.from({ length: 20 }, () => germanJson({ lines: lines(1_500) }))
  return [
    { name: '1,000 invoices', type, body: Buffer.from(small.join('\n')) },
    { name: '20 invoices of 1,500 lines', type, body: Buffer.from(wide.join('\n')) },
    { name: '800,000 unknown names', type, body: Buffer.from(`{${unknownNames(800_000)}}`) },
    { name: '10 million blank lines', type, body: Buffer.from('\n'.repeat(10_000_000)) },
  ]
}

/** Messages of governments and access points. */
export function messages(most: number): readonly Input[] {
  const envelope = (body: string): string =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`
  const soap = (name: string, body: string): Input => ({ name, type: 'text/xml', body: Buffer.from(body) })
  return [
    soap('attributes', attributes(most)),
    soap('tags', `<a>${'<b c=""/>'.repeat((most - 10) / 9)}</a>`),
    soap('attributes in an envelope', envelope(attributes(most - 200))),
    soap('255 KB of tags', `<a>${'<b c=""/>'.repeat((255 * KIB - 10) / 9)}</a>`),
  ]
}

/** The fields of a form. */
export function forms(): readonly Input[] {
  const type = 'application/x-www-form-urlencoded'
  return [
    { name: 'many fields', type, body: Buffer.from(Array.from({ length: 100_000 }, (_, n) => `a${n}=1`).join('&')) },
    { name: 'one long field', type, body: Buffer.from(`token=${'%C3%9F'.repeat(200_000)}`) },
  ]
}
