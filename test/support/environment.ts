/**
 * Changes variables of this process until the test ends; other tests run in it afterwards.
 */
export function setEnvironment(
  t: { teardown(handler: () => void): void },
  variables: Readonly<Record<string, string>>,
): void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, variables)
  t.teardown(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name)
      else process.env[name] = value
    }
  })
}
