import { documentInFile } from '../commands/use-cases/invoice-of-file.js'
import { loadOwned } from '../commands/owned.js'
import { COUNTRIES } from '../countries/registry.js'
import { judgeInProcess } from '../documents/judging/in-process.js'
import type { Judging } from '../documents/judging/port.js'
import type { RenderRequest } from '../documents/rendering/port.js'
import { company } from '../domain/company.js'
import type { Scope } from '../domain/event.js'
import type { Language } from '../domain/language.js'
import type { InvoiceReceived } from '../domain/received.js'
import { resolveDocument } from '../storage/documents/invoice-content.js'
import type { AppDeps } from './deps.js'

/** What the pages of a received invoice are made with. */
interface ShownReceivedDeps extends Pick<AppDeps, 'store' | 'documents'> {
  /** Where documents are read; absent: in this thread. */
  readonly judging?: Pick<Judging, 'read' | 'message'>
}

/**
 * A received invoice as its document states it; what a PDF is made of. It is in the language of
 * the company that received it, unless the caller wants another. null: the document
 * could not be read.
 * @throws JudgingBusy, JudgingLimit
 */
export async function pagesOfReceived(
  deps: ShownReceivedDeps,
  scope: Scope,
  facts: InvoiceReceived['data'],
  language?: Language,
): Promise<RenderRequest | null> {
  if (facts.format === 'unknown') return null
  const xml = await resolveDocument(deps.documents, scope, facts.document.sha256)
  const caller = { account: scope.account, whenBusy: 'refuse' } as const
  const own = facts.part === undefined ? xml : await documentInFile(deps, caller, xml, facts.part)
  const contents = await (deps.judging ?? judgeInProcess).read(caller, own, facts.country)
  if ('refused' in contents) return null
  return {
    country: contents.country,
    invoice: Buffer.from(JSON.stringify(contents.request)),
    state: {
      environment: scope.environment,
      status: 'accepted',
      governmentNumber: facts.govId,
      at: facts.arrivedAt,
    },
    xml: { bytes: own, sha256: facts.document.sha256 },
    isOwnXml: true,
    language: language ?? (await languageOfReceiver(deps, scope, facts)),
  }
}

/** That of the company's country: those who read the page are there, not at the supplier. */
async function languageOfReceiver(
  { store }: Pick<AppDeps, 'store'>,
  scope: Scope,
  { companyId, country }: InvoiceReceived['data'],
): Promise<Language> {
  const owner = await loadOwned(store, scope, company, 'Company', companyId)
  const state = owner?.loaded.state
  return COUNTRIES[state === undefined || state.status === 'none' ? country : state.country].language
}
