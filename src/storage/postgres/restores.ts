/** The number of restores of the event store that were found, as an expression of SQL. */
export const RESTORES_FOUND = '(SELECT coalesce(max(number), 0) FROM storage.restore)'
