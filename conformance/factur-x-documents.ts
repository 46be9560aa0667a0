import { FACTUR_X_PROFILE_NAMES } from '../src/countries/factur-x-profiles.js'
import { judgeXml } from '../src/countries/judging/judge-xml.js'
import { FACTUR_X_LEVELS, type FacturXLevel } from '../src/einvoice/rules/factur-x.js'
import { parseXml } from '../src/einvoice/xml/parse.js'
import { type Editable, editable, written } from './editable.js'
import { extendedDocuments } from './extended-documents.js'
import { type Case, officialExamples, ruleTests } from './official-documents.js'

/*
 * Documents in the profiles of Factur-X. Its publishers give away no examples without a PDF, so
 * these are the Cross Industry Invoices of EN 16931, Germany and France under each profile,
 * without the elements that the profile does not use.
 */

/** So many elements are taken out of a document at most. */
const MOST = 400

/** The profile of Factur-X with that name; undefined: it is none of Factur-X. */
function levelOf(profile: string): FacturXLevel | undefined {
  return (Object.keys(FACTUR_X_LEVELS) as FacturXLevel[]).find((level) => FACTUR_X_PROFILE_NAMES[level] === profile)
}

/** Each example that fits in a profile of Factur-X. */
export function facturXDocuments(profile: string): readonly Case[] {
  const level = levelOf(profile)
  return level === undefined ? [] : examples().flatMap((each) => fitted(each, level) ?? [])
}

/** The documents in the tests of EN 16931's rules, as they are, under a profile of Factur-X. */
export function facturXRuleTests(profile: string): readonly Case[] {
  const level = levelOf(profile)
  if (level === undefined) return []
  return ruleTests('en').flatMap(({ name, xml }) => {
    const document = editable(parseXml(Buffer.from(xml)).root)
    const guideline = guidelineOf(document)
    if (document.name !== 'rsm:CrossIndustryInvoice' || guideline === undefined) return []
    guideline.text = FACTUR_X_LEVELS[level]
    return [{ profile, name: `${name}, ${level}`, xml: written(document) }]
  })
}

function guidelineOf(document: Editable): Editable | undefined {
  return document.children
    .find((each) => each.name === 'rsm:ExchangedDocumentContext')
    ?.children.find((each) => each.name === 'ram:GuidelineSpecifiedDocumentContextParameter')?.children[0]
}

function examples(): readonly Case[] {
  const all = [
    ...officialExamples('en', ['valid']),
    ...officialExamples('de', ['valid']).filter((_, index) => index % 6 === 0),
    ...extendedDocuments(),
  ]
  return all.filter(({ xml }) => /CrossIndustryInvoice[\s>]/.test(xml) && xml.length < 30_000)
}

/**
 * The document in a profile; undefined: too much of it has no place there. An element that another
 * should precede is one that the profile does not have.
 */
export function fitted({ name, xml }: Pick<Case, 'name' | 'xml'>, level: FacturXLevel): Case | undefined {
  const document = editable(parseXml(Buffer.from(xml)).root)
  const guideline = guidelineOf(document)
  if (guideline === undefined) return undefined
  guideline.text = FACTUR_X_LEVELS[level]
  for (let taken = 0; taken < MOST; taken += 1) {
    const changed = written(document)
    const { findings } = judgeXml(Buffer.from(changed), { profile: FACTUR_X_PROFILE_NAMES[level] })
    const found = findings.find(
      ({ rule, message }) => rule === 'FX-UNUSED' || (rule === 'XSD' && !/missing(?! before)/.test(message)),
    )
    if (found === undefined || !take(document, found.path))
      return { profile: FACTUR_X_PROFILE_NAMES[level], name: `${name}, ${level}`, xml: changed }
  }
  return undefined
}

/** Takes the element at a path out of a document. */
function take(document: Editable, path: string): boolean {
  let [at, parent]: [Editable | undefined, Editable | undefined] = [document, undefined]
  for (const step of path.split('/').slice(2)) {
    const [, name, number = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? []
    parent = at
    at = at?.children.filter((each) => each.name === name)[Number(number) - 1]
  }
  if (parent === undefined || at === undefined) return false
  parent.children = parent.children.filter((each) => each !== at)
  return true
}
