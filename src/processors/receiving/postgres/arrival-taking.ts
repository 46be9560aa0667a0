import type pg from 'pg'
import type { Arrival } from '../../../countries/gateway/reception.js'
import { Batcher } from '../../../storage/postgres/batcher.js'
import { joined } from '../../../storage/postgres/joined-bytes.js'

/** From this size on a document is taken alone, so that it delays no others. */
const ALONE_BYTES = 256 * 1024

/** Keeps documents that arrive, each once; those that come at the same time share a statement. */
export class ArrivalTaking {
  readonly #pool: pg.Pool
  readonly #takes = new Batcher<Arrival, 'stored' | 'repeated'>((arrivals) => this.#takeAll(arrivals), {
    size: bytesOf,
  })

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async take(arrival: Arrival): Promise<'stored' | 'repeated'> {
    return bytesOf(arrival) < ALONE_BYTES ? this.#takes.run(arrival) : this.#takeOne(arrival)
  }

  async #takeOne(arrival: Arrival): Promise<'stored' | 'repeated'> {
    const [outcome] = await this.#takeAll([arrival])
    return outcome ?? 'repeated'
  }

  async #takeAll(arrivals: readonly Arrival[]): Promise<readonly ('stored' | 'repeated')[]> {
    const first = new Map(arrivals.toReversed().map((each) => [keyOf(each), each]))
    const given = arrivals.filter((each) => first.get(keyOf(each)) === each)
    const files = given.flatMap((each, index) => each.files.map((file) => ({ ...file, place: index + 1 })))
    const { bytes, begins, sizes } = joined([...given, ...files].map((each) => each.bytes))
    const { rows } = await this.#pool.query<{ place: string }>({
      name: 'take arrivals',
      text: `WITH given AS MATERIALIZED (
          SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
            $8::text[], $9::text[], $10::text[], $11::timestamptz[], $12::text[], $13::int[], $14::int[], $15::int[])
            WITH ORDINALITY AS g (company_id, account, environment, country, channel, gov_id, identity, sender, sent_as,
              correlation_id, arrived_at, filename, parts, begins, size, place)
        ), taken AS (
          INSERT INTO operations.arrival
            (company_id, country, channel, gov_id, identity, sender, sent_as, correlation_id, arrived_at, bytes, filename, parts)
          SELECT company_id, country, channel, gov_id, identity, sender, sent_as, correlation_id, arrived_at,
            substring($22::bytea FROM begins FOR size), filename, parts
          FROM given ORDER BY place
          ON CONFLICT DO NOTHING RETURNING position, company_id, channel, identity
        ), stored AS MATERIALIZED (
          SELECT taken.position, given.place, given.company_id, given.account, given.environment
          FROM taken JOIN given USING (company_id, channel, identity)
        ), files AS (
          INSERT INTO operations.arrival_file (position, kind, filename, media_type, bytes)
          SELECT stored.position, f.kind, f.filename, f.media_type, substring($22::bytea FROM f.begins FOR f.size)
          FROM unnest($16::int[], $17::text[], $18::text[], $19::text[], $20::int[], $21::int[])
            AS f (place, kind, filename, media_type, begins, size)
          JOIN stored ON stored.place = f.place
        ), company AS (
          INSERT INTO operations.arrival_company (company_id, account, environment)
          SELECT DISTINCT company_id, account, environment FROM stored ORDER BY company_id ON CONFLICT DO NOTHING
        )
        SELECT place FROM stored`,
      values: [
        given.map(({ company }) => company.id),
        given.map(({ company }) => company.scope.account),
        given.map(({ company }) => company.scope.environment),
        given.map(({ country }) => country),
        given.map(({ channel }) => channel),
        given.map(({ govId }) => govId),
        given.map(({ identity }) => identity),
        given.map(({ sender }) => sender),
        given.map(({ sentAs }) => sentAs),
        given.map(({ correlationId }) => correlationId),
        given.map(({ arrivedAt }) => arrivedAt.toISOString()),
        given.map(({ filename }) => filename ?? null),
        given.map(({ parts }) => parts ?? 1),
        begins.slice(0, given.length),
        sizes.slice(0, given.length),
        files.map(({ place }) => place),
        files.map(({ kind }) => kind),
        files.map(({ filename }) => filename),
        files.map(({ mediaType }) => mediaType),
        begins.slice(given.length),
        sizes.slice(given.length),
        bytes,
      ],
    })
    const stored = new Set(rows.map(({ place }) => given[Number(place) - 1]))
    return arrivals.map((each) => (stored.has(each) ? 'stored' : 'repeated'))
  }
}

/** Equal for repetitions of a document. */
function keyOf({ company, channel, identity }: Arrival): string {
  return JSON.stringify([company.id, channel, identity])
}

function bytesOf({ bytes, files }: Arrival): number {
  return files.reduce((sum, file) => sum + file.bytes.byteLength, bytes.byteLength)
}
