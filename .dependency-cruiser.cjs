/**
 * The order of imports. A layer may import only earlier layers, and a library may be imported only through its index.
 * `kernel → config → contracts → entities, logging, redis → leases, queue, …, workflow-engine → auth, backups, workflow-nodes → domain → apps`
 */
const LAYERS = [
  ['kernel'],
  ['config'],
  ['contracts'],
  ['entities', 'logging', 'redis'],
  [
    'embedded-postgres',
    'ephemeral',
    'events',
    'gateway-client',
    'gateway-server',
    'identity-providers',
    'leases',
    'mail',
    'metrics',
    'outbound-http',
    'processes',
    'queue',
    'restricted-sql',
    'storage',
    'workflow-engine',
  ],
  ['auth', 'backups', 'workflow-nodes'],
  ['domain'],
];

/** The Chinese texts of the messages, which the mails and the console use. */
const CHINESE_MESSAGES = '^libs/kernel/src/messages/chinese\\.ts$';

const libs = (names) => `^libs/(${names.join('|')})/`;

/** A library may import only libraries of earlier layers, not of its own layer or of later layers. */
const layerRules = LAYERS.flatMap((names, index) => {
  const above = LAYERS.slice(index + 1).flat();
  const beside = names.map((name) => ({
    name: `${name}-not-beside`,
    severity: 'error',
    from: { path: libs([name]) },
    to: { path: libs([...names.filter((other) => other !== name), 'none']) },
  }));
  return [
    ...beside,
    {
      name: `${names[0]}-not-upward`,
      severity: 'error',
      from: { path: libs(names) },
      to: { path: [libs([...above, 'none']), '^apps/'] },
    },
  ];
});

/** Returns the rules for the folders of `root`. Each folder may import only the folders before it in the list. */
const inOrder = (root, folders) =>
  folders.slice(0, -1).map((name, index) => ({
    name: `${name}-not-upward`,
    severity: 'error',
    from: { path: `^${root}/${name}/` },
    to: { path: `^${root}/(${folders.slice(index + 1).join('|')})/` },
  }));

/** The bounded contexts of the domain. */
const contextRules = inOrder('libs/domain/src', [
  'platform',
  'access',
  'building',
  'metering',
  'operations',
  'reporting',
  'automation',
  'demo',
  'monitoring',
]);

/** The folders of the HTTP layer. Each may import only those before it. */
const httpRules = inOrder('apps/api/src/http', [
  'fields',
  'errors',
  'reference',
  'responses',
  'body',
  'pages',
  'console',
  'server',
]);

const only = (name, from, packages) => ({
  name,
  severity: 'error',
  from: { path: '^(libs|apps)/', pathNot: from },
  to: {
    dependencyTypes: ['npm', 'npm-dev'],
    path: packages.map((packageName) => `^node_modules/${packageName}(/|$)`),
  },
});

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '^apps/console/public/'] },
      to: {},
    },
    ...layerRules,
    {
      name: 'apps-stay-apart',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'enter-libs-by-their-index',
      severity: 'error',
      from: { path: '^(apps|libs|test)/', pathNot: '^libs/' },
      to: {
        path: '^libs/[^/]+/src/',
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/domain/src/testing\\.ts$',
          // The console's bundle must not contain the rest of this library.
          CHINESE_MESSAGES,
        ],
      },
    },
    {
      name: 'only-tests-use-the-entry-for-tests',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^libs/domain/src/testing\\.ts$' },
    },
    {
      name: 'libs-enter-each-other-by-their-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/[^/]+/src/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$'] },
    },
    {
      name: 'features-use-services-not-queries',
      comment: "A feature uses another feature's service, never its queries.",
      severity: 'error',
      from: { path: '^libs/domain/src/([^/]+)/([^/]+)/' },
      to: { path: '^libs/domain/src/.+[.]queries[.]ts$', pathNot: '^libs/domain/src/$1/$2/' },
    },
    ...contextRules,
    ...httpRules,
    {
      name: 'no-circles-between-features',
      severity: 'error',
      scope: 'folder',
      from: { path: '^libs/domain/src/' },
      to: { circular: true },
    },
    {
      name: 'kernel-is-pure',
      severity: 'error',
      from: { path: '^libs/kernel/' },
      to: { path: '^node_modules/(@nestjs|typeorm|express)(/|$)' },
    },
    {
      name: 'the-engine-is-pure',
      comment:
        'It computes; databases, queues and networks are reached through the ports that its nodes ask for.',
      severity: 'error',
      from: { path: '^libs/workflow-engine/', pathNot: '\\.spec\\.ts$' },
      to: {
        path: ['^libs/', '^node_modules/'],
        pathNot: [
          '^libs/(workflow-engine|kernel)/',
          '^node_modules/(@sinclair/typebox|acorn|temporal-polyfill)/',
        ],
      },
    },
    only(
      'http-stays-in-the-api',
      ['^apps/(api|gateway-sim)/', '^libs/(auth|gateway-server)/'],
      ['express', '@nestjs/platform-express', '@nestjs/swagger'],
    ),
    only('bullmq-stays-in-the-queue', ['^libs/queue/'], ['bullmq', '@nestjs/bullmq']),
    only('counting-stays-in-ephemeral', ['^libs/ephemeral/'], ['rate-limiter-flexible']),
    only('s3-stays-in-storage', ['^libs/storage/'], ['@aws-sdk']),
    only('prom-client-stays-in-metrics', ['^libs/metrics/'], ['prom-client']),
    only('nodemailer-stays-in-mail', ['^libs/mail/'], ['nodemailer', '@nestjs-modules/mailer', 'handlebars']),
    {
      name: 'clients-use-only-the-api',
      severity: 'error',
      from: { path: '^clients/' },
      to: { path: '^(apps|libs|test)/' },
    },
    {
      name: 'the-console-uses-only-the-client',
      severity: 'error',
      from: { path: '^apps/console/' },
      to: {
        path: '^(apps|libs|test|clients)/',
        pathNot: ['^(apps/console|clients/typescript/src)/', CHINESE_MESSAGES],
      },
    },
    {
      name: 'only-its-tests-use-the-console',
      severity: 'error',
      from: { pathNot: ['^apps/console/', '^test/console/'] },
      to: { path: '^apps/console/' },
    },
    {
      name: 'the-product-uses-no-client',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '^apps/console/' },
      to: { path: '^clients/' },
    },
    {
      name: 'no-test-code-in-the-product',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: '\\.spec\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'no-development-packages-in-the-product',
      comment: 'The build copies the packages of the console into its files.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: ['\\.spec\\.ts$', '^apps/console/'] },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: '^node_modules/@types/',
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: { conditionNames: ['import', 'require', 'node', 'default', 'types'] },
  },
};
