import type { Syntax } from '../../src/domain/request/invoice-request.js'
import type { Invoice } from '../../src/einvoice/model/invoice-model.js'
import { judgeDocument } from '../../src/einvoice/rules/judge-document.js'
import { writtenDocument } from '../../src/einvoice/syntax/written-document.js'
import type { DocumentProfile } from '../../src/countries/judging/document-profile.js'

/** The official rules of a profile that an invoice's document breaks, each once and in order. */
export function brokenRules(invoice: Invoice, profile: DocumentProfile, syntax: Syntax = 'ubl'): string[] {
  const rules = profile.rules(syntax, invoice.specification)
  if (rules === undefined) throw new Error(`${profile.name} has no rules for ${syntax}`)
  const { findings } = judgeDocument(writtenDocument(invoice, syntax).document, rules)
  return [...new Set(findings.map(({ rule }) => rule))].sort()
}
