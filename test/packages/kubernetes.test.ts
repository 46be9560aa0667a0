import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/host/settings/config.js'
import { ROOT } from '../countries/accepted-sample.js'

const FOLDER = join(ROOT, 'deploy/kubernetes')

interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly labels?: Labels }
  readonly file: string
  readonly body: Readonly<Record<string, unknown>>
}

type Labels = Readonly<Record<string, string>>

interface PodSpec {
  readonly terminationGracePeriodSeconds?: number
  readonly serviceAccountName: string
  readonly automountServiceAccountToken: boolean
  readonly enableServiceLinks: boolean
  readonly securityContext: object
  readonly containers: readonly Container[]
}

interface Container {
  readonly command: readonly string[]
  readonly envFrom: readonly { configMapRef?: { name: string }; secretRef?: { name: string } }[]
  readonly env?: readonly { readonly name: string; readonly value: string }[]
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: object
  readonly resources: object
  readonly startupProbe?: Probe
  readonly livenessProbe?: Probe
  readonly readinessProbe?: Probe
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string }
}

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.yaml'))
const all: readonly Resource[] = files.flatMap((file) =>
  parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`)
    const body = document.toJS() as Resource & Readonly<Record<string, unknown>>
    return { apiVersion: body.apiVersion, kind: body.kind, metadata: body.metadata, file, body }
  }),
)
const resources = all.filter(({ apiVersion }) => !apiVersion.startsWith('kustomize.config.k8s.io/'))
/** Those of overlays are changes, not whole. */
const ofKind = (kind: string): readonly Resource[] =>
  resources.filter((resource) => resource.kind === kind && !resource.file.startsWith('overlays/'))
const named = (kind: string, name: string): Resource | undefined =>
  ofKind(kind).find(({ metadata }) => metadata.name === name)

/** The value at that place. */
function at(resource: Resource | undefined, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], resource?.body)
}

const settings = at(named('ConfigMap', 'clearway-settings'), 'data') as Readonly<Record<string, string>>
const podSpecOf = (resource: Resource): PodSpec => at(resource, 'spec', 'template', 'spec') as PodSpec
const podLabelsOf = (resource: Resource): Labels => at(resource, 'spec', 'template', 'metadata', 'labels') as Labels
const running = [...ofKind('Deployment'), ...ofKind('Job')]

function selects(selector: Labels, labels: Labels): boolean {
  return Object.entries(selector).every(([name, value]) => labels[name] === value)
}

t.test('every manifest is of the shape that Kubernetes declares, without a field that it does not know', (t) => {
  const groups: Readonly<Record<string, string>> = {
    v1: 'core/v1',
    'apps/v1': 'apps/v1',
    'batch/v1': 'batch/v1',
    'policy/v1': 'policy/v1',
    'autoscaling/v2': 'autoscaling/v2',
    'networking.k8s.io/v1': 'networking/v1',
  }
  const ours = resources.filter(({ apiVersion }) => apiVersion !== 'monitoring.coreos.com/v1')
  const source = ours.map(({ apiVersion, kind, body }, index) => {
    t.ok(groups[apiVersion], apiVersion)
    return `export const r${index}: import('kubernetes-types/${groups[apiVersion] ?? ''}').${kind} = ${JSON.stringify(body)}`
  })
  const name = join(ROOT, 'test/packages/manifests.ts')
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  // One with a fault, to see that it is found.
  const [deployment = ''] = source.filter((line) => line.includes('"readinessProbe"'))
  const text = [...source, deployment.replace('"readinessProbe"', '"readynessProbe"').replace(/r\d+/, 'misspelt')].join(
    '\n',
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.getSourceFile = (file, language, ...rest) =>
    file === name ? ts.createSourceFile(file, text, language) : getSourceFile.call(host, file, language, ...rest)
  host.fileExists = (file) => file === name || fileExists.call(host, file)
  const problems = ts.getPreEmitDiagnostics(ts.createProgram([name], options, host))
  const found = problems.map(({ file, start, messageText }) => {
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0
    return `${ours[line]?.file ?? 'misspelt'}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
  })
  t.equal(found.length, 1, found.join('\n'))
  t.match(found[0], /^misspelt: .*readynessProbe/)
  t.end()
})

t.test('the files that kustomize names exist, and there are no others', (t) => {
  const listed = new Set(['base/secret.example.yaml', 'migrate.yaml'])
  for (const { file, body } of all.filter(({ kind }) => kind === 'Kustomization' || kind === 'Component')) {
    const folder = file.slice(0, file.lastIndexOf('/'))
    const {
      resources = [],
      patches = [],
      components = [],
    } = body as Readonly<{
      resources?: readonly string[]
      patches?: readonly { path: string }[]
      components?: readonly string[]
    }>
    for (const path of [...resources, ...components, ...patches.map(({ path }) => path)]) {
      const target = join(folder, path)
      t.ok(existsSync(join(FOLDER, target)), `${file}: ${path}`)
      listed.add(path.endsWith('.yaml') ? target : `${target}/kustomization.yaml`)
    }
    for (const { path } of patches) {
      const patch = resources.length > 0 && all.find((each) => each.file === join(folder, path))
      t.ok(patch && named(patch.kind, patch.metadata.name ?? ''), `${path} changes something of the base`)
    }
  }
  const roots = files.filter((file) => /^overlays\/\w+\/kustomization\.yaml$/.test(file))
  t.same(files.filter((file) => !listed.has(file)).sort(), roots.sort())
  t.end()
})

