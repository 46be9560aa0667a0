import { posix } from 'node:path'
import type { OfficialXml } from './official-file.js'
import type { Artefact } from './table.js'

/** The profiles by the titles of their Schematron: each title has one of these texts. */
const TITLES: readonly (readonly [profile: string, title: RegExp])[] = [
  ['extended', /\bEXTENDED\b/],
  ['en16931', /\bEN16931-COMPLIANT \(FULLY\)/],
  ['basic', /\bEN16931-COMPLIANT-BASIC\b/],
  ['basic-wl', /\bBASIC without Lines\b/],
  ['minimum', /\bMINIMUM\b/],
]

/** Compiled files have the title of their Schematron as an attribute of what they report. */
const TITLE = /(?:<(?:\w+:)?title[^>]*>[ \t\r\n]*|\btitle=")(Schema for Factur-X;[^"<]*)/

const titleIn = (text: string): string | undefined => TITLE.exec(text)?.[1]?.trim()

/** The family of a Schematron of Factur-X by its title; null for all others. */
export function facturXFamily(text: string): string | null {
  const title = titleIn(text)
  if (title === undefined) return null
  const profile = TITLES.find(([, pattern]) => pattern.test(title))?.[0]
  return profile === undefined ? null : `factur-x-${profile}`
}

/**
 * The profiles by a type that the schema of each has and that of the one below it does not have,
 * the largest first. The full schema of CII has all of them.
 */
const TYPES: readonly (readonly [family: string, type: string])[] = [
  ['cii', 'SubordinateTradeLineItemType'],
  ['factur-x-extended-schema', 'LogisticsServiceChargeType'],
  ['factur-x-en16931-schema', 'ProductCharacteristicType'],
  ['factur-x-basic-schema', 'SupplyChainTradeLineItemType'],
  ['factur-x-basic-wl-schema', 'TradeSettlementPaymentMeansType'],
  ['factur-x-minimum-schema', 'HeaderTradeSettlementType'],
]

/** The family of a schema of CII: the full one, or one that is restricted to a profile. */
export function ciiFamily({ entries }: Pick<Artefact, 'entries'>): string {
  const types = new Set(entries.map(({ id }) => id))
  return TYPES.find(([, type]) => types.has(`complexType ram:${type}`))?.[0] ?? 'cii'
}

/** How the names of the lists of codes begin. */
const LIST = 'list '

/** The lists of codes that a Schematron of Factur-X looks up in a file beside it. */
export const isCodeDatabase = ({ root }: OfficialXml): boolean => root.name === 'codedb'

/**
 * What the files of Factur-X state beside their rules: the edition in the title, and the lists of
 * codes. The file of the lists is the one of the name that the rules state, or, where it was
 * renamed, one in the same folder.
 */
export function withFacturX(artefact: Artefact, file: OfficialXml, databases: readonly OfficialXml[]): Artefact {
  const title = titleIn(file.text)
  if (title === undefined) return artefact
  const name = /document\('([^']+)'\)/.exec(file.text)?.[1]
  if (name === undefined) return { ...artefact, edition: title }
  const folder = posix.dirname(file.name)
  const beside = databases.filter((each) => posix.dirname(each.name) === folder)
  const database = beside.find((each) => posix.basename(each.name) === name) ?? beside[0]
  const notes = database === undefined ? [`${file.name} looks codes up in ${name}, which is not in the folder`] : []
  const lists = database?.root.children ?? []
  return {
    ...artefact,
    edition: title,
    files: [...artefact.files, ...(database === undefined ? [] : [database.name])],
    notes: [...artefact.notes, ...notes],
    absent: database === undefined ? [...artefact.absent, LIST] : artefact.absent,
    codes: new Map([
      ...artefact.codes,
      ...lists.map((list) => {
        const codes = list.children.map((code) => code.attribute('value') ?? '')
        return [`${LIST}${list.attribute('id') ?? '?'}`, [...new Set(codes)].sort()] as const
      }),
    ]),
  }
}
