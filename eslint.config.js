// Lints TypeScript and keeps the direction of imports that the architecture names: inner layers
// never import outer ones.
import tseslint from 'typescript-eslint'
import { GENERATED } from './scripts/generated.js'
import { callsEnd } from './scripts/lint/calls-end.js'
import { commentWidth } from './scripts/lint/comment-width.js'
import { exportedDocs } from './scripts/lint/exported-docs.js'
import { importCircles } from './scripts/lint/import-circles.js'
import { layers } from './scripts/lint/layers.js'
import { noLiteralSpread } from './scripts/lint/no-literal-spread.js'
import { noSpreadArguments } from './scripts/lint/no-spread-arguments.js'
import { onlyCommandsAppend } from './scripts/lint/only-commands-append.js'
import { plainEnglish } from './scripts/lint/plain-english.js'
import { wholeCharacters } from './scripts/lint/whole-characters.js'

/**
 * Which way imports run: each room of src/, with the rooms that it may import besides itself. The
 * files beside the rooms start the program (`main.ts`, `cli.ts`) or hold its version, which every
 * room may show.
 */
const mayImport = {
  domain: [],
  einvoice: ['domain'],
  storage: ['domain'],
  eventstore: ['domain', 'storage'],
  countries: ['domain', 'einvoice', 'storage'],
  documents: ['domain', 'einvoice', 'countries'],
  commands: ['domain', 'eventstore', 'storage', 'countries', 'documents'],
  projections: ['domain', 'eventstore', 'storage'],
  processors: ['domain', 'einvoice', 'eventstore', 'storage', 'countries', 'documents', 'commands'],
  audit: ['domain', 'eventstore', 'storage', 'countries', 'documents', 'commands', 'projections', 'processors'],
  http: [
    ...['domain', 'einvoice', 'eventstore', 'storage', 'countries', 'documents'],
    ...['commands', 'projections', 'processors', 'audit'],
  ],
  host: [
    ...['domain', 'eventstore', 'storage', 'countries', 'documents'],
    ...['commands', 'projections', 'processors', 'audit', 'http'],
  ],
  cli: [
    ...['domain', 'einvoice', 'eventstore', 'storage', 'countries', 'documents'],
    ...['commands', 'projections', 'processors', 'audit', 'http', 'host'],
  ],
}

/** Of all read models a processor reads those that are its to-do list. */
const toDoListAlone = ['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
  selector: `${text}=/\\bread\\.(?!(todo|outbox|receivers|token_refreshes|collections|answers)\\b)[a-z_]+/]`,
  message:
    'Processors read the to-do list alone (read.todo, read.outbox, read.receivers, read.token_refreshes, read.collections, read.answers); everything else they need is in the stream',
}))

/** A rule for a part of the tree replaces the same rule for all of it, so each names this too. */
const oneLog = [
  {
    selector: "CallExpression[callee.name='pino']",
    message: 'create the log by createLog of src/host/observability/log.ts',
  },
]

/**
 * A missing argument must never select test or production: the environment comes from the key, the
 * event or the command.
 */
const noDefaultEnvironment = [
  {
    selector: 'LogicalExpression[operator=/^(\\?\\?|\\|\\|)$/][right.value=/^(test|production)$/]',
    message: 'No environment by default: take it from the key, the event or the command',
  },
]

/** A server has other databases too: a process of another user, or a test beside this one. */
const ownDatabase = ['TemplateElement[value.raw', 'Literal[value'].map((text) => ({
  selector: `${text}=/^(?![^]*datname)[^]*(pg_stat_activity|\\bpg_locks)\\b/]`,
  message: 'These views show all databases of the server: restrict them by datname = current_database()',
}))

const lastingTimeLimit = [
  {
    selector:
      "CallExpression[callee.object.name='AbortSignal'][callee.property.name='any'] CallExpression[callee.property.name='timeout']",
    message: 'Node forgets this time limit when it collects garbage; use withTimeLimit of src/domain/time-limit.ts',
  },
]

/**
 * A pool's `end` returns before its connections are closed, and an error without a listener ends
 * the process.
 */
const listenedPool = [
  {
    selector: "NewExpression[callee.object.name='pg'][callee.property.name='Pool']",
    message: 'An error of an unused connection would end the process: use createPool of src/storage/postgres/pool.ts',
  },
]

/** Declarations of a module, which run while it loads. */
const ofModule = ['Program > VariableDeclaration', 'ExportNamedDeclaration > VariableDeclaration'].map(
  (declared) => `${declared} > VariableDeclarator`,
)

