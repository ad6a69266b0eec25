import { buildHostData, createFakeBridge, createFakeTransport } from '@kassa/test-kit';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { routePaths } from '../app/method-kinds.ts';
import { resolvePlayerLocale } from '../i18n/player-locale.ts';
import { networkError } from '../transport/transport-error.ts';
import { createMemoryHistory } from './history.ts';
import type { Loaded, Route, RouteContext, Tree } from './route.ts';
import { Router } from './router.ts';

function Screen() {
  return null;
}

const context: RouteContext = {
  session: {
    product: 'kassa',
    isVpnHintShown: false,
    hostData: buildHostData(),
    playerKey: null,
    bridge: createFakeBridge(),
    transport: createFakeTransport(),
    locale: resolvePlayerLocale('en'),
    describeEvent: (event_category) => ({ event_category }),
  },
  queryClient: new QueryClient(),
};

const route = (name: Route['name'], more: Partial<Route> = {}): Route => ({
  name,
  title: 'title.deposit',
  load: async () => ({ screen: Screen }),
  ...more,
});

/** A load that ends when the test ends it. */
function createLoad() {
  let end: (loaded: Loaded) => void = () => {};
  const load = vi.fn(
    () =>
      new Promise<Loaded>((resolve) => {
        end = resolve;
      }),
  );
  return { load, end: () => end({ screen: Screen }) };
}

interface SetUp {
  address?: string;
  index?: number;
  routes?: Route[];
  rest?: Tree['loadRest'];
}

function setUp({
  address = '/deposit',
  index = 0,
  routes = [],
  rest = async () => [],
}: SetUp = {}) {
  const history = createMemoryHistory(address);
  history.replace(address, { index });
  const started: string[] = [];
  const errors: unknown[] = [];
  const named = new Set(routes.map(({ name }) => name));
  const defaults = [
    route('Deposit list', { transaction: 'deposit' }),
    route('Withdrawal list', { transaction: 'withdrawal' }),
    route('Error', { backTo: ({ backRoute }) => ({ to: backRoute }) }),
    route('Group list', { backTo: 'Deposit list' }),
    route('Redirect deposit', { backTo: 'Deposit list' }),
    route('Crypto address', { backTo: 'Previous' }),
  ];
  const router = new Router({
    tree: {
      paths: routePaths,
      roots: { deposit: 'Deposit list', withdrawal: 'Withdrawal list' },
      routes: [...defaults.filter(({ name }) => !named.has(name)), ...routes],
      loadRest: rest,
    },
    mainPaths: routePaths,
    history,
    context,
    onStart: (path) => started.push(path),
    onError: (error) => errors.push(error),
  });
  router.start();
  const at = () => router.getPlace()?.route.name;
  const arrive = (name: Route['name']) =>
    waitFor(() => {
      expect(at()).toBe(name);
      expect(router.getPlace()?.screen).not.toBeNull();
    });
  return { router, history, started, errors, at, arrive };
}

beforeEach(() => {
  Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
});

describe('an address', () => {
  test.each(['/', '', '/nowhere/at/all', '//deposit', '/deposit/%00', '/DEPOSIT', '/__proto__'])(
    '%s redirects home',
    async (address) => {
      const { arrive, history } = setUp({ address });
      await arrive('Deposit list');
      expect(history.address).toBe('/deposit');
      expect(history.entry.index).toBe(0);
    },
  );

  test('keeps its query when it redirects home', async () => {
    const { arrive, history } = setUp({ address: '/?group=cards' });
    await arrive('Deposit list');
    expect(history.address).toBe('/deposit?group=cards');
  });

  test('may end in a slash, and have a fragment or a second question mark', async () => {
    const { arrive, router } = setUp({ address: '/deposit/redirect/?method=a?b#fragment' });
    await arrive('Redirect deposit');
    expect(router.getPlace()?.search).toEqual({ method: 'a?b' });
  });

  test('keeps its query, and loses the one-time values of its screen', async () => {
    const load = vi.fn(async () => ({ screen: Screen }));
    const { arrive, router, history } = setUp({
      address: '/deposit/redirect?method=upi&status=accepted',
      routes: [route('Redirect deposit', { flags: ['status', 'refetch'], load })],
    });
    await arrive('Redirect deposit');
    expect(history.address).toBe('/deposit/redirect?method=upi');
    expect(router.getPlace()).toMatchObject({
      search: { method: 'upi' },
      flags: { status: 'accepted' },
    });
    expect(load).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ search: { method: 'upi' }, flags: { status: 'accepted' } }),
    );
  });

  test('marks its start, and that of each redirect', async () => {
    const guard = () => ({ to: 'Deposit list' }) as const;
    const { arrive, started } = setUp({
      address: '/deposit/group',
      routes: [route('Group list', { guard })],
    });
    await arrive('Deposit list');
    expect(started).toEqual(['/deposit/group', '/deposit']);
  });
});

