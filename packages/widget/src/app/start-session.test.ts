import { buildHostData, createFakeBridge } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startSession } from './start-session.ts';

const page = { product: 'kassa', allowedOrigins: [] };
const root = document.documentElement;

beforeEach(() => {
  // Outside of a build the locale files' addresses are data: ones.
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address).startsWith('data:')
      ? Response.json({ back: 'Back' })
      : Response.json({}, { status: 401 }),
  );
});
afterEach(() => void vi.restoreAllMocks());

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

test('a language that can’t be loaded is English in every way: texts, formats, direction', async () => {
  vi.mocked(fetch).mockImplementationOnce(async () => new Response('', { status: 404 }));
  const bridge = createFakeBridge(buildHostData({ locale: 'ar-EG', transport: 'http' }));
  const { session } = await startSession({ page, bridge, addressLocale: null });
  expect([root.lang, root.dir, session.locale.format]).toEqual(['en', 'ltr', 'en-u-nu-latn']);
  expect(bridge.sent).toContainEqual({
    messageType: 'onLocaleError',
    payload: { message: 'Locale receiving error ar' },
  });
});

test('reports a language that can’t be loaded and starts all the same', async () => {
  vi.mocked(fetch).mockImplementation(async () => new Response('', { status: 404 }));
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  const { messages } = await startSession({ page, bridge, addressLocale: null });
  expect(messages).toHaveProperty('start');
  expect(bridge.sent).toContainEqual({
    messageType: 'onLocaleError',
    payload: { message: 'Failed to load fallback english locale' },
  });
});

test('follows the host: theme, close, and a fresh token for an expired one', async () => {
  const bridge = createFakeBridge(buildHostData({ transport: 'http' }));
  const { session } = await startSession({ page, bridge, addressLocale: null });
  bridge.say({ messageType: 'theme-updated', payload: { theme: 'dark' } });
  expect(root.dataset.theme).toBe('dark');

  bridge.say({ messageType: 'close' });
  expect(bridge.sent).toContainEqual({ messageType: 'onClose' });

  await expect(session.transport.call('user-get', {})).rejects.toThrow();
  bridge.say({ messageType: 'token-updated', payload: { token: 'fresh' } });
  await expect(session.transport.call('user-get', {})).rejects.toThrow();
  const headers = vi.mocked(fetch).mock.lastCall?.[1]?.headers;
  expect(headers).toMatchObject({ authorization: 'Bearer fresh' });
});
