/** The rooms of `src` that a room may import beside itself. */
const ROOMS = {
  api: ['i18n', 'live'],
  app: ['api', 'console', 'features', 'i18n', 'pages', 'ui'],
  console: ['api', 'app', 'features', 'i18n', 'live', 'rules', 'ui'],
  features: ['api', 'i18n', 'live', 'rules', 'ui'],
  i18n: ['ui'],
  live: ['api', 'i18n', 'ui'],
  pages: ['api', 'features', 'i18n', 'live', 'rules', 'ui'],
  // The codes by which a rule refuses are types of the client, how long a text may be a limit of the server.
  rules: ['api/generated', 'api/limits'],
  server: ['api', 'app', 'i18n'],
  ui: ['api', 'i18n', 'rules'],
}

/** Layers of features, the lowest first. A feature may import those of lower layers; features of one layer meet in a page. */
const LAYERS = [
  ['cards', 'channels', 'coupons', 'design', 'favorites', 'login-gate', 'mail', 'mobile', 'operator', 'promoters'],
  ['catalogue'],
  ['numbers'],
  ['cart', 'profile'],
  ['account', 'games', 'messages', 'orders'],
  ['corrections', 'home', 'notices', 'password', 'sync', 'tournaments'],
  ['articles', 'brackets', 'registration', 'support', 'teams', 'tournament-form'],
  ['inbox', 'matches', 'waiting-room'],
  ['desk', 'my-tournaments', 'offline'],
  ['help'],
]

const either = (names) => `(${names.join('|')})`

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Imports of types count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    ...Object.entries(ROOMS).map(([room, known]) => ({
      name: `${room}-imports-only-its-rooms`,
      severity: 'error',
      from: { path: `^src/${room}/` },
      to: { path: '^src/', pathNot: `^src/${either([room, ...known])}[/.]` },
    })),
    ...LAYERS.map((layer, index) => ({
      name: `features-import-lower-layers (${layer.join(', ')})`,
      severity: 'error',
      from: { path: `^src/features/${either(layer)}/` },
      to: { path: '^src/features/', pathNot: `^src/features/${either(['$1', ...LAYERS.slice(0, index).flat()])}/` },
    })),
    {
      name: 'every-feature-has-a-layer',
      severity: 'error',
      from: { path: '^src/features/', pathNot: `^src/features/${either(LAYERS.flat())}/` },
      to: {},
    },
  ],
  options: {
    // Tests may import everything.
    exclude: { path: '[.]test[.]tsx?$|/testing/' },
    includeOnly: '^src/',
    doNotFollow: { path: '^src/api/generated/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
  },
}
