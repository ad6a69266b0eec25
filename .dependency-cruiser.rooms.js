import base from './.dependency-cruiser.js';

/**
 * The rooms of a folder, from the bottom up: a room may import the rooms before it and none after
 * it. Rooms in one nested list may not import each other.
 * @type {{ name: string, folder: string, rooms: (string | string[])[] }[]}
 */
export const roomPlans = [
  {
    name: 'the server',
    folder: 'packages/server/src',
    rooms: [
      'ground',
      'connectors',
      'brands',
      'catalog',
      'core',
      'messages',
      'providers',
      'players',
      'money/states',
      'money/ledger',
      'money/wallet',
      'money/bonuses',
      'money/sweepstake',
      'money/policy',
      'money/requisites',
      'money/addresses',
      'money/deposits',
      'money/saved-details',
      'money/payout-rules',
      'money/withdrawals',
      'money/refunds',
      'money/chain-payouts',
      'money/provider-events',
      ['money/chains', 'money/payout-files'],
      'money/requests',
      'operator',
      ['api', 'cli'],
    ],
  },
  {
    name: 'the widget',
    folder: 'packages/widget/src',
    rooms: [
      'host',
      'i18n',
      'ui',
      'storage',
      'transport',
      'telemetry',
      'popup',
      'session',
      'features',
      'fields',
      ['form', 'routing'],
      'flows',
      'method-kinds',
      'auto-height',
      'debug',
      'early',
      'app',
    ],
  },
];

function pointOneWay({ folder, rooms }) {
  const levels = rooms.map((room) => [room].flat());
  const all = levels.flat();
  return [
    ...levels.flatMap((level, index) =>
      level.flatMap((room) => {
        const above = [
          ...level.filter((other) => other !== room),
          ...levels.slice(index + 1).flat(),
        ];
        // The files next to the rooms start everything, so no room imports them.
        const to = `^${folder}/(${above.map((other) => `${other}/`).join('|')}|[^/]+$)`;
        return {
          name: `${room}-knows-nothing-above`,
          severity: 'error',
          from: { path: `^${folder}/${room}/` },
          to: { path: above.length === 0 ? `^${folder}/[^/]+$` : to },
        };
      }),
    ),
    {
      name: 'a-room-has-its-place',
      comment: 'Add a new room to the order above.',
      severity: 'error',
      from: {},
      to: { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${all.join('|')})/` },
    },
  ];
}

/**
 * The rooms' imports point one way (docs/architecture.md), folder by folder, type imports included.
 * Tests may import everything, and are excluded.
 * @type {import('dependency-cruiser').IConfiguration}
 */
export default {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-of-folders',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...roomPlans.flatMap(pointOneWay),
    {
      name: 'what-runs-knows-no-linter',
      severity: 'error',
      from: { pathNot: '^packages/server/src/catalog/linter/' },
      to: { path: '^packages/server/src/catalog/linter/' },
    },
  ],
  options: {
    ...base.options,
    exclude: {
      path: '\\.(test|suite|stories|property)\\.tsx?$|/testing/|(^|/)(dist|storybook-static|node_modules)/',
    },
  },
};
