import { Type } from '@sinclair/typebox'
import { text, webAddress } from './setting.js'

const names = 'names separated by commas'

/** The users who may sign in to the console at OPS_PORT; without any of these it is off. */
export const CONSOLE_SETTINGS = {
  OPS_TOKEN: Type.Optional(
    text(
      {
        description:
          'Users of the console at OPS_PORT: name:role:token, separated by commas; role: operator or auditor, token: 24 characters or more.',
        mustBe: 'name:operator:token or name:auditor:token, separated by commas',
        secret: true,
      },
      { pattern: '^[\\x20-\\x7e]+$' },
    ),
  ),
  OPS_TOKENS_FILE: Type.Optional(
    text({
      description: 'File with the same, one per line; a token may be replaced by sha256= and its SHA-256 in hex.',
      mustBe: 'a file',
    }),
  ),
  OPS_PROXY_USER_HEADER: Type.Optional(
    text(
      {
        description:
          'Header in which a proxy that signs users in (OIDC) names them to the console, such as X-Forwarded-User; instead of tokens.',
        mustBe: 'the name of a header',
      },
      { pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" },
    ),
  ),
  OPS_PROXY_ADDRESSES: Type.Array(Type.String({ format: 'ip-network' }), {
    description: 'Addresses or networks of that proxy, separated by commas: the header is ignored from all others.',
    mustBe: 'IP addresses and networks (10.0.0.0/8) separated by commas',
    default: [],
  }),
  OPS_PROXY_OPERATORS: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    description: 'Users named by the proxy who are operators; all others are auditors and may only read.',
    mustBe: names,
    default: [],
  }),
  OPS_CONSOLE_URL: Type.Optional(
    webAddress(
      'Address under which browsers reach OPS_PORT through a proxy, such as https://clearway.internal.example.',
    ),
  ),
} as const