describe('a guard', () => {
  test('redirects before anything is loaded or recorded', async () => {
    const load = vi.fn(async () => ({ screen: Screen }));
    const onEnter = vi.fn();
    const guard: Route['guard'] = ({ search }) =>
      search.group === undefined ? { to: 'Deposit list' } : null;
    const { router, arrive } = setUp({
      routes: [route('Group list', { guard, load, onEnter })],
    });
    await arrive('Deposit list');
    router.navigate({ to: 'Group list' });
    await arrive('Deposit list');
    expect(load).not.toHaveBeenCalled();
    expect(onEnter).not.toHaveBeenCalled();
    router.navigate({ to: 'Group list', search: { group: 'cards' } });
    await arrive('Group list');
    expect(onEnter).toHaveBeenCalledExactlyOnceWith({ group: 'cards' });
  });

  test('that redirects in circles ends at the error screen', async () => {
    const { arrive, errors } = setUp({
      routes: [
        route('Deposit list', { guard: () => ({ to: 'Group list' }) }),
        route('Group list', { guard: () => ({ to: 'Deposit list' }) }),
      ],
    });
    await arrive('Error');
    expect(String(errors[0])).toContain('without end');
  });
});

describe('navigating', () => {
  test('forward adds an entry; with `replace` the number of entries stays', async () => {
    const { router, history, arrive } = setUp();
    await arrive('Deposit list');
    router.navigate({ to: 'Redirect deposit', search: { method: 'upi' } });
    await arrive('Redirect deposit');
    expect(history.entry.index).toBe(1);
    expect(router.getPlace()?.direction).toBe('forward');
    router.navigate({ to: 'Group list', replace: true });
    await arrive('Group list');
    expect(history.entry.index).toBe(1);
    expect(router.getPlace()?.direction).toBe('stay');
  });

  test('omits the missing values of a query', async () => {
    const { router, history } = setUp();
    router.navigate({ to: 'Redirect deposit', search: { method: 'a b&c', group: undefined } });
    expect(history.address).toBe('/deposit/redirect?method=a+b%26c');
  });

  test('back and forward in the browser restores each screen’s scroll position', async () => {
    const { router, history, arrive } = setUp();
    await arrive('Deposit list');
    window.scrollY = 480;
    router.navigate({ to: 'Redirect deposit' });
    await arrive('Redirect deposit');
    expect(router.getPlace()?.scrollTop).toBe(0);
    history.go(-1);
    await arrive('Deposit list');
    expect(router.getPlace()).toMatchObject({ scrollTop: 480, direction: 'back' });
    window.scrollY = 480;
    history.go(1);
    await arrive('Redirect deposit');
    expect(router.getPlace()).toMatchObject({ scrollTop: 0, direction: 'forward' });
  });

  test('a slow screen doesn’t replace one that was requested later', async () => {
    const slow = createLoad();
    const { router, arrive, at } = setUp({ routes: [route('Group list', { load: slow.load })] });
    await arrive('Deposit list');
    router.navigate({ to: 'Group list' });
    router.navigate({ to: 'Redirect deposit' });
    await arrive('Redirect deposit');
    slow.end();
    await Promise.resolve();
    await Promise.resolve();
    expect(at()).toBe('Redirect deposit');
  });

  test('a late failure of a screen that was left is ignored', async () => {
    let fail: (error: Error) => void = () => {};
    const load = () =>
      new Promise<Loaded>((_, reject) => {
        fail = reject;
      });
    const { router, arrive, at, errors } = setUp({ routes: [route('Group list', { load })] });
    await arrive('Deposit list');
    router.navigate({ to: 'Group list' });
    router.navigate({ to: 'Redirect deposit' });
    await arrive('Redirect deposit');
    fail(new Error('late'));
    await new Promise((resolve) => setTimeout(resolve));
    expect([at(), errors]).toEqual(['Redirect deposit', []]);
  });
});

