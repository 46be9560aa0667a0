import t from 'tap'
import { MemoryEventStore } from '../../src/eventstore/memory.js'
import { eventStoreContract } from './contract.js'

eventStoreContract(t, 'memory', async () => {
  const store = new MemoryEventStore()
  return { store, gapless: true, close: () => store.close() }
})