/** Milliseconds of the start of every process, also of those that never need it. */
const slowToLoad = ofModule.flatMap((declared) =>
  [
    "NewExpression[callee.object.name='Intl']",
    'CallExpression[callee.name=/^generateKey/]',
    'MemberExpression > CallExpression[callee.name=/^generateKey/]',
  ].map((made) => ({
    selector: `${declared} > ${made}`,
    message: 'Making it takes milliseconds of every start: use lazily() of src/domain/lazily.ts',
  })),
)

/** What holds in all code. */
const inAllCode = [...ownDatabase, ...lastingTimeLimit, ...listenedPool]

/** What holds in all of src/. */
const everywhere = [...oneLog, ...noDefaultEnvironment, ...slowToLoad, ...inAllCode]

/**
 * White space as XML Schema and XPath define it; JavaScript's white space has some twenty
 * characters more, which changes verdicts.
 */
const xpathWhiteSpace = [
  {
    selector: 'Literal[regex.pattern=/\\\\[sSwW]/]',
    message: 'White space of XPath is [ \\t\\r\\n], and its \\d any digit of Unicode; write the characters out',
  },
  {
    selector: 'CallExpression[callee.property.name=/^trim(Start|End)?$/]',
    message: 'trim() removes all white space of Unicode; use trimmed() of einvoice/rules/rule.ts',
  },
  {
    selector: 'Literal[regex.pattern=/(^|\\|)\\[[^\\]]*\\]\\+\\$/]',
    message: 'Quadratic: it runs to the end of each run of such characters from each of its places; use trimmed()',
  },
]

/**
 * A cache that lives as long as the program must not be filled with callers' data: one caller's
 * document must not affect another's.
 */
const moduleCaches = ofModule.map((declared) => ({
  selector: `${declared} > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]`,
  message:
    'A cache of the module must not be keyed by what callers send; keep it with the document, or name the possible keys',
}))

/** `text` differs from XPath's value for an element that contains elements or comments. */
const stringValues = [
  {
    selector: 'MemberExpression[computed=false][property.name="text"]',
    message: 'Rules compare string values: use stringValue, or textNode() where the artefact uses text()',
  },
]

/**
 * Rules of typescript-eslint's sets that do not fit this code, each with its findings on the whole
 * of it.
 */
const leftOut = {
  // An async function without await turns a throw into a rejection, as its port promises: 246
  // such.
  '@typescript-eslint/require-await': 'off',
  // TypeScript believes that `signal.aborted` and what closures change stay the same over an
  // await.
  '@typescript-eslint/no-unnecessary-condition': 'off',
  // `(error) => this.#end(error)` and `return this.#object(path)` pass on void: 60 such.
  '@typescript-eslint/no-confusing-void-expression': 'off',
  // It asks for `!`, which no-non-null-assertion forbids.
  '@typescript-eslint/non-nullable-type-assertion-style': 'off',
  // An empty listener keeps an error that is reported elsewhere from ending the process.
  '@typescript-eslint/no-empty-function': 'off',
  // Rows are types because an interface is no Record, which Kysely and the fold ask for.
  '@typescript-eslint/consistent-type-definitions': 'off',
  // Flags of libraries are combined by `|`, and their codes come as numbers.
  '@typescript-eslint/no-unsafe-enum-assignment': 'off',
  '@typescript-eslint/no-unsafe-enum-comparison': 'off',
  // `!row || row.digest !== digestOf(row)` checks first that there is a row; an optional chain
  // would not narrow its type.
  '@typescript-eslint/prefer-optional-chain': 'off',
  // An injected request has fewer properties than its type: `raw.complete !== false` is intended.
  '@typescript-eslint/no-unnecessary-boolean-literal-compare': 'off',
  // The slowest of all; it found two places where libraries declare less than they return.
  '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  // An index signature shows best that a value is any JSON object.
  '@typescript-eslint/consistent-indexed-object-style': 'off',
}

/** Released migrations: a checksum keeps their SQL, with its comments, as it was released. */
const released = ['src/storage/migrations/{0001,0013,0017,0018,0019,0025}-*.ts']

/** The table of avoided words itself, with its tests. */
const naming = ['scripts/lint/plain-english.js', 'test/lint/plain-english*.ts']