describe('back', () => {
  test('goes to the route’s target, at the scroll position where it was left', async () => {
    const { router, arrive } = setUp();
    await arrive('Deposit list');
    window.scrollY = 300;
    router.navigate({ to: 'Group list', search: { group: 'cards' } });
    await arrive('Group list');
    router.navigate({ to: 'Redirect deposit' });
    await arrive('Redirect deposit');
    router.back();
    await arrive('Deposit list');
    expect(router.getPlace()).toMatchObject({ direction: 'back', scrollTop: 300 });
  });

  test('never steps back in the history, which is the host page’s too in a frame', async () => {
    const { router, history, arrive } = setUp();
    const go = vi.spyOn(history, 'go');
    await arrive('Deposit list');
    router.navigate({ to: 'Redirect deposit' });
    await arrive('Redirect deposit');
    router.back();
    router.back();
    await arrive('Deposit list');
    expect(go).not.toHaveBeenCalled();
    expect([history.address, history.entry.index]).toEqual(['/deposit', 1]);
  });

  test('over two screens with the target ’Previous’ ends where they began', async () => {
    const { router, arrive } = setUp({
      address: '/deposit/group',
      routes: [route('Video instruction', { backTo: 'Previous' })],
    });
    await arrive('Group list');
    router.navigate({ to: 'Crypto address' });
    await arrive('Crypto address');
    router.navigate({ to: 'Video instruction' });
    await arrive('Video instruction');
    router.back();
    await arrive('Crypto address');
    router.back();
    await arrive('Group list');
  });

  test('replaces the screen where its target wasn’t visited', async () => {
    const { router, history, arrive } = setUp({ address: '/deposit/redirect?method=upi' });
    await arrive('Redirect deposit');
    router.back();
    await arrive('Deposit list');
    expect(history.entry.index).toBe(0);
    expect(router.getPlace()?.direction).toBe('back');
  });

  test('reuses another visit of a screen only where it had the same query', async () => {
    const backTo: Route['backTo'] = ({ group }) => ({ to: 'Group list', search: { group } });
    const { router, history, arrive } = setUp({
      address: '/deposit/group?group=cash',
      routes: [route('Group deposit', { backTo })],
    });
    await arrive('Group list');
    router.navigate({ to: 'Group deposit', search: { group: 'cards' } });
    await arrive('Group deposit');
    router.back();
    await arrive('Group list');
    expect(history.address).toBe('/deposit/group?group=cards');
  });

  test('leaves out a visit with a value that the target must not have', async () => {
    const search = { group: 'cards', bank: undefined };
    const { router, history, arrive } = setUp({
      address: '/deposit/group?group=cards',
      routes: [route('Group deposit', { backTo: () => ({ to: 'Group list', search }) })],
    });
    await arrive('Group list');
    router.navigate({ to: 'Group list', search: { group: 'cards', bank: '058' } });
    await waitFor(() => expect(history.address).toContain('bank'));
    router.navigate({ to: 'Group deposit' });
    await arrive('Group deposit');
    router.back();
    await arrive('Group list');
    expect(history.address).toBe('/deposit/group?group=cards');
  });

  test('goes to the previous screen, or home where there is none', async () => {
    const { router, arrive } = setUp({ address: '/deposit/group' });
    await arrive('Group list');
    router.navigate({ to: 'Crypto address' });
    await arrive('Crypto address');
    router.back();
    await arrive('Group list');

    const other = setUp({ address: '/deposit/crypto/address' });
    await other.arrive('Crypto address');
    other.router.back();
    await other.arrive('Deposit list');
  });

  test('from a reloaded page goes to the route’s target, not out of the cashier', async () => {
    const { router, arrive, history } = setUp({ address: '/deposit/redirect', index: 3 });
    await arrive('Redirect deposit');
    router.back();
    await arrive('Deposit list');
    expect(history.entry.index).toBe(3);
  });
});

