import { each, html, type Html } from '../html/html.js'

/** The console's own words, in plain ones. */
const WORDS = {
  account: 'A customer of this deployment. Its companies, invoices and keys are visible to it alone.',
  behind: 'How many events a read model has not processed yet, and how old the oldest of them is.',
  chain: 'Each event contains the hash of the one before it, so that a later change of any of them shows.',
  connection: 'Access of one company to one government: tokens, a certificate, or an access point.',
  dead: 'A delivery that failed permanently: the webhook did not answer 2xx at the last of all retries.',
  delivery: "One event that is sent to an account's webhook, with all its attempts.",
  event: 'Something that happened, stored for good. All other data is computed from events.',
  'due now': 'Invoices whose next call to the government could be made at once.',
  'parked work': 'Work that fails repeatedly through a fault of the service; it is retried once an hour.',
  position: 'The number of the newest event that a read model has processed.',
  'read model': 'A table that is computed from the events and answers queries. It can be computed again at any time.',
  rebuild: 'A new table is computed from all events beside the one in use, compared with it, and takes its place.',
  'set aside': 'Events that a read model could not process. It continues without them until it is rebuilt.',
  waiting: 'Invoices that are not decided yet: they wait for their turn, for a retry or for a decision.',
} as const

/** Explains words of a page, on the page. */
export function glossary(words: readonly (keyof typeof WORDS)[]): Html {
  return html`<details class="glossary">
    <summary>What the words mean</summary>
    <dl>
      ${each(
        words,
        (word) =>
          html`<dt>${word}</dt>
            <dd>${WORDS[word]}</dd>`,
      )}
    </dl>
  </details>`
}
