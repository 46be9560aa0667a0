import {
  documentOfPart,
  INVOICES_IN_FILE,
  type InvoicesInFile,
  pathInFile,
} from '../../countries/it/receiving/invoices-in-file.js'
import type { ArrivedDocument } from '../../countries/gateway/reception.js'
import { judgeInProcess } from '../../documents/judging/in-process.js'
import { type Caller, type Judging, JudgingLimit } from '../../documents/judging/port.js'
import type { ReceivedReading } from '../../documents/receiving/reading.js'
import type { Clock } from '../../domain/clock.js'

/** One of several invoices in a file. */
export interface InvoiceOfFile {
  readonly file: InvoicesInFile
  /** From 1. */
  readonly part: number
}

interface Deps {
  readonly judging?: Pick<Judging, 'message'>
  readonly clock: Clock
}

/**
 * Finds the invoices in a file that came with several; null: they can't be separated, so the file
 * is received as one. Only Italy has such files.
 * @throws JudgingBusy if the caller does not wait
 */
export async function invoicesOfFile(
  { judging = judgeInProcess, clock }: Deps,
  caller: Caller,
  { bytes, parts = 1 }: Pick<ArrivedDocument, 'bytes' | 'parts'>,
): Promise<readonly InvoiceOfFile[] | null> {
  if (parts === 1) return null
  try {
    const file = await judging.message(caller, INVOICES_IN_FILE, bytes, clock.now().getTime())
    return file && file.places.map((_, index) => ({ file, part: index + 1 }))
  } catch (error) {
    if (!(error instanceof JudgingLimit)) throw error
    return null
  }
}

/**
 * The document of an invoice in a file of several, which was received as such.
 * @throws JudgingBusy, JudgingLimit
 */
export async function documentInFile(
  { judging = judgeInProcess }: Pick<Deps, 'judging'>,
  caller: Caller,
  bytes: Uint8Array,
  part: number,
): Promise<Uint8Array> {
  const file = await judging.message(caller, INVOICES_IN_FILE, bytes, null)
  return file === null ? bytes : documentOfPart(file, part)
}

/** The document to read for an invoice of a file. */
export function documentToRead({ file, part }: InvoiceOfFile): Uint8Array {
  return documentOfPart(file, part)
}

/** What was read of that document, as the reading of the file: its signatures count for each. */
export function readingInFile(reading: ReceivedReading, { file, part }: InvoiceOfFile): ReceivedReading {
  const faults = file.faults.map((fault) => ({ ...fault, path: '/' }))
  return {
    ...reading,
    xml: file.xml,
    valid: reading.valid && faults.every(({ severity }) => severity === 'warning'),
    findings: [...faults, ...reading.findings.map((each) => ({ ...each, path: pathInFile(each.path, part) }))],
    findingsTotal: reading.findingsTotal + faults.length,
  }
}
