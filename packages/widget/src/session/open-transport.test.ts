import { buildHostData, buildUser, createFakeBridge } from '@kassa/test-kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeForceLogging } from '../storage/write-settings.ts';
import { connectSocket } from '../transport/connect-socket.ts';
import type { Connection } from '../transport/socket.ts';
import { openTransport } from './open-transport.ts';

vi.mock(import('../transport/connect-socket.ts'), async (original) => ({
  ...(await original()),
  connectSocket: vi.fn(async (): Promise<Connection> => {
    return { on: () => {}, emit: () => {}, disconnect: () => {} };
  }),
}));

beforeEach(() => {
  sessionStorage.clear();
  vi.mocked(connectSocket).mockClear();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const refusal = { error: { code: 'method.unavailable', message: 'It is off.', reference: 'KR-1' } };

function open({
  hostData = {},
  fetch = async () => Response.json(refusal, { status: 422 }),
}: {
  hostData?: Parameters<typeof buildHostData>[0];
  fetch?: typeof globalThis.fetch;
} = {}) {
  const bridge = createFakeBridge();
  const onFailure = vi.fn();
  const transport = openTransport({
    hostData: buildHostData({ token: 'secret-token', ...hostData }),
    bridge,
    origin: 'https://pay.example',
    language: 'pt',
    fetch,
    onFailure,
  });
  transport.start();
  return { bridge, transport, onFailure };
}

test.each([
  ['the host’s choice', 'socket', null, 1],
  ['the host’s choice', 'http', null, 0],
  ['the tab’s choice', 'socket', 'http', 0],
  ['the tab’s choice', 'http', 'socket', 1],
  ['the host’s choice, over an unknown name,', 'http', 'pigeon', 0],
] as const)('%s applies: %s and %s', async (_, transport, stored, connections) => {
  if (stored !== null) sessionStorage.setItem('kassa.transport', stored);
  open({ hostData: { transport } });
  await vi.dynamicImportSettled();
  expect(connectSocket).toHaveBeenCalledTimes(connections);
});

test('a socket’s token isn’t in its query', async () => {
  open({ hostData: { transport: 'socket' } });
  await vi.dynamicImportSettled();
  const [options] = vi.mocked(connectSocket).mock.lastCall ?? [];
  expect(options?.token).toBe('secret-token');
  expect(JSON.stringify(options?.query)).not.toContain('secret-token');
});

test('every call has the extra headers (§7)', async () => {
  const fetch = vi.fn(async () => Response.json(refusal, { status: 422 }));
  const { transport } = open({ fetch, hostData: { transport: 'http', pwa: true } });
  await expect(transport.call('user-get', {})).rejects.toThrow();
  expect(fetch).toHaveBeenCalledWith(
    expect.anything(),
    expect.objectContaining({
      headers: expect.objectContaining({
        platformVersion: 'redesign',
        pwa: 'true',
        isMobileApp: 'false',
        language: 'pt',
      }),
    }),
  );
});

test('an account and its balance in gold coins are read as sweep coins (§3)', async () => {
  const balanceData = { primary: { amount: '5', currency: 'QGC' } };
  const fetch = async () => Response.json(buildUser({ currency: 'QGC', balanceData }));
  const { transport } = open({ fetch, hostData: { transport: 'http' } });
  expect(await transport.call('user-get', {})).toMatchObject({
    currency: 'QSC',
    balanceData: { primary: { amount: '5', currency: 'QSC' } },
  });
});

test('a rejected request is reported to the host as a metric, and passed on (§8)', async () => {
  const { transport, bridge, onFailure } = open({ hostData: { transport: 'http' } });
  await expect(transport.call('user-get', {})).rejects.toThrow();
  expect(bridge.sent).toEqual([
    {
      messageType: 'Metric',
      payload: { name: 'Server.HTTP.request.ERROR', value: 'user-get 422 method.unavailable' },
    },
  ]);
  expect(onFailure).toHaveBeenCalledWith('user-get', expect.objectContaining({ status: 422 }));
});

test('a failed call of the analytics causes no further event', async () => {
  const { transport, onFailure } = open({ hostData: { transport: 'http' } });
  const events = [{ event: 'exit', event_category: 'deposit' } as const];
  await expect(transport.call('events', { events })).rejects.toThrow();
  expect(onFailure).not.toHaveBeenCalled();
});

test.each([
  ['in development', true, false, 1],
  ['in production', false, false, 0],
  ['in production where logging is on', false, true, 1],
])('a failed request is logged %s: %s, %s', async (_, isDevelopment, isForced, times) => {
  vi.stubEnv('DEV', isDevelopment);
  writeForceLogging(isForced);
  const { transport } = open({ hostData: { transport: 'http' } });
  await expect(
    transport.call('deposit-limits', { currency: 'EUR', paymentMethod: 'secret-method' }),
  ).rejects.toThrow();
  const { calls } = vi.mocked(console.error).mock;
  expect(calls).toHaveLength(times);
  expect(calls.every(([text]) => text === 'Server.HTTP.request.ERROR')).toBe(true);
  expect(JSON.stringify(calls)).not.toMatch(/secret/);
});

test('each retry of the socket is reported to the host, without the query (§7)', async () => {
  vi.useFakeTimers();
  // The shortest pauses.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  vi.mocked(connectSocket).mockRejectedValue(new Error('no script'));
  const { bridge } = open({ hostData: { transport: 'socket' } });
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(14_000);
  const url = 'wss://pay.example/v4/socket.io';
  expect(bridge.sent).toEqual([
    { messageType: 'reconnect-attempt', payload: { attempt: 1, url } },
    { messageType: 'reconnect-attempt', payload: { attempt: 2, url } },
    { messageType: 'reconnect-attempt', payload: { attempt: 3, url } },
    { messageType: 'Metric', payload: { name: 'transport.fallback', value: 'http' } },
  ]);
  vi.useRealTimers();
});
