import type { Syntax } from '../../../../domain/request/invoice-request.js'
import type { Assertions } from '../../../../einvoice/rules/bindings/binding.js'
import { OWN_IDENTIFIERS } from '../../../../einvoice/rules/bindings/cii/syntax.js'
import { CII_FORBIDDEN } from '../../../../einvoice/rules/bindings/cii/paths.js'
import { ForbiddenPaths } from '../../../../einvoice/rules/bindings/forbidden.js'
import { UBL_FORBIDDEN } from '../../../../einvoice/rules/bindings/ubl/paths.js'
import type { DocumentRules } from '../../../../einvoice/rules/judge-document.js'
import { OCTOBER } from '../../editions.js'
import { ciiExtendedRules } from './cii.js'
import { DROPPED_CII_AUGUST, DROPPED_CII_OCTOBER, DROPPED_UBL } from './dropped.js'
import { UBL_EXTENDED_RULES } from './ubl.js'

/** The mark of the extension in a customisation id (BT-24). */
export const EXTENDED_MARK = 'extended-ctc-fr'

/**
 * EXTENDED-CTC-FR, the rules for documents of the extension in place of EN 16931: the
 * rules that both share, and the extension's own.
 * @param standard EN 16931 in that syntax
 * @param edition of `FRENCH_EDITIONS`
 */
export function extendedRules(standard: DocumentRules, syntax: Syntax, edition: string): DocumentRules {
  const isUbl = syntax === 'ubl'
  const own = isUbl ? UBL_EXTENDED_RULES : ciiExtendedRules(edition)
  const droppedCii = edition < OCTOBER ? DROPPED_CII_AUGUST : DROPPED_CII_OCTOBER
  const replaced = new Set([...(isUbl ? DROPPED_UBL : droppedCii), ...idsOf(own)])
  return {
    ...standard,
    assertions: [...without(standard.assertions, replaced), ...own],
    forbidden: isUbl
      ? new ForbiddenPaths([UBL_FORBIDDEN], new Set(), replaced)
      : new ForbiddenPaths([CII_FORBIDDEN], OWN_IDENTIFIERS, replaced),
    warnings: new Set([...standard.warnings, ...idsOf(own).filter(isWarning)]),
  }
}

function without(rules: readonly Assertions[], replaced: ReadonlySet<string>): readonly Assertions[] {
  return rules
    .map(({ context, tests }) => ({ context, tests: tests.filter(([id]) => !replaced.has(id)) }))
    .filter(({ tests }) => tests.length > 0)
}

function idsOf(rules: readonly Assertions[]): readonly string[] {
  return rules.flatMap(({ tests }) => tests.map(([id]) => id))
}

function isWarning(id: string): boolean {
  return /-08(?:ini|rev)$|FREXT-CR-|^CII-FREXT-SR-(?:106|293|366)$|^BR-FXEXT-04$/.test(id)
}
