import t from 'tap'
import { eventStoreContract } from '../contract.js'
import { openPostgres } from './store.js'

eventStoreContract(t, 'postgres', openPostgres)
