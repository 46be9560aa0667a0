import { register } from 'node:module'
import type { simulate } from '../simulate.js'
import type { PlantedFault } from './fault.js'

let isRegistered = false

/** The simulation of a service that has this fault. */
export async function programWith({ name }: PlantedFault): Promise<typeof simulate> {
  if (!isRegistered) register('./hook.js', import.meta.url)
  isRegistered = true
  const address = new URL('../simulate.js', import.meta.url)
  address.searchParams.set('planted', name)
  const program = (await import(address.href)) as { readonly simulate: typeof simulate }
  return program.simulate
}
