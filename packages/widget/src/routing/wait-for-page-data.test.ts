import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { retryImport, waitForPageData } from './wait-for-page-data.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('passes on data in time, and a failure unchanged', async () => {
  await expect(waitForPageData(Promise.resolve('data'))).resolves.toBe('data');
  await expect(waitForPageData(Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(vi.getTimerCount()).toBe(0);
});

test('times out after 30 s', async () => {
  const outcome = expect(waitForPageData(new Promise(() => {}))).rejects.toThrow('Request timeout');
  await vi.advanceTimersByTimeAsync(30_000);
  await outcome;
});

test('a phone that slept in between keeps the rest of its time', async () => {
  const outcome = vi.fn();
  waitForPageData(new Promise(() => {})).catch(outcome);
  // A timer that was due during the sleep fires late, and once.
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersToNextTimerAsync();
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(outcome).toHaveBeenCalledOnce();
});

test('an import is retried after 2^attempt seconds and up to one more (§9)', async () => {
  const load = vi.fn().mockRejectedValue(new Error('offline'));
  const outcome = expect(retryImport(load, { random: () => 0.5 })).rejects.toThrow('offline');
  const callsAfter = async (pauseMs: number) => {
    await vi.advanceTimersByTimeAsync(pauseMs);
    return load.mock.calls.length;
  };
  expect(await callsAfter(0)).toBe(1);
  expect(await callsAfter(1499)).toBe(1);
  expect(await callsAfter(1)).toBe(2);
  expect(await callsAfter(2499)).toBe(2);
  expect(await callsAfter(1)).toBe(3);
  expect(await callsAfter(4499)).toBe(3);
  expect(await callsAfter(1)).toBe(4);
  await outcome;
});

test('an import requests the stylesheets again that failed, and fails without them', async () => {
  document.head.innerHTML = '<link rel="stylesheet">';
  onTestFinished(() => document.head.replaceChildren());
  const settle = (event: 'load' | 'error') => {
    const link = document.querySelector('link');
    link?.dispatchEvent(new Event(event));
    return link;
  };
  const failed = settle('error');
  const load = vi.fn().mockResolvedValue('module');
  const outcome = retryImport(load);
  const failedAgain = settle('error');
  expect(failedAgain).not.toBe(failed);
  await vi.advanceTimersByTimeAsync(2000);
  expect(load).not.toHaveBeenCalled();
  expect(settle('load')).not.toBe(failedAgain);
  await expect(outcome).resolves.toBe('module');
  await expect(retryImport(load)).resolves.toBe('module');
});

test.each([
  ['there: it is withheld, and no pause helps', 200, 2, 1000],
  ['restarting', 503, 4, 7000],
  ['away', null, 4, 7000],
])('a stylesheet that fails again while the server is %s', async (_, status, requests, lastsMs) => {
  document.head.innerHTML = '<link rel="stylesheet">';
  onTestFinished(() => {
    document.head.replaceChildren();
    vi.restoreAllMocks();
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (status === null) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  const links = new Set<Element>();
  const failLink = () => {
    const link = document.querySelector('link');
    if (link === null || links.has(link)) return;
    links.add(link);
    link.dispatchEvent(new Event('error'));
  };
  const message = 'Unable to preload CSS for null';
  const load = vi.fn(async () => {
    failLink();
    throw new Error(message);
  });
  const startedAt = performance.now();
  let endedAt = 0;
  const outcome = retryImport(load, { random: () => 0 }).catch((error: Error) => {
    endedAt = performance.now();
    return error.message;
  });
  for (let step = 0; step < 100; step += 1) {
    await vi.advanceTimersByTimeAsync(100);
    failLink();
  }
  expect(await outcome).toBe(message);
  expect(links.size).toBe(requests);
  expect(endedAt - startedAt).toBe(lastsMs);
  expect(load).toHaveBeenCalledOnce();

  const later = retryImport(async () => 'module');
  document.querySelector('link')?.dispatchEvent(new Event('load'));
  await expect(later).resolves.toBe('module');
});

test('the jitter is less than a second', async () => {
  const load = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('module');
  const outcome = retryImport(load);
  await vi.advanceTimersByTimeAsync(2000);
  await expect(outcome).resolves.toBe('module');
});