describe('a name from an address', () => {
  const hostile = [
    'javascript:alert(1)',
    '//evil.example',
    'https://evil.example/',
    '__proto__',
    'constructor',
    'toString',
    '',
    'x'.repeat(100_000),
    'Sweepstake deposit list',
    '/withdrawal',
  ];

  test.each(hostile)('%.40s leads home', async (backRoute) => {
    const search = new URLSearchParams({ backRoute });
    const { router, arrive } = setUp({ address: `/error?${search}` });
    expect(router.resolveName(backRoute)).toBe('Deposit list');
    await arrive('Error');
    router.back();
    await arrive('Deposit list');
  });

  test('of this cashier leads to its screen', async () => {
    const { router, arrive } = setUp({ address: '/error?backRoute=Withdrawal+list' });
    await arrive('Error');
    router.back();
    await arrive('Withdrawal list');
    expect(router.resolveName(undefined)).toBe('Deposit list');
  });
});

describe('a screen that can’t be loaded', () => {
  const failing = (error: unknown) =>
    route('Redirect deposit', {
      backTo: 'Deposit list',
      load: async () => {
        throw error;
      },
    });

  test('is replaced by the error screen, with the error and the requested screen', async () => {
    const error = new Error('no such chunk');
    const { router, arrive, errors, history } = setUp({ routes: [failing(error)] });
    await arrive('Deposit list');
    router.navigate({ to: 'Redirect deposit', search: { method: 'upi' } });
    await arrive('Error');
    expect(history.address).toBe('/error?backRoute=Deposit+list');
    expect(history.entry.index).toBe(1);
    expect(router.getPlace()?.data).toEqual({
      message: 'no such chunk',
      stack: error.stack,
      reference: expect.stringMatching(/^KW-/),
      wanted: { name: 'Redirect deposit', search: { method: 'upi' } },
    });
    expect(errors).toEqual([error]);
  });

  test('reports the failure of a call, with the reference for support', async () => {
    const { router, arrive } = setUp({
      address: '/deposit/redirect',
      routes: [failing(networkError('lost'))],
    });
    await arrive('Error');
    expect(router.getPlace()?.data).toMatchObject({ failure: { kind: 'network' } });
  });

  test('times out after 30 s', async () => {
    vi.useFakeTimers();
    const { router, at, errors } = setUp({
      routes: [route('Redirect deposit', { load: createLoad().load })],
    });
    await vi.advanceTimersByTimeAsync(0);
    router.navigate({ to: 'Redirect deposit' });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(at()).toBe('Redirect deposit');
    await vi.advanceTimersByTimeAsync(1);
    expect(at()).toBe('Error');
    expect(errors).toEqual([new Error('Request timeout')]);
    expect(router.getPlace()?.data).toMatchObject({ message: 'Request timeout' });
  });

  test('is reported where not even the error screen can be loaded', async () => {
    const broken = route('Error', {
      load: async () => {
        throw new Error('offline');
      },
    });
    const { router, at } = setUp({
      address: '/deposit/redirect',
      routes: [failing('lost'), broken],
    });
    await waitFor(() => expect(at()).toBe('Error'));
    await waitFor(() => expect(router.getPlace()?.error).toEqual(new Error('offline')));
  });

  test('is requested again by a reload of the page at its address', async () => {
    const { router, arrive, history } = setUp({ routes: [failing(new Error('no such chunk'))] });
    await arrive('Deposit list');
    router.navigate({ to: 'Redirect deposit', search: { method: 'upi' } });
    await arrive('Error');
    const reloaded = vi.spyOn(history, 'reload').mockImplementation(() => {});
    router.reload();
    expect(reloaded).toHaveBeenCalledOnce();
    expect(history.address).toBe('/deposit/redirect?method=upi');
    expect(history.entry).toEqual({ index: 1 });
  });

  test('of another flow leads back to that flow', async () => {
    const { arrive, history } = setUp({
      address: '/withdrawal',
      routes: [
        route('Withdrawal list', {
          transaction: 'withdrawal',
          load: async () => {
            throw new Error('lost');
          },
        }),
      ],
    });
    await arrive('Error');
    expect(history.address).toBe('/error?backRoute=Withdrawal+list');
  });

  afterEach(() => void vi.useRealTimers());
});

