import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { editable, written } from './editable.js'
import { SHARED } from './shared.js'

/** A document with the profile that it is judged by. */
export interface Case {
  readonly profile: string
  /** A day of the edition of the rules that it is judged by; absent: the newest edition. */
  readonly day?: string
  /** Its source and the changes to it. */
  readonly name: string
  readonly xml: string
}

const ROOT = join(import.meta.dirname, '..', '..')
const EXAMPLES = join(SHARED, 'artefacts', 'examples')

/**
 * The official examples of a profile: valid ones, and on request invalid ones. For self-billing
 * those of billing, reversed. Where the official examples are not there, the documents of this
 * repository stand for the valid ones; those of France are plain EN 16931, too.
 */
export function officialExamples(profile: string, kinds: readonly string[]): readonly Case[] {
  if (profile === 'be-sb')
    return officialExamples('be', kinds).map(({ name, xml }) => ({ profile, name, xml: selfBilled(xml) }))
  return kinds
    .flatMap((kind) =>
      filesOf(profile, kind).map((file) => ({
        profile,
        name: `${profile}/${kind}/${file.slice(file.lastIndexOf('/') + 1)}`,
        xml: readFileSync(file, 'utf8'),
      })),
    )
    .filter(({ xml }) => (profile === LIFE_CYCLE ? LIFE_CYCLE_MESSAGE : INVOICE).test(xml))
}

function filesOf(profile: string, kind: string): readonly string[] {
  const folder = profile === LIFE_CYCLE ? 'fr' : profile
  if (existsSync(EXAMPLES)) return xmlFiles(join(EXAMPLES, folder, kind))
  return kind === 'valid' ? xmlFiles(join(ROOT, 'test', 'golden', profile === 'en' ? 'fr' : profile)) : []
}

function selfBilled(xml: string): string {
  return xml
    .replace('poacc:billing:3.0', 'poacc:selfbilling:3.0')
    .replace('poacc:billing:01:1.0', 'poacc:selfbilling:01:1.0')
    .replace(/(<cbc:InvoiceTypeCode>)380/, '$1389')
    .replace(/(<cbc:CreditNoteTypeCode>)381/, '$1261')
}

/** Our own documents of a profile: the accepted samples, in every syntax. */
export function ourDocuments(profile: string): readonly Case[] {
  return xmlFiles(join(GOLDEN, profile)).map((file) => ({
    profile,
    name: `golden/${profile}/${file.slice(file.lastIndexOf('/') + 1)}`,
    xml: readFileSync(file, 'utf8'),
  }))
}

const GOLDEN = join(import.meta.dirname, '..', '..', 'test', 'golden')

/** The profile of France's life-cycle messages, whose examples are beside those of invoices. */
export const LIFE_CYCLE = 'fr-cdar'
const LIFE_CYCLE_MESSAGE = /<(?:[\w.-]+:)?CrossDomainAcknowledgementAndResponse[\s>]/
const INVOICE = /<(?:[\w.-]+:)?(?:Invoice|CreditNote|CrossIndustryInvoice|FatturaElettronica)[\s>]/

/** The documents in official tests of single rules: fragments, most of which break many rules. */
export function ruleTests(profile: string): readonly Case[] {
  return xmlFiles(join(EXAMPLES, profile, 'unit')).flatMap((file) => {
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
