import { invoice } from './invoice.js'

/** Posts so many invoices by so many clients. Throws unless all are created. */
export async function postAll(url: string, key: string, count: number, clients: number): Promise<void> {
  const run = Math.random().toString(36).slice(2, 8)
  let next = 0
  const one = async (): Promise<void> => {
    for (let n = next++; n < count; n = next++) {
      const answer = await fetch(`${url}/v1/invoices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(invoice(`${run}-${n}`)),
      })
      await answer.arrayBuffer()
      if (answer.status !== 201) throw new Error(`POST answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, one))
}
