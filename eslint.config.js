// Lints TypeScript and keeps the direction of imports that the architecture names: inner layers never import outer ones.
import tseslint from 'typescript-eslint'
import { importCircles } from './scripts/lint/import-circles.js'
import { wholeCharacters } from './scripts/lint/whole-characters.js'

/** Folder under src/ → what files in it may import besides their own folder: a folder, or a part of one. */
const mayImport = {
  domain: [],
  eventstore: ['domain', 'storage'],
  storage: ['domain', 'countries/country'],
  einvoice: ['domain'],
  countries: ['domain', 'einvoice'],
  judging: ['domain', 'einvoice', 'countries'],
  intake: ['domain', 'countries', 'einvoice'],
  // What a decision must know of read models comes through a port, so that no command depends on them.
  commands: ['domain', 'eventstore', 'storage', 'countries', 'intake'],
  projections: ['domain', 'eventstore', 'storage'],
  processors: ['domain', 'commands', 'eventstore', 'storage', 'countries', 'einvoice', 'judging', 'projections'],
  // Its decisions are the use cases', which HTTP translates for.
  http: [
    'domain',
    'commands/use-cases',
    'commands/handle',
    'commands/owned',
    'countries',
    'einvoice',
    'eventstore',
    'intake',
    'judging',
    'projections',
    'storage',
  ],
  cli: [
    'domain',
    'commands',
    'countries',
    'einvoice',
    'eventstore',
    'intake',
    'processors',
    'projections',
    'storage',
    'config',
  ],
}

const layers = [...Object.keys(mayImport), 'main', 'config']

/** Files and folders of another layer that may be imported although the rest of it may not. */
const except = (allowed, other) => {
  const parts = allowed.filter((entry) => entry.startsWith(`${other}/`)).map((entry) => entry.slice(other.length + 1))
  return parts.length === 0 ? '' : `(?!(${parts.join('|')})(/|\\.js$))`
}

/** `up`: the way from a file of the layer to src/, as a regular expression. */
const directionRule = (files, up, layer, allowed) => ({
  files,
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: layers
          .filter((other) => other !== layer && !allowed.includes(other))
          .map((other) => ({
            regex: `^${up}${other}(/${except(allowed, other)}|\\.js$)`,
            message: `src/${layer} may import only: ${[layer, ...allowed].join(', ')}`,
          })),
      },
    ],
  },
})

const directionRules = [
  ...Object.entries(mayImport).map(([layer, allowed]) =>
    directionRule([`src/${layer}/**/*.ts`], '(\\.\\./)+', layer, allowed),
  ),
  directionRule(['src/cli.ts'], '\\./', 'cli', mayImport.cli),
]

/** A rule for a part of the tree takes the place of the same rule for all of it, so each names this too. */
const oneLog = [{ selector: "CallExpression[callee.name='pino']", message: 'createLog of src/log.ts makes the log' }]

/** White space as XML Schema and XPath have it; what JavaScript takes for it has some twenty characters more, and changes verdicts. */
const xpathWhiteSpace = [
  {
    selector: 'Literal[regex.pattern=/\\\\[sSwW]/]',
    message: 'White space of XPath is [ \\t\\r\\n], and its \\d any digit of Unicode; write the characters out',
  },
  {
    selector: 'CallExpression[callee.property.name=/^trim(Start|End)?$/]',
    message: 'trim() takes all white space of Unicode; use trimmed() of einvoice/rules/rule.ts',
  },
]

/** A cache that lives as long as the program must not be filled by what callers send: nobody's document may change anything for another. */
const moduleCaches = ['Program > VariableDeclaration', 'ExportNamedDeclaration > VariableDeclaration'].map(
  (declared) => ({
    selector: `${declared} > VariableDeclarator > NewExpression[callee.name=/^(Map|Set)$/][arguments.length=0]`,
    message:
      'A cache of the module must not be keyed by what callers send; keep it with the document, or say what the keys are',
  }),
)

/** Of an element with elements or comments inside, `text` is not what XPath sees. */
const stringValues = [
  {
    selector: 'MemberExpression[computed=false][property.name="text"]',
    message: 'Rules compare string values: use stringValue, or textNode() where the artefact says text()',
  },
]

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'data/', '.tap/', 'clients/typescript/src/api.ts'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
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
    // tap runs its tests one after another by itself; awaiting each would only say the same again.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafePromises: [{ from: 'package', package: '@tapjs/core', name: 'PromiseWithSubtest' }] },
      ],
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { clearway: { rules: { 'import-circles': importCircles, 'whole-characters': wholeCharacters } } },
    rules: { 'clearway/import-circles': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/domain/text.ts'],
    rules: { 'clearway/whole-characters': 'error' },
  },
  {
    // What an error tells of a customer's data is taken out there.
    files: ['src/**/*.ts'],
    ignores: ['src/log.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...oneLog],
    },
  },
  {
    files: ['src/einvoice/**/*.ts', 'src/countries/*.ts', 'src/countries/*/rules/**/*.ts'],
    ignores: ['src/countries/vat-number.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneLog, ...xpathWhiteSpace, ...moduleCaches] },
  },
  {
    files: ['src/einvoice/rules/**/*.ts', 'src/countries/*/rules/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...oneLog, ...xpathWhiteSpace, ...moduleCaches, ...stringValues] },
  },
  ...directionRules,
)
