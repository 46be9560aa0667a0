/** Gives all other work of the process its turn, in the midst of a long computation. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
