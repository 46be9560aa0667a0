import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { oldestHere } from '../../../storage/documents/document-moves.js'
import { type ObjectStore, ObjectStoreUnavailable } from '../../../storage/documents/object-store.js'
import { type Finding, fault, ok, warning } from './finding.js'

const PROBE = { bytes: Buffer.of(), sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' }
const HOUR_SECONDS = 3_600
/** Hours of a day's backlog beyond the setting. */
const LATE_HOURS = 24

/**
 * Checks that documents can be read where they are: that the object store of the settings takes,
 * returns and deletes an object, and that the documents move there in time.
 * @param objects null: none is set
 * @param afterHours how long a document stays in the database
 */
export async function judgeDocuments(pool: pg.Pool, objects: ObjectStore | null, afterHours: number): Promise<Finding> {
  if (objects === null) {
    const { rows } = await pool.query<{ moved: boolean }>(
      'SELECT EXISTS (SELECT FROM documents.document WHERE object IS NOT NULL) AS moved',
    )
    if (rows[0]?.moved !== true) return ok('documents', 'All documents are in the database.')
    return fault(
      'documents',
      'Documents are in an object store, but none is set.',
      'Set DOCUMENTS_URL as for the process that moved them there.',
    )
  }
  const key = `doctor/${randomUUID()}`
  try {
    await objects.put(key, PROBE.bytes, 'text/plain', PROBE.sha256)
    const found = await objects.get(key, 0)
    await objects.delete(key)
    if (found === null) throw new ObjectStoreUnavailable(`${objects.name} does not return what it has taken`)
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailable)) throw error
    return fault(
      'documents',
      `${error.message}.`,
      'Check DOCUMENTS_URL, its credentials, and their rights to put, get and delete objects of that bucket.',
    )
  }
  const hours = Math.floor((await oldestHere(pool)) / HOUR_SECONDS)
  if (hours > afterHours + LATE_HOURS)
    return warning(
      'documents',
      `The oldest document that is still in the database was stored ${hours} hours ago; it should move after ${afterHours}.`,
      'A process with the role processors moves them; its log says what hinders it. The first move of many takes a while.',
    )
  return ok('documents', `${objects.name} takes, returns and deletes objects.`)
}
