import { withoutEnd } from '../../../domain/text.js'
import { StartupError } from '../../startup-error.js'

/** A bucket, and how to reach it. */
export interface S3Address {
  readonly bucket: string
  /** Precedes every key, without a slash at its end; empty: none. */
  readonly prefix: string
  /** undefined: AWS_REGION, or that of the machine. */
  readonly region: string | undefined
  /** Of another provider than Amazon; undefined: Amazon's. */
  readonly endpoint: string | undefined
  /** Whether the bucket is a part of the path and not of the host's name. */
  readonly pathStyle: boolean
}

const OPTIONS = ['region', 'endpoint', 'pathStyle']

/**
 * Takes an address apart: `s3://bucket/prefix?region=eu-central-1`, for another provider with
 * `endpoint=https://s3.example.com` and, where it needs that, `pathStyle=true`. Credentials never
 * stand in it. Throws `StartupError`, which names DOCUMENTS_URL.
 */
export function parseS3Address(url: string): S3Address {
  const { bucket, path, query } =
    /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<path>[\w./-]*))?(?:\?(?<query>.*))?$/.exec(url)
      ?.groups ?? {}
  if (bucket === undefined)
    throw unusable('is not the address of a bucket', 'write it as s3://bucket/prefix, without user and password')
  const options = new URLSearchParams(query)
  for (const name of options.keys())
    if (!OPTIONS.includes(name)) throw unusable(`has the unknown part ${name}`, `the parts are ${OPTIONS.join(', ')}`)
  const pathStyle = options.get('pathStyle') ?? 'false'
  if (!['true', 'false'].includes(pathStyle)) throw unusable('has another pathStyle than true or false', 'correct it')
  return {
    bucket,
    prefix: withoutEnd(path ?? '', '/'),
    region: options.get('region') ?? undefined,
    endpoint: endpointOf(options.get('endpoint')),
    pathStyle: pathStyle === 'true',
  }
}

function endpointOf(given: string | null): string | undefined {
  if (given === null) return undefined
  const parsed = URL.canParse(given) ? new URL(given) : null
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw unusable('has an endpoint that is no web address', 'write it as endpoint=https://s3.example.com')
  if (parsed.username !== '' || parsed.password !== '')
    throw unusable('has credentials in its endpoint', 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  return given
}

function unusable(what: string, remedy: string): StartupError {
  return new StartupError(`DOCUMENTS_URL ${what}: ${remedy}.`)
}
