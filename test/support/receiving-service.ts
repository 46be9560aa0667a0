import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { CERTIFICATE, Receiver } from '../standins/receiver.js'
import { type RunningService, startProcess, stopProcess, temporaryDataDir } from './running-service.js'

/** A service and a receiver of its webhooks. */
interface ReceivingService {
  readonly service: RunningService
  /** Receives the service's deliveries: the service trusts its certificate. */
  readonly receiver: Receiver
  /** For files of the test. */
  readonly directory: string
}

/**
 * A running service whose governments decide at once, and a receiver of its webhooks; both end
 * with the test.
 */
export async function startReceivingService(
  t: Test,
  settings: Readonly<Record<string, string>> = {},
): Promise<ReceivingService> {
  const directory = mkdtempSync(join(tmpdir(), 'clearway-receiving-'))
  writeFileSync(join(directory, 'receiver.pem'), CERTIFICATE.cert)
  const receiver = await Receiver.listen()
  const service = await startProcess({
    DATA_DIR: temporaryDataDir(t),
    PORT: '0',
    LOG_LEVEL: 'error',
    SIMULATED_DECISION_SECONDS: '0',
    WEBHOOK_ALLOW_PRIVATE_NETWORK: 'true',
    NODE_EXTRA_CA_CERTS: join(directory, 'receiver.pem'),
    ...settings,
  })
  t.teardown(async () => {
    await stopProcess(service)
    await receiver.close()
    rmSync(directory, { recursive: true })
  })
  return { service, receiver, directory }
}
