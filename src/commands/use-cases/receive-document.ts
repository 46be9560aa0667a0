import { hash } from 'node:crypto'
import type { Judgement } from '../../countries/country.js'
import { profileToSend } from '../../countries/judging/profile-to-send.js'
import type { DocumentContents, RefusedDocument } from '../../countries/judging/read-xml.js'
import { isSignedFile, SIGNED_MEDIA_TYPE } from '../../countries/signing/cades.js'
import { turnFor } from '../../domain/large-work.js'
import type { CountryCode } from '../../domain/request/invoice-request.js'
import { sized } from '../../domain/request/sized-invoice.js'
import { invalid } from '../../domain/refusal.js'
import { acceptDocument } from '../../documents/intake/accept-document.js'
import { type ScopedContext, scopeOf } from '../handle.js'
import { refuseNumberOfSeries } from './numbering.js'
import {
  contentOf,
  letterheadOf,
  mustHaveGateway,
  type Posted,
  type ReceivedInvoice,
  type ReceiveDeps,
  receiveOnce,
  type RefusedInvoice,
} from './receive-invoice.js'
import { requestHash } from './request-hash.js'
import { submittingCompany } from './submitting-company.js'
import { withWay } from './way-of-invoice.js'

/** The query parameters of a document. */
interface DocumentQuery {
  /** Absent: the country that the document names. */
  readonly country?: CountryCode
  readonly companyId?: string
  readonly externalId?: string
}

/** A document in XML as it was posted. */
interface PostedDocument<Verdict extends Judgement> extends Posted {
  readonly xml: Uint8Array
  readonly query: DocumentQuery
  readonly read: (xml: Uint8Array, country: CountryCode | undefined) => Promise<DocumentContents | RefusedDocument>
  /** Judges it before it is created; absent: it is judged only afterwards. */
  readonly judge?: (xml: Uint8Array, country: CountryCode, profile: string | undefined) => Promise<Verdict>
}

/**
 * Creates an invoice from the caller's own document, which is kept and sent byte for byte; else
 * like `receiveInvoice`. Two requests are the same if document and query are. Refuses a document
 * that the country does not accept, `country`, `companyId` and a number of the company's series.
 */
export async function receiveDocument<Verdict extends Judgement>(
  deps: ReceiveDeps,
  context: ScopedContext,
  { xml, query, read, judge, ...posted }: PostedDocument<Verdict>,
): Promise<ReceivedInvoice | RefusedInvoice<Verdict>> {
  const scope = scopeOf(context)
  const isKeyed = posted.idempotencyKey !== undefined
  const digest = isKeyed ? await requestHash({ ...query, document: hash('sha256', xml) }, scope.account) : null
  return receiveOnce(deps, context, posted, digest, async () => {
    const contents = await read(xml, query.country)
    if ('refused' in contents) throw invalid(contents.refused)
    const country = deps.countryOf(contents.country)
    mustHaveGateway(country, scope.environment, deps.hasGateway)
    const { accepted: contained, attachments } = acceptDocument(contents, query.externalId, deps.countryOf)
    const company = await submittingCompany(deps, scope, country, query.companyId, contained)
    refuseNumberOfSeries(company, country, contained)
    const accepted = await withWay(deps, scope, country, company.id, contained, 'document')
    const verdict = await judge?.(xml, contents.country, profileToSend(country, accepted))
    if (verdict?.valid === false) return { broken: verdict }
    return {
      companyId: company.id,
      letterhead: letterheadOf(company, contained),
      accepted,
      attachments,
      totals: contents.totals,
      content: async () => {
        await turnFor(scope.account, posted.size)
        return {
          kind: 'xml',
          document: await deps.documents.put(scope, xml, isSignedFile(xml) ? SIGNED_MEDIA_TYPE : 'application/xml'),
          read: await contentOf(deps.documents, scope, sized(accepted)),
        }
      },
      series: null,
    }
  })
}
