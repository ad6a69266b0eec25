/**
 * Dependencies point one way (docs/architecture.md). The rules are globs over folders: a new call,
 * connector, method kind or field needs no change here. The order of the rooms in server and widget
 * is in `.dependency-cruiser.rooms.js`.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: '^packages/(?!contract/)|^(e2e|bench)/' },
    },
    {
      name: 'sandbox-over-http-alone',
      comment: 'The sandbox provider knows nothing of Kassa and is reached over HTTP only.',
      severity: 'error',
      from: { path: '^packages/sandbox/' },
      to: { path: '^packages/(?!sandbox/)|^(e2e|bench)/' },
    },
    {
      name: 'only-tests-start-the-sandbox',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/sandbox/', '\\.test\\.tsx?$', '/testing/'] },
      to: { path: '^packages/sandbox/' },
    },
    {
      name: 'widget-and-server-are-ends',
      comment:
        'Nothing imports the widget; only the demo, journeys and benchmarks import the server.',
      severity: 'error',
      from: { path: '^(packages|e2e|bench)/([^/]+)' },
      to: { path: '^packages/widget/', pathNot: '^$1/$2/' },
    },
    {
      name: 'server-is-an-end',
      severity: 'error',
      from: { path: '^packages/(contract|widget|embed|sandbox|test-kit)/' },
      to: { path: '^packages/server/' },
    },
    {
      name: 'parts-meet-at-the-contract',
      severity: 'error',
      from: { path: '^packages/(widget|embed|server)/' },
      to: { path: '^packages/(widget|embed|server|demo)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'one-public-entry',
      comment: 'Other packages are imported by their name, never by a path into them.',
      severity: 'error',
      from: { path: '^(packages/[^/]+|e2e|bench)/' },
      to: {
        path: '^packages/',
        pathNot: ['^$1/', '^packages/[^/]+/src/(testing/)?index\\.tsx?$'],
      },
    },
    {
      name: 'test-kit-is-for-tests',
      severity: 'error',
      from: {
        path: '^packages/',
        pathNot: [
          '^packages/test-kit/',
          '\\.(test|suite|stories)\\.tsx?$',
          '/testing/',
          '/\\.storybook/',
          '/vitest\\.',
        ],
      },
      to: { path: '^packages/test-kit/' },
    },
    {
      name: 'method-kinds-are-independent',
      comment: 'Code shared by two kinds belongs in a feature or a ui part.',
      severity: 'error',
      from: { path: '^packages/widget/src/method-kinds/([^/]+)/' },
      to: {
        path: '^packages/widget/src/method-kinds/[^/]+/',
        pathNot: '^packages/widget/src/method-kinds/$1/',
      },
    },
    {
      name: 'fields-are-independent',
      comment:
        'Code shared by several types of field belongs in fields/shared, a feature or a ui part.',
      severity: 'error',
      from: { path: '^packages/widget/src/fields/([^/]+)/' },
      to: {
        path: '^packages/widget/src/fields/[^/]+/',
        pathNot: '^packages/widget/src/fields/($1|shared)/',
      },
    },
    {
      name: 'connectors-are-independent',
      severity: 'error',
      from: { path: '^packages/server/src/connectors/([^/]+)/' },
      to: {
        path: '^packages/server/src/connectors/[^/]+/',
        pathNot: '^packages/server/src/connectors/$1/',
      },
    },
    {
      name: 'the-core-knows-no-connector',
      severity: 'error',
      from: { path: '^packages/server/src/', pathNot: '^packages/server/src/connectors/' },
      to: { path: '^packages/server/src/connectors/[^/]+/' },
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['^virtual:', '^gi:', '\\?'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|storybook-static|node_modules)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
