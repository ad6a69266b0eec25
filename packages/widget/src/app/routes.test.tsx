import { cardViewTypes, encodeCoinBox } from '@kassa/contract';
import {
  buildCoinMethod,
  buildOffer,
  buildPaymentGroup,
  buildPaymentMethod,
} from '@kassa/test-kit';
import { render, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { sweepstakeAliases, sweepstakePaths } from '../flows/sweepstake/sweepstake-paths.ts';
import type { Search } from '../routing/route.ts';
import { mainPaths, type RouteName, type RoutePaths } from '../routing/route-names.ts';
import { useSessionStore } from '../session/session-store.ts';
import { mainTree, setStage } from '../testing/stage.tsx';
import { mainRoutes } from './main.routes.ts';
import { methodKinds, routePaths } from './method-kinds.ts';
import { sweepstakeTree } from './sweepstake-tree.ts';

const coin = buildPaymentMethod({ name: 'btc', category: 'crypto', text: { en: 'Bitcoin' } });
const card = buildPaymentMethod();
const usdt = buildCoinMethod();
const group = buildPaymentGroup({ name: 'cards', paymentMethods: ['card', 'btc'] });
const box = encodeCoinBox({
  boxId: 'b1',
  gcAmount: '50000',
  scAmount: '5',
  price: '4.99',
  priceCurrencyCode: 'USD',
});
const ownList = buildPaymentGroup({ name: 'sbp', paymentMethods: ['card'] });
const offer = buildOffer([card, coin, usdt], [group, ownList]);
const answers = {
  'methods-payment-v3': offer,
  'methods-withdrawal': offer,
  'sweepstake-boxes': { boxes: [box] },
};

function setUp(path: string, view: 'main' | 'sweep' = 'main') {
  const stage = setStage({ path, answers, hostData: { widgetViewType: view } });
  const arrive = (name: RouteName) =>
    waitFor(() => {
      const place = stage.router.getPlace();
      expect(place?.route.name).toBe(name);
      expect(place?.screen).not.toBeNull();
    });
  return { ...stage, arrive };
}

/** The query with which each screen can be shown. */
const query: Partial<Record<RouteName, string>> = {
  'Group list': '?group=cards',
  'Withdrawal group list': '?group=cards',
  'Complete deposit': '?depositId=d1&method=card',
  'Crypto address': '?method=usdt_trc20',
  'Deposit claim': '?depositId=d1',
  'Withdrawal complete': '?withdrawalId=w1',
  'Sweepstake deposit methods': '?box=b1',
};
const namesIn = (paths: RoutePaths) => Object.keys(paths) as RouteName[];
useSessionStore.setState(useSessionStore.getInitialState(), true);
const guards = new Map([...mainTree.routes, ...mainRoutes].map(({ name, guard }) => [name, guard]));
/** Returns whether a screen of the main cashier redirects with no more than this query. */
const redirects = (name: RouteName, search: Search) =>
  (guards.get(name)?.({ search }) ?? null) !== null;

/**
 * The screens of method kinds that need a deposit besides their method, and those that list a
 * group.
 */
const ofKinds = methodKinds.flatMap(({ paths }) => namesIn(paths));
const afterCreation = new Set(
  ofKinds.filter(
    (name) =>
      redirects(name, { method: 'card' }) && !redirects(name, { method: 'card', depositId: 'd1' }),
  ),
);
const groupLists = new Set(methodKinds.flatMap(({ groups }) => groups?.list ?? []));
const queryOf = (name: RouteName) =>
  query[name] ??
  (groupLists.has(name) ? '?group=cards' : null) ??
  (afterCreation.has(name) ? '?method=card&depositId=d1' : '?method=card');

const pathOf = (name: RouteName, paths: RoutePaths = routePaths) => paths[name] ?? '';
const mainNames = namesIn(routePaths);
const aliases = namesIn(sweepstakeAliases);
const sweepNames = namesIn(sweepstakeTree.paths).filter((name) => !aliases.includes(name));

describe('the table of names', () => {
  test('has one screen for each name, and no duplicates', () => {
    const main = [...mainTree.routes, ...mainRoutes].map(({ name }) => name);
    expect([...main].sort()).toEqual([...mainNames].sort());
    const sweep = sweepstakeTree.routes.map(({ name }) => name);
    expect([...sweep].sort()).toEqual([...sweepNames].sort());
  });

  test('has no name that two kinds share, or a kind and the other screens', () => {
    const names = methodKinds.flatMap(({ paths }) => Object.keys(paths));
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => name in { ...mainPaths, ...sweepstakePaths })).toEqual([]);
  });

  test('has no path twice', () => {
    const sweepstake = sweepNames.map((name) => sweepstakeTree.paths[name]);
    for (const places of [Object.values(routePaths), sweepstake]) {
      expect(new Set(places).size).toBe(places.length);
    }
  });
});

