import { lengthOf } from '../../domain/text.js'
import type { Invoice, Note } from '../../einvoice/model/invoice-model.js'
import { parts } from '../text-parts.js'

/** Of a note (BR-RO-L302). */
const MOST_CHARACTERS = 300
/** `#AAI#` before the text of a note with a subject, as UBL writes it. */
const MARK = 5

/** Longer notes (BT-22) become several, split at spaces, each with the subject of the whole. */
export function withSplitNotes(model: Invoice): Invoice {
  return { ...model, notes: model.notes.flatMap(split) }
}

function split(note: Note): readonly Note[] {
  const most = MOST_CHARACTERS - (note.subjectCode === undefined ? 0 : MARK)
  if (lengthOf(note.text) <= most) return [note]
  return parts(note.text, most).map((text) => ({ ...note, text }))
}
