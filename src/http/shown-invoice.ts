import { loadOwned } from '../commands/owned.js'
import type { RenderRequest } from '../documents/rendering/port.js'
import type { Scope } from '../domain/event.js'
import { invoice, type InvoiceContent, statusAfter } from '../domain/invoice.js'
import { resolveDocument, storedContent } from '../storage/documents/invoice-content.js'
import { wholeLetterhead } from '../storage/documents/letterhead.js'
import { notFound } from './errors.js'
import type { RouteDeps } from './route.js'

/**
 * The invoice and its state, from its events, with its XML if there is one; what a PDF is made of.
 * Throws a 404 if the scope has no such invoice.
 */
export async function shownInvoice(
  deps: Pick<RouteDeps, 'store' | 'documents'>,
  scope: Scope,
  id: string,
): Promise<{
  readonly shown: Omit<RenderRequest, 'language'>
  readonly content: InvoiceContent
  /** BT-1. */
  readonly number: string
  readonly isConverted: boolean
  /** SHA-256 (hex) of the PDF that was sent; undefined: the XML was sent, or nothing yet. */
  readonly sent: string | undefined
}> {
  const owned = await loadOwned(deps.store, scope, invoice, 'Invoice', id)
  const last = owned?.loaded.events.at(-1)
  if (!owned || !last || owned.loaded.state.status === 'none') throw notFound('invoice')
  const { events, state } = owned.loaded
  const { content, country, letterhead, number } = state.facts
  const conversion = events.findLast((event) => event.type === 'InvoiceConverted')?.data
  const converted = conversion?.document
  const own = content.kind === 'xml' ? content.document : undefined
  const { sha256 } = converted ?? own ?? {}
  const approval = events.findLast((event) => event.type === 'InvoiceAccepted')?.data
  // The pages that were handed out before stay right.
  const issued = conversion?.offline
  const invoicingMode = approval?.invoicingMode ?? (issued && 'offline')
  const certificateUrl = issued?.certificateUrl ?? approval?.certificateUrl
  return {
    isConverted: converted !== undefined,
    sent: conversion?.hybrid?.sha256,
    content,
    number,
    shown: {
      ...(await wholeLetterhead(deps.documents, scope, letterhead)),
      country,
      // A thread parses it.
      invoice: await storedContent(deps.documents, scope, content),
      state: {
        environment: scope.environment,
        status: statusAfter(last),
        governmentNumber: approval?.govId ?? null,
        ...(invoicingMode !== undefined && { invoicingMode }),
        ...(certificateUrl != null && { certificateUrl }),
        at: last.metadata.occurredAt,
      },
      xml: sha256 === undefined ? null : { bytes: await resolveDocument(deps.documents, scope, sha256), sha256 },
      isOwnXml: own !== undefined,
    },
  }
}