/** Payment details are kept in memory alone: a reload leads back to the form. */
const forgotten: RouteName = 'Withdrawal confirm';

describe('a deep link, or a reload, shows', () => {
  test.each(mainNames.filter((name) => name !== forgotten))('%s', async (name) => {
    const { arrive, element } = setUp(pathOf(name) + queryOf(name));
    render(element);
    await arrive(name);
    expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
  });

  test.each(sweepNames.filter((name) => name !== forgotten))(
    '%s of the sweepstake cashier',
    async (name) => {
      const search = `${queryOf(name)}&box=b1`.replace(/^&/, '?');
      const { arrive, element } = setUp(pathOf(name, sweepstakeTree.paths) + search, 'sweep');
      render(element);
      await arrive(name);
      expect(screen.getByRole('heading', { level: 1 }).textContent).not.toBe('');
    },
  );
});

test('a reload of the confirmation of a withdrawal leads to its form', async () => {
  await setUp(pathOf(forgotten) + queryOf(forgotten)).arrive('Withdrawal redirect');
});

test('every card view type has a kind, and no kind has one that another has', () => {
  const known = methodKinds.flatMap((kind) => kind.cardViewTypes);
  expect([...known].sort()).toEqual(Object.values(cardViewTypes).sort());
});

/** The screens that need no query. */
const open = new Set<RouteName>([
  'Deposit list',
  'Withdrawal list',
  'Sweepstake withdrawal crypto list',
  ...[...groupLists].filter((name) => !redirects(name, {})),
  'Change deposit region',
  'Deposit history',
  'Deposit bonus details',
  'Withdrawal region',
  'Change region',
  'Empty',
  'Error',
  'Form',
]);

/** The screens of the sweepstake cashier that are no more open without a package. */
const needsPackage = (name: RouteName) => groupLists.has(name) || name === 'Deposit bonus details';

test.each(Object.entries(sweepstakeAliases))('%s is a name for %s, too', async (alias, name) => {
  const { router, arrive } = setUp('/deposit', 'sweep');
  await arrive('Deposit list');
  expect(router.addressOf({ to: router.resolveName(alias) })).toBe(router.addressOf({ to: name }));
});

describe('without a chosen method, group, package or deposit', () => {
  test.each(mainNames.filter((name) => !open.has(name)))(
    '%s redirects to its flow’s list',
    async (name) => {
      const { arrive } = setUp(pathOf(name));
      await arrive(pathOf(name).startsWith('/withdrawal') ? 'Withdrawal list' : 'Deposit list');
    },
  );

  test.each(sweepNames.filter((name) => needsPackage(name) || !open.has(name)))(
    '%s of the sweepstake cashier redirects to its flow’s first screen',
    async (name) => {
      const path = pathOf(name, sweepstakeTree.paths);
      const { arrive } = setUp(path, 'sweep');
      await arrive(path.startsWith('/withdrawal') ? 'Withdrawal list' : 'Deposit list');
    },
  );

  test.each([...afterCreation])('%s needs a running deposit besides the method', async (name) => {
    const { arrive, router } = setUp(`${pathOf(name)}?method=card`);
    await arrive('Deposit list');
    useSessionStore.getState().startDeposit({ depositId: 'd1', redirect: null, popup: null });
    // Some screens show a deposit's page after a reload too: the address has its id.
    const depositId = redirects(name, { method: 'card' }) ? 'd1' : undefined;
    router.navigate({ to: name, search: { method: 'card', depositId } });
    await arrive(name);
  });
});

test('a method chosen before is enough, and the list clears it', async () => {
  const { arrive, router } = setUp('/deposit');
  await arrive('Deposit list');
  router.navigate({ to: 'Redirect deposit', search: { method: 'card' } });
  await arrive('Redirect deposit');
  router.navigate({ to: 'Redirect deposit instruction' });
  await arrive('Redirect deposit instruction');
  router.back();
  await arrive('Redirect deposit');
  router.back();
  await arrive('Deposit list');
  expect(useSessionStore.getState().chosenMethods.deposit).toBeNull();
  router.navigate({ to: 'Redirect deposit' });
  await arrive('Deposit list');
});

test('a method chosen for a deposit doesn’t count for a withdrawal', async () => {
  const { arrive, router } = setUp('/deposit/redirect?method=card');
  await arrive('Redirect deposit');
  router.navigate({ to: 'Withdrawal confirm' });
  await arrive('Withdrawal list');
  router.navigate({ to: 'Withdrawal redirect', search: { method: 'card' } });
  await arrive('Withdrawal redirect');
  router.navigate({ to: 'Withdrawal Nigerian banks' });
  await arrive('Withdrawal Nigerian banks');
});

