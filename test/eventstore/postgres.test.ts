import t from 'tap'
import { eventStoreContract } from './contract.js'
import { openPostgres } from './postgres-store.js'

eventStoreContract(t, 'postgres', openPostgres)
