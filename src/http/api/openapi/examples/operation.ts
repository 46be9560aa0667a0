import { VERSION } from '../../../../version.js'
import { only, type OperationExamples } from '../example.js'

/** Examples of the operations on the service itself, by operationId. */
export const OPERATION_EXAMPLES: Readonly<Record<string, OperationExamples>> = {
  getHealth: { responses: only('Alive', { status: 'ok', version: VERSION }) },
  getReadiness: {
    responses: only('Ready', {
      status: 'ok',
      checks: {
        database: 'ok',
        eventStore: 'ok',
        readModels: 'ok',
        quarantine: 'ok',
        paused: 'ok',
        parked: 'ok',
        seals: 'ok',
        governments: 'ok',
        projections: 'ok',
      },
    }),
  },
}
