import { rumBatchSchema } from '@kassa/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onLCP } from 'web-vitals';
import { startRum } from './start-rum.ts';

vi.unmock('./start-rum.ts');
vi.mock('web-vitals', () => ({
  onCLS: vi.fn(),
  onFCP: vi.fn(),
  onINP: vi.fn(),
  onLCP: vi.fn(),
  onTTFB: vi.fn(),
}));

let fetch: ReturnType<typeof vi.fn<typeof globalThis.fetch>>;
let stop: () => void;

beforeEach(() => {
  history.replaceState(null, '', '/kassa/deposit?depositId=secret');
  fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', fetch);
});

afterEach(() => {
  stop();
  performance.clearMarks();
  performance.clearMeasures();
  vi.unstubAllGlobals();
  vi.mocked(onLCP).mockReset();
});

/** Returns everything that was sent so far, decoded by the contract. */
function sent() {
  return fetch.mock.calls.flatMap(([, init]) => {
    return rumBatchSchema.parse(JSON.parse(String(init?.body))).items;
  });
}

const leave = () => dispatchEvent(new Event('pagehide'));

test('sends the marks of the start once each, earlier ones too', async () => {
  performance.mark('kassa:handshake', { startTime: 120 });
  performance.mark('kassa:route:/deposit', { startTime: 200 });
  performance.mark('somebody-else');
  stop = startRum({ product: 'kassa' });
  performance.mark('kassa:full-loaded', { startTime: 900 });
  performance.mark('kassa:route:/deposit/redirect', { startTime: 5000 });
  performance.measure('kassa:first_show_submit_delay', { start: 900, end: 4200 });
  await expect
    .poll(() => {
      leave();
      return sent();
    })
    .toEqual(
      expect.arrayContaining([
        { name: 'handshake', value: 120, path: '/deposit' },
        { name: 'route', value: 200, path: '/deposit' },
        { name: 'full-loaded', value: 900, path: '/deposit' },
        { name: 'first_show_submit_delay', value: 3300, path: '/deposit' },
      ]),
    );
  expect(sent()).toHaveLength(4);
});

test('sends web vitals when the page is left, with keepalive and without a query', () => {
  stop = startRum({ product: 'kassa' });
  const [report] = vi.mocked(onLCP).mock.lastCall ?? [];
  report?.({ name: 'LCP', value: 812.4 } as Parameters<typeof report>[0]);
  expect(fetch).not.toHaveBeenCalled();
  leave();
  expect(fetch).toHaveBeenCalledWith('/kassa/rum', expect.objectContaining({ keepalive: true }));
  expect(sent()).toEqual([{ name: 'LCP', value: 812.4, path: '/deposit' }]);
  expect(JSON.stringify(fetch.mock.calls)).not.toContain('secret');
});

test('retries once after a failure, and drops rejected items', async () => {
  vi.useFakeTimers();
  stop = startRum({ product: 'kassa' });
  const [report] = vi.mocked(onLCP).mock.lastCall ?? [];
  const measured = { name: 'LCP', value: 812 } as Parameters<NonNullable<typeof report>>[0];
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetch.mockResolvedValueOnce(new Response(null, { status: 502 }));
  report?.(measured);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetch).toHaveBeenCalledTimes(3);

  fetch.mockResolvedValueOnce(new Response(null, { status: 400 }));
  report?.(measured);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(fetch).toHaveBeenCalledTimes(4);
  vi.useRealTimers();
});
