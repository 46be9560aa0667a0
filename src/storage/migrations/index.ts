import { eventstore } from './0001-eventstore.js'
import { storage } from './0002-storage.js'
import { readModels } from './0003-read-models.js'
import { limits } from './0004-limits.js'
import { workList } from './0005-work-list.js'
import { anchors } from './0006-anchors.js'
import { eventStoreOfDatabase } from './0007-event-store.js'
import { closedEventStore } from './0008-closed-event-store.js'
import { simulatorRecord } from './0009-simulator-record.js'
import { tries } from './0010-tries.js'
import { quarantine } from './0011-quarantine.js'
import { snapshots } from './0012-snapshots.js'
import { lanes } from './0013-lanes.js'
import { fileNumbers } from './0014-file-numbers.js'
import { claimTokens } from './0015-claim-tokens.js'
import { requests } from './0016-requests.js'
import { mailbox } from './0017-mailbox.js'
import { projectionControl } from './0018-projection-control.js'
import { seals } from './0019-seals.js'
import { retention } from './0020-retention.js'
import { retiredKeys } from './0021-retired-keys.js'
import { guardedFunctions } from './0024-guarded-functions.js'
import { recordingReader } from './0025-recording-reader.js'
import { restores } from './0026-restores.js'
import { boundedMailbox } from './0027-bounded-mailbox.js'
import { shares } from './0028-shares.js'
import { guardedStreams } from './0029-guarded-streams.js'
import { sealingAnchor } from './0030-sealing-anchor.js'
import { workAfterRestores } from './0031-work-after-restores.js'
import { callLimits } from './0032-call-limits.js'
import { hints } from './0033-hints.js'
import { preparedInvoices } from './0034-prepared-invoices.js'
import { documentsElsewhere } from './0035-documents-elsewhere.js'
import { endedSessions } from './0036-ended-sessions.js'
import { arrivals } from './0037-arrivals.js'
import { answers } from './0038-answers.js'
import { receivingLooks } from './0039-receiving-looks.js'
import { uploadedAnswers } from './0040-uploaded-answers.js'
import { filesOfInvoices } from './0041-files-of-invoices.js'
import type { Migration } from './migration.js'

/**
 * Every migration ever released, in order. Append new ones at the end; never edit or remove one.
 */
export const migrations: readonly Migration[] = [
  eventstore,
  storage,
  readModels,
  limits,
  workList,
  anchors,
  eventStoreOfDatabase,
  closedEventStore,
  simulatorRecord,
  tries,
  quarantine,
  snapshots,
  lanes,
  fileNumbers,
  claimTokens,
  requests,
  mailbox,
  projectionControl,
  seals,
  retention,
  retiredKeys,
  guardedFunctions,
  recordingReader,
  restores,
  boundedMailbox,
  shares,
  guardedStreams,
  sealingAnchor,
  workAfterRestores,
  callLimits,
  hints,
  preparedInvoices,
  documentsElsewhere,
  endedSessions,
  arrivals,
  answers,
  receivingLooks,
  uploadedAnswers,
  filesOfInvoices,
]
