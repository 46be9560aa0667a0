import type { Test } from 'tap'
import { appendContract } from './contract/appends.js'
import { durabilityContract } from './contract/durability.js'
import { erasureContract } from './contract/erasure.js'
import { modelContract } from './contract/model.js'
import { resumingContract } from './contract/resuming.js'
import type { OpenStore } from './contract/store-under-test.js'
import { subscriptionContract } from './contract/subscriptions.js'

/**
 * What every adapter of the event store port must do. An adapter's test file only names its store.
 */
export function eventStoreContract(t: Test, name: string, open: OpenStore): void {
  const parts = {
    appendContract,
    modelContract,
    subscriptionContract,
    erasureContract,
    resumingContract,
    durabilityContract,
  }
  for (const [part, contract] of Object.entries(parts)) {
    void t.test(`${name}: ${part}`, async (t) => contract(t, openForTest(open)))
  }
}

function openForTest(open: OpenStore): OpenStore {
  return async (t) => {
    const opened = await open(t)
    t.teardown(() => opened.close())
    return opened
  }
}
