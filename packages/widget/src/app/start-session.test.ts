import { buildHostData, buildUser, createFakeBridge } from '@kassa/test-kit';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findMessages } from '../i18n/load-messages.ts';
import { useSessionStore } from '../session/session-store.ts';
import { readKept, writeKept } from '../storage/kept-for-player.ts';
import { writeStoredUser } from '../storage/stored-settings.ts';
import { startSession } from './start-session.ts';

const page = {
  product: 'kassa',
  allowedOrigins: [],
  debugHooks: false,
  vpnHint: false,
  ownIcons: {},
};
const root = document.documentElement;

/** Starts without the pauses between the attempts at a file. */
async function withoutPauses<Started>(start: () => Promise<Started>): Promise<Started> {
  vi.useFakeTimers();
  try {
    const starting = start();
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    starting.then(end, end);
    while (!isOver) await vi.advanceTimersByTimeAsync(100);
    return await starting;
  } finally {
    vi.useRealTimers();
  }
}

beforeEach(() => {
  // Outside of a build the addresses of locale files are `data:` URLs.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address).startsWith('data:')
      ? Response.json({ back: 'Back' })
      : Response.json({}, { status: 401 }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  useSessionStore.setState(useSessionStore.getInitialState(), true);
});

test('takes language, direction and theme from the host', async () => {
  const bridge = createFakeBridge(
    buildHostData({ locale: 'ar-EG', theme: 'dark', transport: 'http' }),
  );
  const { session } = await startSession({ page, bridge, addressLocale: null });
  expect([root.lang, root.dir, root.dataset.theme]).toEqual(['ar', 'rtl', 'dark']);
  expect(session.hostData.token).toBe('token-1');
});

test('the address overrides the host’s language', async () => {
  const bridge = createFakeBridge(buildHostData({ locale: 'ar', transport: 'http' }));
  await startSession({ page, bridge, addressLocale: 'ru-RU' });
  expect([root.lang, root.dir]).toEqual(['ru', 'ltr']);
});

test('a language that can’t be loaded is replaced by English: texts, formats, direction', async () => {
  const loadFile = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation(async (address, init) =>
    address === findMessages('ar')
      ? new Response('', { status: 404 })
      : (loadFile?.(address, init) ?? Response.error()),
  );
  const bridge = createFakeBridge(buildHostData({ locale: 'ar-EG', transport: 'http' }));
  const { session } = await withoutPauses(() =>
    startSession({ page, bridge, addressLocale: null }),
  );
  expect([root.lang, root.dir]).toEqual(['en', 'ltr']);
  expect(session.locale.format).toBe('en-EG-u-ca-gregory-nu-latn-x-num-ar-EG');
  expect(bridge.sent).toContainEqual({
    messageType: 'onLocaleError',
    payload: { message: 'Locale receiving error ar' },
  });
});

test('a language that can’t be loaded is reported, and the session starts', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response('', { status: 404 }));
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  const { messages } = await withoutPauses(() =>
    startSession({ page, bridge, addressLocale: null }),
  );
  expect(messages).toHaveProperty('start');
  expect(bridge.sent).toContainEqual({
    messageType: 'onLocaleError',
    payload: { message: 'Failed to load fallback english locale' },
  });
});

test('the browser’s storage holds no id of a player, not even of an earlier release', async () => {
  const tokenOf = (sub: string) => `.${btoa(JSON.stringify({ sub }))}.`;
  // Files share a worker's storage.
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('kassa.last-method.kassa.anna.x-17', 'card');
  sessionStorage.setItem('kassa.user.kassa', '{"id":"anna.x-17"}');
  sessionStorage.setItem('kassa.transport', 'http');
  const bridge = createFakeBridge(buildHostData({ token: tokenOf('anna.x-17') }));
  const { session, stop } = await startSession({ page, bridge, addressLocale: null });
  const keep = (id: string) => {
    writeStoredUser(session.playerKey, buildUser({ id }));
    writeKept('last-bank.card', session.playerKey, `method of ${session.playerKey}`);
  };
  keep('anna.x-17');
  const first = session.playerKey;
  bridge.say({ messageType: 'token-updated', payload: { token: tokenOf('ben-18') } });
  expect(session.playerKey).toBeNull();
  await waitFor(() => expect(session.playerKey).not.toBeNull());
  keep('ben-18');
  expect(readKept('last-bank.card', { playerKey: first })).toBe(`method of ${first}`);
  expect(readKept('last-bank.card', session)).not.toBe(`method of ${first}`);
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);
  expect(stored.match(/kassa\.[0-9a-f]{32}\.(user|last-bank)/g)).toHaveLength(4);
  expect(stored).toContain('kassa.transport');
  expect(stored).not.toMatch(/anna|ben-18/);
  stop();
  localStorage.clear();
  sessionStorage.clear();
});

test('follows the host: theme, close, and a new token after an expired one', async () => {
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  const { session } = await startSession({ page, bridge, addressLocale: null });
  bridge.say({ messageType: 'theme-updated', payload: { theme: 'dark' } });
  expect(root.dataset.theme).toBe('dark');

  bridge.say({ messageType: 'close' });
  expect(bridge.sent.slice(-2)).toEqual([
    {
      messageType: 'onAnalyticsEvent',
      payload: {
        event: 'exit',
        event_category: 'deposit',
        method_type: 'default',
        payment_region: 'de',
      },
    },
    { messageType: 'onClose' },
  ]);

  // The test's server rejects the new token too; the test only needs it to be sent.
  session.transport.call('user-get', {}).catch(() => {});
  await waitFor(() => expect(bridge.sent).toContainEqual({ messageType: 'tokenExpired' }));
  bridge.say({ messageType: 'token-updated', payload: { token: 'fresh' } });
  await waitFor(() =>
    expect(vi.mocked(fetch).mock.lastCall?.[1]?.headers).toMatchObject({
      authorization: 'Bearer fresh',
    }),
  );
});

