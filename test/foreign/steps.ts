import type { Test } from 'tap'
import type { ForeignProgram } from './programs.js'

/** A step of a client's flow as test/foreign/python/steps.py prints it. */
interface Step {
  readonly step: string
  readonly value?: unknown
  readonly error?: string
}

/** The steps of a flow, by their names. */
interface Flow {
  /** The value of a step that has succeeded. */
  readonly value: (step: string) => unknown
}

/**
 * Runs a client's flow.
 *
 * @param failing the steps that fail, each with its error: nothing else may
 */
export async function flowOf(
  t: Test,
  program: ForeignProgram,
  question: object,
  failing: Readonly<Record<string, RegExp>>,
): Promise<Flow> {
  const steps = (await program(question)) as Step[]
  const names = steps.map(({ step }) => step)
  t.strictSame([...new Set(names)], names, 'each step once')
  for (const { step, error } of steps) {
    const expected = failing[step]
    if (expected === undefined) t.equal(error, undefined, step)
    else t.match(error, expected, step)
  }
  for (const step of Object.keys(failing)) t.ok(names.includes(step), `${step} was tried`)
  return {
    value: (name) => {
      const found = steps.find(({ step }) => step === name)
      if (found === undefined) throw new Error(`no step "${name}" of ${names.join(', ')}`)
      return found.value
    },
  }
}
