import { mayAnswer, MOST_ANSWERS } from '../../../commands/received.js'
import type { WantedAnswer } from '../../../commands/use-cases/answer-received.js'
import type { Country } from '../../../countries/country.js'
import { ANSWER_CODES, type InvoiceReceived } from '../../../domain/received.js'
import { lengthOf } from '../../../domain/text.js'
import { html, type Html } from '../../html/html.js'
import type { ReceivedRow } from '../../../projections/received.js'
import type { Fields } from '../fields.js'
import { choice, formToken, input, textArea, UNFILLED } from '../forms.js'
import { amount, code, said, saidLines, table, time } from '../parts.js'
import type { Session } from '../sessions.js'
import { receivedBadge } from './badge.js'

const MOST_OF_REASON = 5_000

/** What the form needs besides the invoice. */
interface AnswerForm {
  readonly session: Session
  /** The country whose answers the invoice takes. */
  readonly country: Country
  readonly now: Date
  /** A UUID: the same form sent twice is one answer. */
  readonly once: string
}

/** What the company answered, and a form for operators. */
export function answersSection(row: ReceivedRow, stored: InvoiceReceived['data'], form: AnswerForm): Html {
  return html`<section aria-labelledby="answers">
    <h2 id="answers">Answers to the supplier</h2>
    ${table(
      'Answers to the supplier',
      ['Answer', 'Status', 'Code', 'Reason', 'About', 'Changed (UTC)'],
      row.answers.map((answer) => [
        html`${answer.code.replaceAll('_', ' ')}<br /><small>${code(answer.responseId)}</small>`,
        html`${receivedBadge(answer.status)}
        ${answer.errorMessage === null ? null : html`<br />${saidLines(answer.errorMessage)}`}`,
        html`${code(answer.nationalCode)} ${answer.reasonCode === null ? null : code(answer.reasonCode)}`,
        saidLines(answer.reason),
        html`${answer.amount === null ? null : `${amount(answer.amount)} ${row.currency ?? ''}`}
        ${answer.date === null ? null : said(answer.date)}`,
        time(answer.updatedAt),
      ]),
      { empty: 'None yet.', hideCaption: true },
    )}
    ${form.session.user.role === 'operator' ? newAnswer(row, stored, form) : null}
  </section>`
}

function newAnswer(
  row: ReceivedRow,
  stored: InvoiceReceived['data'],
  { session, country, now, once }: AnswerForm,
): Html {
  const answering = country.invoicing?.answering
  if (answering === undefined) return unanswerable(`${country.name} has no answers to received invoices.`)
  const barred = answering.barred?.(stored, now)
  if (barred) return unanswerable(`${barred.message}.`)
  const left = ANSWER_CODES.filter((each) => answering.codes[each] !== undefined && mayAnswer(row.answers, each))
  if (left.length === 0) return unanswerable('The final answer was given: nothing follows it.')
  if (row.answers.length >= MOST_ANSWERS) return unanswerable(`It has ${MOST_ANSWERS} answers, which is the limit.`)
  const { reasonCodes, needReason = [] } = answering
  const needing = left.filter((each) => each === 'rejected' || needReason.includes(each))
  const labels = left.map((each) => {
    const national = answering.codes[each]
    return [each, `${each.replaceAll('_', ' ')} (${national?.code ?? ''}, ${national?.label ?? ''})`] as const
  })
  return html`<details class="confirm">
    <summary>Answer the supplier</summary>
    <form method="post" action="/console/received/${row.id}/answer" class="answer">
      <p>The answer goes to the supplier in the name of the company, and can’t be taken back.</p>
      ${formToken(session)}
      <input type="hidden" name="once" value="${once}" />
      ${choice(UNFILLED, 'code', 'Answer', [['', 'Choose …'], ...labels], { required: true })}
      ${textArea(UNFILLED, 'reason', 'Reason', {
        most: MOST_OF_REASON,
        ...(needing.length > 0 && {
          hint: `The supplier reads it; needed with ${needing.join(', ').replaceAll('_', ' ')}`,
        }),
      })}
      ${
        reasonCodes === undefined
          ? null
          : choice(UNFILLED, 'reasonCode', `Code of the reason (${reasonCodes.list})`, [
              ['', `Default (${reasonCodes.standard})`],
              ...Object.entries(reasonCodes.codes).map(([each, label]) => [each, `${each}: ${label}`] as const),
            ])
      }
      ${input(UNFILLED, 'amount', `Amount, in ${row.currency ?? 'its currency'}`, { hint: 'Such as the paid one: 250.00', most: 18 })}
      ${input(UNFILLED, 'date', 'Day', { type: 'date', hint: 'Such as that of the payment' })}
      <p><button>Send the answer</button></p>
    </form>
  </details>`
}

function unanswerable(why: string): Html {
  return html`<p class="small">No answer can be given: ${why}</p>`
}

/** The answer in a form; null: it has none, or a field is invalid, which `fields` then reports. */
export function wantedAnswer(fields: Fields): WantedAnswer | null {
  const wanted = fields.oneOf('code', 'The answer', ANSWER_CODES)
  const reason = fields
    .raw('reason', MOST_OF_REASON + 1)
    .replaceAll('\r\n', '\n')
    .trim()
  if (lengthOf(reason) > MOST_OF_REASON)
    fields.note('reason', `The reason must have at most ${MOST_OF_REASON} characters.`)
  if (/(?!\n)\p{Cc}/u.test(reason)) fields.note('reason', 'The reason contains a control character.')
  const reasonCode = fields.text('reasonCode', 'The code of the reason', 50)
  const about = fields.matching(
    'amount',
    /^(?!0+(?:\.0+)?$)\d{1,13}(?:\.\d{1,2})?$/,
    'The amount must be a number above 0 with at most two decimals, such as 250.00.',
  )
  const day = fields.day('date', 'The day')
  if (wanted === null || fields.faults.length > 0) return null
  return {
    code: wanted,
    ...(reason !== '' && { reason }),
    ...(reasonCode !== null && { reasonCode }),
    ...(about !== null && { amount: Number(about) }),
    ...(day !== null && { date: day.toISOString().slice(0, 10) }),
  }
}
