import t from 'tap'
import { callBudgetsContract } from '../countries/call-budgets-contract.js'
import { uploadLedgerContract } from '../countries/upload-ledger-contract.js'
import { MemoryBudgets } from './memory-budgets.js'
import { MemoryUploads } from './memory-uploads.js'

uploadLedgerContract(t, 'in memory', async () => new MemoryUploads())
callBudgetsContract(t, 'in memory', async () => new MemoryBudgets())
