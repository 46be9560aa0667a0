import t from 'tap'
import { eventStoreContract } from '../contract.js'
import { eventStoreDbUrl, openEventStoreDb } from './store.js'

const url = await eventStoreDbUrl(t)

eventStoreContract(t, 'eventstoredb', (t) => openEventStoreDb(t, url))
