import base from './.dependency-cruiser.js';

const server = 'packages/server/src';

/**
 * The rooms of a folder, from the ground up: each knows those before it and none after. Rooms in one
 * list stand side by side and know nothing of each other.
 */
function pointOneWay(folder, rooms) {
  const levels = rooms.map((room) => [room].flat());
  return levels.flatMap((level, index) =>
    level.flatMap((room) => {
      const others = [
        ...level.filter((other) => other !== room),
        ...levels.slice(index + 1).flat(),
      ];
      return others.length === 0
        ? []
        : {
            name: `${room}-knows-nothing-above`,
            severity: 'error',
            from: { path: `^${folder}/${room}/` },
            to: { path: `^${folder}/(${others.join('|')})/` },
          };
    }),
  );
}

/**
 * One direction of the rooms (docs/architecture.md), folder by folder, type imports included. Tests
 * may know everything, and so are left out.
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
    ...pointOneWay(server, [
      'ground',
      'connectors',
      'brands',
      'catalog',
      'core',
      'messages',
      'providers',
      'players',
      'money',
      'operator',
      ['api', 'cli'],
    ]),
    ...pointOneWay(`${server}/money`, [
      'ledger',
      'wallet',
      'bonuses',
      ['deposits', 'withdrawals'],
      'policy',
      'provider-events',
      'requests',
    ]),
    {
      name: 'only-the-start-knows-all-rooms',
      severity: 'error',
      from: { path: `^${server}/[^/]+/` },
      to: { path: `^${server}/[^/]+\\.ts$` },
    },
    {
      name: 'no-room-without-a-place',
      comment: 'A new room of the server takes its place in the order above.',
      severity: 'error',
      from: {},
      to: {
        path: `^${server}/[^/]+/`,
        pathNot: `^${server}/(ground|connectors|brands|catalog|core|messages|providers|players|money|operator|api|cli)/`,
      },
    },
    {
      name: 'what-runs-knows-no-linter',
      severity: 'error',
      from: { pathNot: `^${server}/catalog/linter/` },
      to: { path: `^${server}/catalog/linter/` },
    },
  ],
  options: {
    ...base.options,
    exclude: {
      path: '\\.(test|suite|stories|property)\\.tsx?$|/testing/|(^|/)(dist|storybook-static|node_modules)/',
    },
  },
};
