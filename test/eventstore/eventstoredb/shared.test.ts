/** The contract on a log in which others have written far more than we have. */
import t from 'tap'
import { eventStoreContract } from '../contract.js'
import { eventStoreDbUrl, openEventStoreDb } from './store.js'

const url = await eventStoreDbUrl(t, 200_000)

eventStoreContract(t, 'eventstoredb behind 200,000 events of others', (t) => openEventStoreDb(t, url))
