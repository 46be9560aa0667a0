/** An error that the console shows as a page. */
export class ConsoleError extends Error {
  override readonly name = 'ConsoleError'

  /**
   * @param status HTTP status
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

/** A 404; `what` names the missing thing, such as "invoice". */
export function missing(what: string): ConsoleError {
  return new ConsoleError(
    404,
    `There is no such ${what}`,
    'It may never have existed, or its retention period is over.',
  )
}
