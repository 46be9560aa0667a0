import { createHash } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'

const NAPTR = 35
const SOA = 6
const NOT_FOUND = 3
const SERVER_FAILURE = 2

/** A directory of participants (SML): a name server with one record for each. */
export class Directory {
  readonly asked: string[] = []
  /** Whether it fails, as a faulty name server does. */
  isIll = false
  readonly #socket: Socket = createSocket('udp4')

  /**
   * @param zone what it knows all names of
   * @param registerOf the address of a participant's register, by the participant's host name
   */
  constructor(
    private readonly zone: string,
    private readonly registerOf: (host: string) => string | null,
  ) {}

  async start(): Promise<void> {
    this.#socket.on('message', (query, { port, address }) => this.#socket.send(this.#answer(query), port, address))
    this.#socket.bind(0, '127.0.0.1')
    await once(this.#socket, 'listening')
    // A test that forgets it ends all the same.
    this.#socket.unref()
  }

  stop(): void {
    this.#socket.close()
  }

  /** As `PEPPOL_SML_SERVER` names it. */
  get server(): string {
    return `127.0.0.1:${this.#socket.address().port}`
  }

  /** RFC 1035, section 4: one question, and at most one record. */
  #answer(query: Buffer): Buffer {
    const labels: string[] = []
    let at = 12
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.').toLowerCase()
    const type = query.readUInt16BE(at + 1)
    this.asked.push(name)
    const data = this.isIll ? null : this.#record(name, type)
    const header = Buffer.alloc(12)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8580 | (this.isIll ? SERVER_FAILURE : data === null ? NOT_FOUND : 0), 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(data === null ? 0 : 1, 6)
    const question = query.subarray(12, at + 5)
    return Buffer.concat([header, question, ...(data === null ? [] : [recordOf(type, data)])])
  }

  #record(name: string, type: number): Buffer | null {
    if (type === SOA && `participant.${name}` === this.zone)
      return Buffer.concat([encodedName(name), encodedName(name), Buffer.alloc(20)])
    const register = type === NAPTR && name.endsWith(`.${this.zone}`) ? this.registerOf(name) : null
    if (register === null) return null
    const texts = ['U', 'Meta:SMP', `!^.*$!${register}!`].map(encodedText)
    return Buffer.concat([Buffer.from([0, 100, 0, 10]), ...texts, Buffer.from([0])])
  }
}

/** The name under which the directory has a participant, for tests: by Node's own digits. */
export function directoryName(value: string, zone: string): string {
  let number = BigInt(`0x${createHash('sha256').update(value.toLowerCase()).digest('hex')}`) << 4n
  let text = ''
  for (let digit = 0; digit < 52; digit += 1) {
    text = (number & 31n).toString(32) + text
    number >>= 5n
  }
  const letters = text.replace(/[0-9a-v]/g, (digit) => 'abcdefghijklmnopqrstuvwxyz234567'.charAt(parseInt(digit, 32)))
  return `${letters}.iso6523-actorid-upis.${zone}`
}

/** The name is that of the question. */
function recordOf(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function encodedName(name: string): Buffer {
  return Buffer.concat([...name.split('.').map(encodedText), Buffer.from([0])])
}

function encodedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')])
}
