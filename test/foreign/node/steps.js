// Steps of a client's flow, as `python/steps.py` prints them.

/** Runs a step; prints and answers its value, or prints its error. */
export async function step(name, run) {
  try {
    const value = await run()
    console.log(JSON.stringify({ step: name, value: value ?? null }))
    return value
  } catch (error) {
    console.log(JSON.stringify({ step: name, error: `${error.name}: ${error.message}` }))
    return undefined
  }
}
