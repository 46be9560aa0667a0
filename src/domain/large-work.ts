/**
 * From this number of bytes on, a thread judges, converts or reads a document: what it needs would
 * noticeably delay other requests.
 */
export const LARGE_BYTES = 16 * 1024

/** Work on less takes too little time to wait for a turn. */
const SMALL_BYTES = 4 * 1024

const AT_ONCE = Promise.resolve()

/** The work that waits for its turn, by account, in the order in which the accounts are served. */
const lines = new Map<string, (() => void)[]>()
let isServing = false

/**
 * Waits for a turn of the event loop without other such work: between two turns the process
 * answers the waiting requests. Await it before each step that keeps the thread busy. The accounts
 * have their turns one after another, however much one of them has brought. Small work continues
 * at once.
 * @param account that the work is for
 */
export function turnFor(account: string, bytes: number): Promise<void> {
  if (bytes < SMALL_BYTES) return AT_ONCE
  return new Promise((begin) => {
    const line = lines.get(account)
    if (line) line.push(begin)
    else lines.set(account, [begin])
    if (isServing) return
    isServing = true
    setImmediate(serve)
  })
}

function serve(): void {
  const [next] = lines
  if (next === undefined) {
    isServing = false
    return
  }
  const [account, line] = next
  const begin = line.shift()
  // The account moves to the end.
  lines.delete(account)
  if (line.length > 0) lines.set(account, line)
  begin?.()
  // After what the work itself has put off until the next turn.
  queueMicrotask(() => setImmediate(serve))
}