describe('while a screen loads', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('the old screen stays for 200 ms, then a skeleton replaces it', async () => {
    const slow = createLoad();
    const { router, at } = setUp({ routes: [route('Group list', { load: slow.load })] });
    await vi.advanceTimersByTimeAsync(0);
    router.navigate({ to: 'Group list' });
    await vi.advanceTimersByTimeAsync(199);
    expect(at()).toBe('Deposit list');
    await vi.advanceTimersByTimeAsync(1);
    expect(at()).toBe('Group list');
    expect(router.getPlace()?.screen).toBeNull();
    slow.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(router.getPlace()?.screen).toBe(Screen);
  });

  test('the first screen’s skeleton appears after 200 ms: the page has its own skeleton', async () => {
    const { router } = setUp({ routes: [route('Deposit list', { load: createLoad().load })] });
    await vi.advanceTimersByTimeAsync(199);
    expect(router.getPlace()).toBeNull();
    await vi.advanceTimersByTimeAsync(1);
    expect(router.getPlace()).toMatchObject({ screen: null, direction: 'first' });
  });
});

describe('definitions outside of the first load', () => {
  test('are loaded on demand, and again after a failure', async () => {
    const rest = vi
      .fn<Tree['loadRest']>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue([route('OnRamp')]);
    const { router, arrive, history } = setUp({ address: '/deposit/onramp', rest });
    await arrive('Error');
    expect(history.entry.data).toMatchObject({ message: 'offline', wanted: { name: 'OnRamp' } });
    router.navigate({ to: 'OnRamp' });
    await arrive('OnRamp');
  });

  test('show a skeleton while they load', async () => {
    vi.useFakeTimers();
    let bring = (_routes: Route[]): void => {};
    const rest = () => new Promise<Route[]>((resolve) => (bring = resolve));
    const { router } = setUp({ rest });
    await vi.advanceTimersByTimeAsync(0);
    router.navigate({ to: 'OnRamp' });
    await vi.advanceTimersByTimeAsync(199);
    expect(router.getPlace()).toMatchObject({ path: '/deposit', screen: Screen });
    await vi.advanceTimersByTimeAsync(1);
    expect(router.getPlace()).toMatchObject({ path: '/deposit', screen: null });
    bring([route('OnRamp')]);
    await vi.advanceTimersByTimeAsync(0);
    expect(router.getPlace()).toMatchObject({ path: '/deposit/onramp', screen: Screen });
    vi.useRealTimers();
  });

  test('are loaded after the first screen, which doesn’t wait for them', async () => {
    const rest = vi.fn<Tree['loadRest']>(() => new Promise(() => {}));
    const { arrive } = setUp({ rest });
    await arrive('Deposit list');
    expect(rest).not.toHaveBeenCalled();
    await waitFor(() => expect(rest).toHaveBeenCalledOnce());
  });

  test('a screen without a definition is an error, not an endless wait', async () => {
    const { arrive, errors } = setUp({ address: '/deposit/onramp' });
    await arrive('Error');
    expect(String(errors[0])).toContain('OnRamp');
  });
});

describe('preloading', () => {
  test('loads a screen and calls no onEnter', async () => {
    const load = vi.fn(async () => ({ screen: Screen }));
    const onEnter = vi.fn();
    const { router, arrive, history, at } = setUp({
      routes: [route('Group list', { load, onEnter, flags: ['status'] })],
    });
    await arrive('Deposit list');
    router.preload({ to: 'Group list', search: { group: 'cards' } });
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    expect(onEnter).not.toHaveBeenCalled();
    expect([at(), history.address]).toEqual(['Deposit list', '/deposit']);
  });

  test('skips a screen that its guard redirects, and ignores failures', async () => {
    const load = vi.fn(async () => {
      throw new Error('lost');
    });
    const { router, arrive, errors } = setUp({
      routes: [
        route('Group list', { load, guard: () => ({ to: 'Deposit list' }) }),
        route('OnRamp', { load }),
      ],
    });
    await arrive('Deposit list');
    router.preload({ to: 'Group list' });
    router.preload({ to: 'OnRamp' });
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    expect(errors).toEqual([]);
  });
});

test('a stopped router reacts to nothing and shows nothing', async () => {
  const slow = createLoad();
  const { router, history, arrive } = setUp({ routes: [route('Group list', { load: slow.load })] });
  await arrive('Deposit list');
  const listener = vi.fn();
  router.subscribe(listener);
  router.navigate({ to: 'Group list' });
  router.stop();
  slow.end();
  history.go(-1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(listener).not.toHaveBeenCalled();
});
