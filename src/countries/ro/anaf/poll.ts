import { hash } from 'node:crypto'
import { readBody } from './answers.js'
import type { AnafApi, Download } from './api.js'
import type { Upload } from './company.js'
import { notUnderstood, quoted, unanswered } from './failures.js'
import { TEXTS } from './texts.js'
import { pollsBy, pollSeconds } from './waits.js'
import type { GovernmentDocument, NoAnswer, PollOutcome } from '../../gateway/gateway.js'
import type { GatewayTools } from '../../gateway/gateway-tools.js'

type Rejected = Extract<PollOutcome, { kind: 'rejected' }>

/**
 * Requests the decision on an upload. A decision counts only together with its archive, which is
 * stored as ANAF signed it: until that is available, the invoice waits.
 * @param submittedAt when ANAF got it: before the first request is due, none is made
 * @param isInvoice false: nothing is kept of an archive that repeats the document
 */
export async function poll(
  api: AnafApi,
  tools: GatewayTools,
  upload: Upload,
  uploadId: string,
  submittedAt: Date,
  isInvoice = true,
): Promise<PollOutcome> {
  const waited = (tools.clock.now().getTime() - submittedAt.getTime()) / 1000 / tools.pace
  const polls = pollsBy(waited)
  if (polls === 0) return { kind: 'pending', retryAfterSeconds: (pollSeconds(0) - waited) * tools.pace }
  const { token } = upload.sender
  const state = await api.state(uploadId, token)
  switch (state.kind) {
    case 'processing':
      return { kind: 'pending', retryAfterSeconds: pollSeconds(polls) * tools.pace }
    case 'not-taken-over':
      return { kind: 'rejected', errorMessage: state.text, document: null }
    case 'unknown-upload':
      // ANAF issued the number itself, so this is no verdict on the document.
      return unanswered(`ANAF: ${quoted(state.text)}`, pollSeconds(polls), tools)
    case 'ok': {
      if (!isInvoice) return accepted(uploadId, state.downloadId, null)
      const download = await api.download(state.downloadId, token, 'decision')
      return isAnswered(download) ? accepted(uploadId, state.downloadId, download) : download
    }
    case 'nok': {
      const download = await api.download(state.downloadId, token, 'decision')
      if (!isAnswered(download)) return download
      const rejected = rejectedWith(download)
      if (rejected === null)
        return notUnderstood(`descarcare of ${state.downloadId}`, 'a list of errors without errors', tools)
      return followed(api, tools, upload, rejected, polls)
    }
    default:
      return state
  }
}

function isAnswered(download: Download | NoAnswer): download is Download {
  return download.kind === 'archive' || download.kind === 'gone'
}

function accepted(uploadId: string, downloadId: string, download: Download | null): PollOutcome {
  return {
    kind: 'accepted',
    govId: uploadId,
    govMessage: `stare=ok, index_incarcare=${uploadId}, id_descarcare=${downloadId}`,
    // After 60 days the decision still counts, and its archive is available only in SPV.
    receipt: download?.kind === 'archive' ? zip(download.archive) : null,
  }
}

/** Null: the archive contains no error. */
function rejectedWith(download: Download): Rejected | null {
  if (download.kind === 'gone') return { kind: 'rejected', errorMessage: `nok\n${download.text}`, document: null }
  const said = readBody(download.xml)
  if (said.kind !== 'header' || said.errors.length === 0) return null
  return { kind: 'rejected', errorMessage: said.errors.join('\n'), document: zip(download.archive) }
}

function zip(bytes: Uint8Array): GovernmentDocument {
  return { bytes, mediaType: 'application/zip' }
}

/**
 * ANAF rejects a repeated upload and names the first. If that is the same document, byte by byte,
 * its decision applies to this invoice; else another document has the content, and the rejection
 * is final.
 */
async function followed(
  api: AnafApi,
  tools: GatewayTools,
  upload: Upload,
  rejected: Rejected,
  polls: number,
): Promise<PollOutcome> {
  const [, original] = TEXTS.duplicate.exec(rejected.errorMessage) ?? []
  if (original === undefined) return rejected
  const { scope, bytes, digestOf } = upload
  const ours = hash('sha256', bytes)
  const noted = (await tools.uploads.known(scope, 'RO', [original])).get(original)
  if (noted !== undefined && noted !== ours) return rejected

  const { token } = upload.sender
  const state = await api.state(original, token)
  switch (state.kind) {
    case 'processing':
      return { kind: 'pending', retryAfterSeconds: pollSeconds(polls) * tools.pace }
    // It has no effect.
    case 'nok':
    case 'not-taken-over':
    case 'unknown-upload':
      return rejected
    case 'unauthorized':
      // The company may not read it: it belongs to another company.
      return state.needs === 'user' ? rejected : state
    case 'unavailable':
    case 'exhausted':
      return state
    case 'ok':
  }
  const download = await api.download(state.downloadId, token, 'decision')
  if (download.kind === 'gone') return noted === ours ? accepted(original, state.downloadId, download) : rejected
  if (download.kind !== 'archive') return download
  const sha256 = digestOf(download.xml)
  await tools.uploads.learn(scope, 'RO', original, sha256)
  return sha256 === ours ? accepted(original, state.downloadId, download) : rejected
}
