import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { editable, written } from './editable.js'
import { SHARED } from './shared.js'

/** A document with the profile that it is judged by. */
export interface Case {
  readonly profile: string
  /** Its source and the changes to it. */
  readonly name: string
  readonly xml: string
}

/**
 * The official examples of a profile: valid ones, and on request invalid ones. For self-billing
 * those of billing, reversed.
 */
export function officialExamples(profile: string, kinds: readonly string[]): readonly Case[] {
  if (profile === 'be-sb')
    return officialExamples('be', kinds).map(({ name, xml }) => ({ profile, name, xml: selfBilled(xml) }))
  return kinds
    .flatMap((kind) =>
      xmlFiles(join(SHARED, 'artefacts', 'examples', profile, kind)).map((file) => ({
        profile,
        name: `${profile}/${kind}/${file.slice(file.lastIndexOf('/') + 1)}`,
        xml: readFileSync(file, 'utf8'),
      })),
    )
    .filter(({ xml }) => INVOICE.test(xml))
}

function selfBilled(xml: string): string {
  return xml
    .replace('poacc:billing:3.0', 'poacc:selfbilling:3.0')
    .replace('poacc:billing:01:1.0', 'poacc:selfbilling:01:1.0')
    .replace(/(<cbc:InvoiceTypeCode>)380/, '$1389')
    .replace(/(<cbc:CreditNoteTypeCode>)381/, '$1261')
}

/** France's life cycle messages are beside its invoices. */
const INVOICE = /<(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustryInvoice|FatturaElettronica)[\s>]/

/** The documents in official tests of single rules: fragments, most of which break many rules. */
export function ruleTests(profile: string): readonly Case[] {
  return xmlFiles(join(SHARED, 'artefacts', 'examples', profile, 'unit')).flatMap((file) => {
    const { root } = parseXml(readFileSync(file))
    const tests = root.name.endsWith('}test') ? [root] : root.children.filter(({ name }) => name.endsWith('}test'))
    return tests.flatMap((test, index) =>
      test.children
        .filter(({ name }) => /^(?:ubl:Invoice|cn:CreditNote|rsm:CrossIndustryInvoice)$/.test(name))
        .map((document) => ({
          profile,
          name: `${profile}/unit/${file.slice(file.lastIndexOf('/') + 1)}#${index + 1}`,
          xml: written(editable(document)),
        })),
    )
  })
}

function xmlFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xml'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
