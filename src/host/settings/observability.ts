import { Type } from '@sinclair/typebox'
import { text, webAddress } from './setting.js'

/** Where to send traces. Names and meanings are those of OpenTelemetry. */
export const OBSERVABILITY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    webAddress('Collector that accepts traces by OTLP over HTTP (http://host:4318); unset: no traces.'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    text(
      {
        description: 'Headers that the collector needs, as name=value separated by commas.',
        mustBe: 'name=value pairs separated by commas, values percent-encoded',
        secret: true,
      },
      { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+=[^,]*(,[A-Za-z0-9!#$%&'*+.^_`|~-]+=[^,]*)*$" },
    ),
  ),
  OTEL_SERVICE_NAME: text(
    { description: 'Name of this deployment in traces.', mustBe: 'a name' },
    { default: 'clearway', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    description: 'Share of all traces that is kept, the same ones in every process.',
    mustBe: 'a number from 0 to 1',
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
}
