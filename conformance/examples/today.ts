/** Documents are judged as of this day. */
export const TODAY = '2026-11-21'
