import { afterEach, expect, test, vi } from 'vitest';
import { type EarlyWork, requestKey, takeEarlyWork } from './early-work.ts';

afterEach(() => {
  vi.restoreAllMocks();
  delete window.kassaEarly;
});

const address = 'https://pay.example/api/banking/methods-payment-v3';
const init = (token: string, body: unknown) => ({
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
});

function setUp(request: { token: string; body: unknown; ageMs?: number }) {
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('late'));
  const answer = Promise.resolve(new Response('early'));
  const early = { answer, startedAt: performance.now() - (request.ageMs ?? 0), abort: vi.fn() };
  const work: EarlyWork = {
    messages: [],
    requests: new Map([[requestKey(address, init(request.token, request.body)), early]]),
    screen: null,
    stop: vi.fn(),
  };
  window.kassaEarly = work;
  return { work, fetched, abort: early.abort, taken: takeEarlyWork(window) };
}

test('returns the response of a running request, once', async () => {
  const { taken, fetched, work } = setUp({ token: 't', body: { country: 'de' } });
  expect(work.stop).toHaveBeenCalled();
  const ask = () => taken.fetch(new URL(address), init('t', { country: 'de' }));
  expect(await (await ask()).text()).toBe('early');
  expect(fetched).not.toHaveBeenCalled();
  expect(await (await ask()).text()).toBe('late');
});

test.each([
  ['another token', 'u', { country: 'de' }],
  ['another body', 't', { country: 'in' }],
])('sends a new request for %s', async (_, token, body) => {
  const { taken, fetched } = setUp({ token: 't', body: { country: 'de' } });
  expect(await (await taken.fetch(address, init(token, body))).text()).toBe('late');
  expect(fetched).toHaveBeenCalledOnce();
});

test('sends a new request after more than a minute', async () => {
  const body = { country: 'de' };
  const { taken } = setUp({ token: 't', body, ageMs: 61_000 });
  expect(await (await taken.fetch(address, init('t', body))).text()).toBe('late');
});

test('aborting a taken request aborts the early one', async () => {
  const aborter = new AbortController();
  const { taken, abort } = setUp({ token: 't', body: {} });
  await taken.fetch(address, { ...init('t', {}), signal: aborter.signal });
  expect(abort).not.toHaveBeenCalled();
  aborter.abort();
  expect(abort).toHaveBeenCalledOnce();
});

test('works without an early script', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('late'));
  const { messages, fetch } = takeEarlyWork(window);
  expect(messages).toEqual([]);
  expect(await (await fetch('/locales/en.json')).text()).toBe('late');
});
