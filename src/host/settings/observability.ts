import { Type } from '@sinclair/typebox'
import { text, webAddress } from './setting.js'

/** Where traces go. Names and meanings are those of OpenTelemetry. */
export const OBSERVABILITY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    webAddress('Collector that takes traces by OTLP over HTTP (http://host:4318); unset: no traces are made.'),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    text(
      {
        description: 'Headers that the collector wants, as name=value with commas between.',
        mustBe: 'name=value pairs with commas between, values percent-encoded',
        secret: true,
      },
      { pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+=[^,]*(,[A-Za-z0-9!#$%&'*+.^_`|~-]+=[^,]*)*$" },
    ),
  ),
  OTEL_SERVICE_NAME: text(
    { description: 'How traces name this deployment.', mustBe: 'a name' },
    { default: 'clearway', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  ),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    description: 'The part of all traces that is kept, the same ones in every process.',
    mustBe: 'a number from 0 to 1',
    default: 1,
    minimum: 0,
    maximum: 1,
  }),
}