t.test('every setting exists, secrets are in the Secret alone, and nothing there is real', (t) => {
  const secret = JSON.parse(JSON.stringify(at(ofKind('Secret')[0], 'stringData'))) as Readonly<Record<string, string>>
  for (const name of Object.keys(secret)) t.ok(SETTINGS[name], name)
  t.same([...new Set(Object.values(secret))], [''])
  t.ok('DATABASE_URL' in secret && 'SECRETS_KEY' in secret)
  const plain = [
    ...ofKind('ConfigMap').flatMap((map) => Object.keys(at(map, 'data') as object)),
    ...running.flatMap((resource) =>
      podSpecOf(resource).containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
    ),
  ]
  for (const name of plain.filter((name) => name !== 'NODE_OPTIONS')) {
    t.ok(SETTINGS[name], `${name} is a setting`)
    t.not(SETTINGS[name]?.['secret'], true, `${name} is no secret`)
  }
  t.end()
})

t.test('each role has a Deployment, an account without rights, a budget; all that name it agree', (t) => {
  t.same(
    ofKind('Deployment').map((each) => podSpecOf(each).containers[0]?.env?.find(({ name }) => name === 'ROLES')?.value),
    ['api', 'processors', 'projections'],
  )
  for (const deployment of ofKind('Deployment')) {
    const { name = '' } = deployment.metadata
    t.same(at(deployment, 'spec', 'selector', 'matchLabels'), podLabelsOf(deployment))
    t.same(at(named('PodDisruptionBudget', name), 'spec', 'selector', 'matchLabels'), podLabelsOf(deployment), name)
    const scaled = named('HorizontalPodAutoscaler', name)
    t.equal(scaled !== undefined, at(deployment, 'spec', 'replicas') === undefined, 'replicas are set by one alone')
  }
  for (const scaler of ofKind('HorizontalPodAutoscaler')) {
    t.ok(named('Deployment', at(scaler, 'spec', 'scaleTargetRef', 'name') as string))
  }
  const [service] = ofKind('Service')
  const api = named('Deployment', 'clearway-api')
  t.ok(api && selects(at(service, 'spec', 'selector') as Labels, podLabelsOf(api)))
  t.same(
    (at(service, 'spec', 'ports') as readonly { targetPort: string }[]).map(({ targetPort }) => targetPort),
    ['http'],
    'the port of the operator is not behind the Service',
  )
  t.end()
})

t.test('a Pod runs a program of the image, with as few rights as it can', (t) => {
  const image = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  for (const resource of running) {
    const pod = podSpecOf(resource)
    const about = resource.metadata.name ?? resource.file
    t.equal(at(named('ServiceAccount', pod.serviceAccountName), 'automountServiceAccountToken'), false, about)
    t.equal(pod.automountServiceAccountToken, false)
    t.equal(pod.enableServiceLinks, false)
    t.match(pod.securityContext, { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } })
    for (const { command, envFrom, securityContext, resources } of pod.containers) {
      t.equal(command[0], 'node')
      t.ok(existsSync(join(ROOT, command[1] ?? '')), command.join(' '))
      t.match(image, `COPY --from=build /app ./`)
      t.same(envFrom, [{ configMapRef: { name: 'clearway-settings' } }, { secretRef: { name: 'clearway-secrets' } }])
      t.same(securityContext, {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      t.match(resources, { requests: { cpu: String, memory: String }, limits: { memory: String } })
    }
  }
  t.end()
})

t.test('ports, probes and times agree with the settings', (t) => {
  for (const deployment of ofKind('Deployment')) {
    const pod = podSpecOf(deployment)
    for (const { env = [], ports = [], startupProbe, livenessProbe, readinessProbe } of pod.containers) {
      const portOf = (name: string): number | undefined => ports.find((port) => port.name === name)?.containerPort
      t.equal(String(portOf('ops')), settings['OPS_PORT'])
      const isApi = env.some(({ name, value }) => name === 'ROLES' && value === 'api')
      t.equal(portOf('http'), isApi ? Number(settings['PORT']) : undefined)
      t.match(startupProbe?.httpGet, { path: '/health', port: 'ops' })
      t.match(livenessProbe?.httpGet, { path: '/health', port: 'ops' })
      t.match(readinessProbe?.httpGet, { path: '/ready', port: 'ops' })
      const own = env.find(({ name }) => name === 'SHUTDOWN_DRAIN_SECONDS')?.value
      const drain = Number(own ?? settings['SHUTDOWN_DRAIN_SECONDS'])
      t.ok((pod.terminationGracePeriodSeconds ?? 0) >= drain + 15, 'time to drain, and to finish what is under way')
    }
  }
  t.end()
})

t.test('only monitoring reaches the operator’s port, and nothing is open that no policy names', (t) => {
  const policies = ofKind('NetworkPolicy')
  t.match(at(named('NetworkPolicy', 'deny-all'), 'spec'), { podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
  const inward = policies.flatMap((policy) =>
    ((at(policy, 'spec', 'ingress') ?? []) as readonly { from: object[]; ports: { port: string }[] }[]).map((rule) => ({
      from: rule.from,
      ports: rule.ports.map(({ port }) => port),
    })),
  )
  const namespace = (name: string): object[] => [
    { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
  ]
  t.same(inward, [
    { from: namespace('ingress-nginx'), ports: ['http'] },
    { from: namespace('monitoring'), ports: ['ops'] },
  ])
  const [monitor] = ofKind('PodMonitor')
  t.match(at(monitor, 'spec', 'podMetricsEndpoints'), [{ port: 'ops', path: '/metrics' }])
  t.ok(
    ofKind('Deployment').every((each) =>
      selects(at(monitor, 'spec', 'selector', 'matchLabels') as Labels, podLabelsOf(each)),
    ),
  )
  t.end()
})