test.each<[string, RouteName, 'main' | 'sweep']>([
  ['/nowhere', 'Deposit list', 'main'],
  ['/', 'Deposit list', 'main'],
  ['/deposit/select-method', 'Deposit list', 'main'],
  ['/nowhere', 'Deposit list', 'sweep'],
  ['/empty/region', 'Deposit list', 'sweep'],
])('%s leads to %s (%s)', async (path, name, view) => {
  await setUp(path, view).arrive(name);
});

test.each<[string, RouteName, 'main' | 'sweep']>([
  ['/deposit/region', 'Deposit list', 'main'],
  ['/deposit/cash?method=card', 'Deposit list', 'main'],
  ['/deposit/group/redirect?method=card&group=cards', 'Group list', 'main'],
  ['/deposit/group/redirect?method=card&group=sbp', 'Peer to peer list', 'main'],
  ['/deposit/peer-to-peer/base?method=card&group=sbp', 'Peer to peer list', 'main'],
  ['/deposit/peer-to-peer/base?method=card', 'Deposit list', 'main'],
  ['/deposit/peer-to-peer?group=sbp', 'Deposit list', 'main'],
  ['/deposit/complete?depositId=d1&to=OnRamp&method=card', 'OnRamp', 'main'],
  ['/deposit/complete?depositId=d1&to=//evil&method=card', 'Deposit list', 'main'],
  ['/deposit/complete?depositId=d1&group=cards', 'Group list', 'main'],
  ['/deposit/complete?depositId=d1&group=sbp', 'Peer to peer list', 'main'],
  ['/deposit/complete?depositId=d1&method=card', 'Redirect deposit', 'main'],
  ['/withdrawal/region', 'Withdrawal list', 'main'],
  ['/withdrawal/group/redirect?method=card&group=cards', 'Withdrawal group list', 'main'],
  ['/withdrawal/complete?withdrawalId=w1', 'Withdrawal list', 'main'],
  ['/empty/region?transaction=withdrawal', 'Empty', 'main'],
  ['/error?backRoute=Withdrawal+list', 'Withdrawal list', 'main'],
  ['/error', 'Deposit list', 'main'],
  ['/deposit/crypto?box=b1', 'Deposit list', 'sweep'],
  ['/deposit/complete?depositId=d1', 'Deposit list', 'sweep'],
  ['/withdrawal/crypto/convert?method=btc', 'Withdrawal list', 'sweep'],
])('back from %s leads to %s (%s)', async (path, name, view) => {
  const { router, arrive } = setUp(path, view);
  await waitFor(() => expect(router.getPlace()?.screen ?? null).not.toBeNull());
  router.back();
  await arrive(name);
});

test.each<RouteName>([
  'Crypto address',
  'Deposit bonus details',
  'Deposit history',
  'Video instruction',
])('back from %s leads to the previous page', async (name) => {
  const { router, arrive } = setUp('/deposit/group?group=cards');
  await arrive('Group list');
  router.navigate({ to: name, search: { method: 'card' } });
  await arrive(name);
  router.back();
  await arrive('Group list');
});

test('back from a deposit of the history leads to the history, and from there to the screen before it', async () => {
  const { router, arrive } = setUp('/deposit/group?group=cards');
  await arrive('Group list');
  router.navigate({ to: 'Deposit history' });
  await arrive('Deposit history');
  const search = { depositId: 'd1', method: 'card', to: 'Deposit history' };
  router.navigate({ to: 'Complete deposit', search });
  await arrive('Complete deposit');
  router.back();
  await arrive('Deposit history');
  router.back();
  await arrive('Group list');
});

test.each<[string, string, 'main' | 'sweep']>([
  ['/deposit', 'Deposit method', 'main'],
  ['/deposit/redirect?method=card', 'Deposit', 'main'],
  ['/withdrawal', 'Withdrawals', 'main'],
  ['/withdrawal/group?group=cards', 'Withdrawal method', 'main'],
  ['/withdrawal/redirect?method=card', 'Withdrawal amount', 'main'],
  ['/error', 'Error', 'main'],
  ['/deposit', 'Select coin package', 'sweep'],
  ['/withdrawal', 'Redemption', 'sweep'],
])('%s is titled "%s" (%s)', async (path, title, view) => {
  const { element } = setUp(path, view);
  render(element);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
});

test('the first screens have no back button, and the popup’s page has no close button', async () => {
  const list = setUp('/deposit');
  render(list.element);
  await list.arrive('Deposit list');
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
  list.router.navigate({ to: 'Form' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close' })).toBeNull());
});
