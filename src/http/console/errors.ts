/** An answer of the console other than the page that was asked for, in words for people. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'

  /**
   * @param status of HTTP
   * @param title what is wrong, as a heading
   * @param help what to do
   */
  constructor(
    readonly status: number,
    readonly title: string,
    readonly help: string,
  ) {
    super(title)
  }
}

/** There is no such thing; `what` is its kind, as in "invoice". */
export function missing(what: string): ConsoleError {
  return new ConsoleError(404, `There is no such ${what}`, 'It may never have been there, or its retention is over.')
}
