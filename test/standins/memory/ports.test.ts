import t from 'tap'
import { callBudgetsContract } from '../../countries/gateway/call-budgets-contract.js'
import { uploadLedgerContract } from '../../countries/gateway/upload-ledger-contract.js'
import { MemoryBudgets } from './budgets.js'
import { MemoryUploads } from './uploads.js'

uploadLedgerContract(t, 'in memory', async () => new MemoryUploads())
callBudgetsContract(t, 'in memory', async () => new MemoryBudgets())
