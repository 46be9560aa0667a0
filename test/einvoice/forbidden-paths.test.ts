import t from 'tap'
import { JudgedDocument } from '../../src/einvoice/rules/bindings/binding.js'
import type { PathRow } from '../../src/einvoice/rules/bindings/forbidden.js'
import { CII_FORBIDDEN_PATHS, UBL_FORBIDDEN_PATHS } from '../../src/einvoice/rules/bindings/en16931.js'
import { CURRENT_CODE_LISTS } from '../../src/einvoice/codes/code-lists.js'
import { parseInvoice } from '../../src/einvoice/syntax/invoice-document.js'

const OASIS = 'urn:oasis:names:specification:ubl:schema:xsd'
const UN = 'urn:un:unece:uncefact:data:standard'

const ROOTS = {
  ubl: [
    'Invoice',
    `xmlns="${OASIS}:Invoice-2" xmlns:cac="${OASIS}:CommonAggregateComponents-2" xmlns:cbc="${OASIS}:CommonBasicComponents-2" xmlns:ext="${OASIS}:CommonExtensionComponents-2"`,
  ],
  cii: [
    'rsm:CrossIndustryInvoice',
    `xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="${UN}:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="${UN}:UnqualifiedDataType:100" xmlns:qdt="${UN}:QualifiedDataType:100"`,
  ],
} as const

/** The path of a row from the root; a name of which only the end is given gets a beginning. */
function pathOf({ context, path }: PathRow): readonly string[] {
  const whole = path.startsWith('//') || context === '/' ? path : `${context}/${path}`
  return whole
    .replace('*', 'Any')
    .split('/')
    .filter((step) => step !== '')
    .map((step) => (step === 'LINE' ? 'cac:InvoiceLine' : step))
}

/** A document with nothing but this path. */
function documentOf(syntax: keyof typeof ROOTS, steps: readonly string[]): string {
  const [root, namespaces] = ROOTS[syntax]
  const inside = [...steps].reverse().reduce((content, step) => {
    if (step.startsWith('@')) return step
    return content.startsWith('@') ? `<${step} ${content.slice(1)}="x"/>` : `<${step}>${content}</${step}>`
  }, '')
  return inside.startsWith('@')
    ? `<${root} ${namespaces} ${inside.slice(1)}="x"/>`
    : `<${root} ${namespaces}>${inside}</${root}>`
}

for (const [syntax, forbidden] of [
  ['ubl', UBL_FORBIDDEN_PATHS],
  ['cii', CII_FORBIDDEN_PATHS],
] as const)
  t.test(`each path that is forbidden in ${syntax.toUpperCase()} is found alone`, async (t) => {
    const { rows } = forbidden
    t.ok(rows.length > 100)
    const missed = rows.filter((row) => {
      const document = parseInvoice(Buffer.from(documentOf(syntax, pathOf(row))))
      return !forbidden.findIn(new JudgedDocument(document, CURRENT_CODE_LISTS)).some(({ id }) => id === row.id)
    })
    t.same(missed, [])
  })