/** The rules, from those for all files to those for single folders. */
export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', 'data/', '.tap/', 'test/clients/generated/node/', ...GENERATED] },
  ...tseslint.configs.strictTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  { ...tseslint.configs.disableTypeChecked, files: ['**/*.js'] },
  { rules: leftOut },
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Text from JSON without a type is read by ['name'], so that a misspelt property of a type
      // is still a fault.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // A text is spread into its characters on purpose: no rule of an invoice depends on combined
      // emoji.
      '@typescript-eslint/no-misused-spread': ['error', { allow: [{ from: 'lib', name: 'string' }] }],
      // An empty text counts as missing where `||` stands before it.
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: { string: true } }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        {
          allowNumber: true,
          allowBoolean: true,
          allowNullish: false,
          allowAny: false,
          allowNever: false,
          allowRegExp: false,
        },
      ],
      // A caught value is rethrown unchanged.
      '@typescript-eslint/only-throw-error': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/prefer-promise-reject-errors': ['error', { allowThrowingUnknown: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      eqeqeq: ['error', 'smart'],
    },
  },
  {
    files: ['demo/**/*.ts', 'src/cli.ts', 'src/cli/**/*.ts', 'bench/**/*.ts', 'conformance/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    // tap runs its tests one after another, so awaiting each is not needed.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafePromises: [{ from: 'package', package: '@tapjs/core', name: 'PromiseWithSubtest' }] },
      ],
      // A server's answers may lack properties of their type: a missing one shows as undefined in
      // the comparison.
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Literals are spread into the characters that a property draws from.
      '@typescript-eslint/no-misused-spread': 'off',
      // `dataOf<Company>(answer)` names the type that the caller expects.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Closures of a service under test are passed on; none of them uses `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    plugins: {
      clearway: {
        rules: {
          'calls-end': callsEnd,
          'comment-width': commentWidth,
          'exported-docs': exportedDocs,
          'import-circles': importCircles,
          layers,
          'no-literal-spread': noLiteralSpread,
          'no-spread-arguments': noSpreadArguments,
          'only-commands-append': onlyCommandsAppend,
          'plain-english': plainEnglish,
          'whole-characters': wholeCharacters,
        },
      },
    },
  },
  {
    files: ['**/*.js', '**/*.ts'],
    ignores: [...naming, ...released],
    rules: { 'clearway/plain-english': 'error' },
  },
  {
    files: ['**/*.ts'],
    rules: { 'clearway/import-circles': 'error' },
  },
  {
    // Comments are narrow, exports are documented, and no object literal is spread.
    files: ['**/*.js', '**/*.ts'],
    rules: {
      'clearway/comment-width': 'error',
      'clearway/exported-docs': 'error',
      'clearway/no-literal-spread': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'clearway/layers': ['error', { mayImport }] },
  },
  {
    // Migrations of events from store to store are in the event store's folder.
    files: ['src/**/*.ts'],
    ignores: ['src/commands/**', 'src/eventstore/**'],
    rules: { 'clearway/only-commands-append': 'error' },
  },
  {
    // Left out: the calls themselves, a gathering and a directory that the stop ends, and a turn
    // of the event loop.
    files: ['src/countries/**/*.ts'],
    ignores: [
      'src/countries/gateway/{call-end,government-http}.ts',
      'src/countries/gateway/network/public-only-connector.ts',
      'src/countries/peppol/access-point/lookup.ts',
      'src/countries/pl/ksef/dispatch.ts',
      'src/countries/simulation/simulated-government.ts',
    ],
    rules: { 'clearway/calls-end': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/domain/text.ts'],
    rules: { 'clearway/whole-characters': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'clearway/no-spread-arguments': 'error' },
  },
  {
    // The log removes customers' data from errors.
    files: ['src/**/*.ts'],
    ignores: ['src/host/observability/log.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...everywhere],
    },
  },
  {
    files: ['src/host/observability/log.ts'],
    rules: { 'no-restricted-syntax': ['error', ...noDefaultEnvironment, ...inAllCode] },
  },
  {
    files: ['src/storage/postgres/pool.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...oneLog, ...noDefaultEnvironment, ...ownDatabase, ...lastingTimeLimit],
    },
  },
  {
    files: ['bench/**/*.ts', 'clients/typescript/**/*.ts', 'conformance/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...lastingTimeLimit] },
  },
  {
    files: ['test/**/*.ts'],
    // It has the examples.
    ignores: ['test/lint/layers.ts'],
    rules: { 'no-restricted-syntax': ['error', ...inAllCode] },
  },
  {
    files: ['src/einvoice/**/*.ts', 'src/countries/*.ts', 'src/countries/{judging,*/rules}/**/*.ts'],
    ignores: ['src/countries/vat-number.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...xpathWhiteSpace, ...moduleCaches] },
  },
  {
    files: ['src/einvoice/rules/**/*.ts', 'src/countries/*/rules/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...xpathWhiteSpace, ...moduleCaches, ...stringValues] },
  },
  {
    files: ['src/processors/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...everywhere, ...toDoListAlone] },
  },
)
