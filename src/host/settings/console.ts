import { Type } from '@sinclair/typebox'
import { text, webAddress } from './setting.js'

const names = 'names with commas between'

/** Who may sign in to the console at OPS_PORT; without any of these it is off. */
export const CONSOLE_SETTINGS = {
  OPS_TOKEN: Type.Optional(
    text(
      {
        description:
          'Who may use the console at OPS_PORT: name:role:token, with commas between; role: operator or auditor, token: 24 characters or more.',
        mustBe: 'name:operator:token or name:auditor:token, with commas between',
        secret: true,
      },
      { pattern: '^[\\x20-\\x7e]+$' },
    ),
  ),
  OPS_TOKENS_FILE: Type.Optional(
    text({
      description: 'File with the same, one a line; in the place of a token may stand sha256= and its SHA-256 in hex.',
      mustBe: 'a file',
    }),
  ),
  OPS_PROXY_USER_HEADER: Type.Optional(
    text(
      {
        description:
          'Header in which a proxy that signs people in (OIDC) names them to the console, such as X-Forwarded-User; instead of tokens.',
        mustBe: 'the name of a header',
      },
      { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
    ),
  ),
  OPS_PROXY_ADDRESSES: Type.Array(Type.String({ format: 'ip-network' }), {
    description: 'Addresses or networks of that proxy, with commas between: nobody else is believed.',
    mustBe: 'IP addresses and networks (10.0.0.0/8) with commas between',
    default: [],
  }),
  OPS_PROXY_OPERATORS: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    description: 'Of those whom the proxy names, who may act; all others may look (auditors).',
    mustBe: names,
    default: [],
  }),
  OPS_CONSOLE_URL: Type.Optional(
    webAddress(
      'Address under which browsers reach OPS_PORT through a proxy, such as https://clearway.internal.example.',
    ),
  ),
} as const
