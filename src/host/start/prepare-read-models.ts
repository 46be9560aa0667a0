import { PROJECTIONS } from '../../projections/registry.js'
import type { RebuildDeps } from '../../projections/engine/rebuild.js'
import { prepareProjection } from '../../projections/engine/runner.js'
import { isMissingRight } from '../../storage/postgres/missing-right.js'
import { StartupError } from '../../storage/startup-error.js'

/**
 * Makes the read models that are not there, and builds those anew of which this program has a
 * newer version. Throws `StartupError` where the role may not.
 */
export async function prepareReadModels(deps: RebuildDeps, signal: AbortSignal): Promise<void> {
  for (const projection of PROJECTIONS) {
    try {
      await prepareProjection(deps, projection, signal)
    } catch (error) {
      if (!isMissingRight(error)) throw error
      throw new StartupError(
        `The role in DATABASE_URL may not prepare the read model ${projection.name}; run "clearway database migrate" as the owner first.`,
        { cause: error },
      )
    }
  }
}