test('a failed request is an analytics event with the whole payload (§3, §8)', async () => {
  vi.mocked(fetch).mockImplementation(async (address) =>
    String(address).startsWith('data:')
      ? Response.json({ back: 'Back' })
      : Response.json({ error: { code: 'method.unavailable', message: 'Off.' } }, { status: 422 }),
  );
  const bridge = createFakeBridge(buildHostData({ transport: 'http', currency: 'EUR' }));
  const { session } = await startSession({ page, bridge, addressLocale: null });
  useSessionStore.getState().chooseMethod('deposit', 'card');
  await expect(session.transport.call('user-get', {})).rejects.toThrow();
  expect(bridge.sent).toContainEqual({
    messageType: 'onAnalyticsEvent',
    payload: {
      event: 'error',
      event_category: 'deposit',
      currency: 'EUR',
      deposit_method: 'card',
      method_type: 'default',
      payment_region: 'de',
      error_code: '422',
      error_text: 'Off.',
    },
  });
});

test('a native app without a theme is dark, and the host’s tokens stand over ours', async () => {
  const hostData = buildHostData({ transport: 'http', themeTokens: { accent: '#ff00aa' } });
  const bridge = createFakeBridge(hostData, { isNative: true });
  await startSession({ page, bridge, addressLocale: null });
  expect(root.dataset.theme).toBe('dark');
  expect(root.style.getPropertyValue('--k-accent')).toBe('#ff00aa');
  bridge.say({ messageType: 'theme-updated', payload: { theme: 'light', themeTokens: {} } });
  expect(root.dataset.theme).toBe('light');
  expect(root.style.getPropertyValue('--k-accent')).toBe('');
});

test('keeps the bonuses of the host’s new list, without the invalid ones', async () => {
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  await startSession({ page, bridge, addressLocale: null });
  const bonus = {
    id: 'b1',
    type: 'freespin',
    currency: 'EUR',
    mustAccruedBefore: '2030-01-01T00:00:00Z',
    content: { title: 'Spins' },
  };
  const bonusList = [bonus, { id: 'broken' }];
  bridge.say({ messageType: 'bonus-list-updated', payload: { bonusList } });
  expect(useSessionStore.getState().bonusList).toEqual([bonus]);
});

test('an invalid theme or bonus is dropped alone, and reported', async () => {
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  await startSession({ page, bridge, addressLocale: null });
  const themeTokens = { accent: '#123456', bg: 'url(x)' };
  bridge.say({ messageType: 'theme-updated', payload: { theme: 'sepia', themeTokens } });
  expect(root.style.getPropertyValue('--k-accent')).toBe('#123456');
  expect(root.style.getPropertyValue('--k-bg')).toBe('');
  expect(bridge.sent.at(-1)).toEqual({
    messageType: 'Metric',
    payload: { name: 'Incorrect data from host', value: 'theme, themeTokens.bg' },
  });
});

test('messages of the host during the start are handled after it', async () => {
  const hostData = buildHostData({ token: '', transport: 'http' });
  const bridge = createFakeBridge(hostData);
  const starting = startSession({ page, bridge, addressLocale: null });
  await waitFor(() => expect(bridge.hasListener()).toBe(true));
  bridge.say({ messageType: 'theme-updated', payload: { theme: 'dark' } });
  bridge.say({ messageType: 'token-updated', payload: { token: 'late' } });
  bridge.say({ messageType: 'close' });
  expect((await starting).session.hostData.token).toBe('late');
  expect(root.dataset.theme).toBe('dark');
  expect(bridge.sent).toContainEqual({ messageType: 'onClose' });
});

test('a token of another player starts again; an empty one is ignored', async () => {
  const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub }))}.x`;
  const hostData = buildHostData({ token: tokenOf('a'), userId: 'u-1', transport: 'http' });
  const bridge = createFakeBridge(hostData);
  const { session, queryClient } = await startSession({ page, bridge, addressLocale: null });
  const say = (token: string) => bridge.say({ messageType: 'token-updated', payload: { token } });
  useSessionStore.getState().chooseRegion('br');
  queryClient.setQueryData(['user-get'], { id: 'a' });
  say('');
  expect(session.hostData.token).toBe(tokenOf('a'));
  say(`${tokenOf('a')}2`);
  expect(useSessionStore.getState().region).toBe('br');
  expect(session.hostData.userId).toBe('u-1');
  say(tokenOf('b'));
  expect(useSessionStore.getState().region).toBeNull();
  expect(session.hostData.userId).toBe('');
  expect(queryClient.getQueryData(['user-get'])).toBeUndefined();
});

test('a developer’s token is used where the host sends none, and never instead of the host’s', async () => {
  const bridge = createFakeBridge(buildHostData({ token: '', transport: 'http' }));
  const own = await startSession({ page, bridge, addressLocale: null, debugToken: 'developer' });
  expect(own.session.hostData.token).toBe('developer');
  const other = createFakeBridge(buildHostData({ token: 'host', transport: 'http' }));
  const options = { page, bridge: other, addressLocale: null, debugToken: 'developer' };
  expect((await startSession(options)).session.hostData.token).toBe('host');
});

test('a storage that throws counts as empty', async () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  const { session } = await startSession({ page, bridge, addressLocale: null });
  expect(session.hostData.transport).toBe('http');
});
