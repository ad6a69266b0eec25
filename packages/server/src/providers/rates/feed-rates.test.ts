import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FeedRatesConfig } from '../../brands/rates-settings.ts';
import { FeedRates } from './feed-rates.ts';
import { suiteRates, testRatePort } from './rate-port.suite.ts';

/** A feed over real HTTP, whose response a test sets. */
interface Feed {
  url: string;
  answer: { status: number; body: string };
  authorizations: (string | undefined)[];
  close: () => Promise<void>;
}

async function startFeed(): Promise<Feed> {
  const feed: Feed = {
    url: '',
    answer: { status: 200, body: '' },
    authorizations: [],
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server: Server = createServer((request, response) => {
    feed.authorizations.push(request.headers.authorization);
    response.writeHead(feed.answer.status, { connection: 'close' }).end(feed.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  feed.url = `http://localhost:${(server.address() as AddressInfo).port}/rates?key=secret-key`;
  return feed;
}

const bodyOf = (rates: object, at: string) => JSON.stringify({ base: 'EUR', rates, at });

testRatePort('an HTTP feed', async () => {
  const feed = await startFeed();
  feed.answer.body = bodyOf(suiteRates.table, new Date().toISOString());
  const port = new FeedRates(
    { kind: 'http', url: feed.url, refreshSeconds: 60, maxAgeSeconds: 60, maxChangePercent: 20 },
    { brandId: 'kassa', log: { info: () => {}, warn: () => {}, error: () => {} }, now: nowOf },
  );
  await port.start();
  return {
    port,
    close: async () => {
      await port.stop();
      await feed.close();
    },
  };
});

function nowOf(): Date {
  return new Date();
}

describe('an HTTP feed of rates', () => {
  let feed: Feed;
  let rates: FeedRates;
  const warn = vi.fn();
  const error = vi.fn();
  const minutes = (count: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + count * 60_000);
  const twelve = '2026-11-20T12:00:00Z';
  let now = minutes(0);

  const open = (config: Partial<FeedRatesConfig> = {}, before?: FeedRates) =>
    new FeedRates(
      {
        kind: 'http',
        url: feed.url,
        // Below the minimum of a brand's settings: only this test uses the feed.
        refreshSeconds: 0.05,
        maxAgeSeconds: 600,
        maxChangePercent: 20,
        ...config,
      },
      { brandId: 'kassa', log: { info: () => {}, warn, error }, now: () => now },
      before,
    );
  const dollars = (at = now) => rates.rate('EUR', 'USD', at);

  beforeEach(async () => {
    warn.mockClear();
    error.mockClear();
    now = minutes(0);
    feed = await startFeed();
    rates = open();
  });
  afterEach(async () => {
    await rates.stop();
    await feed.close();
  });

  test('keeps the last good rates until they are too old', async () => {
    feed.answer.body = bodyOf({ USD: '1.08' }, twelve);
    await rates.start();
    expect(await dollars()).toEqual({
      rate: '1.08',
      source: `${new URL(feed.url).host} 2026-11-20T12:00:00.000Z`,
    });
    feed.answer.status = 503;
    await expect.poll(() => warn).toHaveBeenCalled();
    expect(await dollars(minutes(10))).toMatchObject({ rate: '1.08' });
    expect(await dollars(minutes(10.1))).toBeNull();
    expect(warn.mock.calls[0]?.[0]).toMatchObject({ problem: 'it responded with status 503' });
    expect(JSON.stringify(warn.mock.calls)).not.toContain('secret-key');
  });

  test('refreshes in the background, and recovers after a failure', async () => {
    feed.answer = { status: 500, body: '' };
    await rates.start();
    expect(await dollars()).toBeNull();
    feed.answer = { status: 200, body: bodyOf({ USD: '1.09' }, twelve) };
    await expect.poll(() => dollars()).toMatchObject({ rate: '1.09' });
    feed.answer.body = bodyOf({ USD: '1.10' }, '2026-11-20T12:01:00+00:00');
    now = minutes(1);
    await expect.poll(() => dollars()).toMatchObject({ rate: '1.1' });
  });

  test('reads numbers as their text, so that no digit is lost', async () => {
    feed.answer.body = `{"base":"EUR","rates":{"USD":1.080000000000000001,"BTC":1.5e-5},"at":"${twelve}"}`;
    await rates.start();
    expect(await dollars()).toMatchObject({ rate: '1.080000000000000001' });
    expect(await rates.rate('EUR', 'BTC', now)).toMatchObject({ rate: '0.000015' });
  });

  test('dates rates from the future to now', async () => {
    feed.answer.body = bodyOf({ USD: '1.08' }, '2030-01-01T00:00:00Z');
    await rates.start();
    expect(await dollars(minutes(11))).toBeNull();
  });

  test('rejects a table that moved too far, names the pair, and keeps the last table until it is too old', async () => {
    feed.answer.body = bodyOf({ USD: '1.08' }, twelve);
    await rates.start();
    feed.answer.body = bodyOf({ USD: '108' }, '2026-11-20T12:01:00Z');
    now = minutes(1);
    await expect.poll(() => error).toHaveBeenCalled();
    expect(error.mock.calls[0]?.[0]).toMatchObject({
      brandId: 'kassa',
      from: 'EUR',
      to: 'USD',
      before: '1.08',
      after: '108',
    });
    expect(await dollars()).toMatchObject({ rate: '1.08' });
    expect(await dollars(minutes(10.1))).toBeNull();
    feed.answer.body = bodyOf({ USD: '1.1' }, '2026-11-20T12:02:00Z');
    now = minutes(2);
    await expect.poll(() => dollars()).toMatchObject({ rate: '1.1' });
  });

  test('goes on with the rates of a feed with the same address and the same largest change', async () => {
    feed.answer.body = bodyOf({ USD: '1.08' }, twelve);
    await rates.start();
    await rates.stop();
    const next = (config: Partial<FeedRatesConfig>) => open(config, rates).rate('EUR', 'USD', now);
    expect(await next({ maxAgeSeconds: 900 })).toMatchObject({ rate: '1.08' });
    expect(await next({ maxChangePercent: 30 })).toBeNull();
    expect(await next({ url: 'https://rates.example' })).toBeNull();
  });

  test('sends its token to the feed', async () => {
    feed.answer.body = bodyOf({ USD: '1.08' }, twelve);
    rates = open({ token: 'feed-token' });
    await rates.start();
    expect(feed.authorizations).toEqual(['Bearer feed-token']);
  });

  test.each([
    ['no JSON', 'rates!', 'the response is not JSON'],
    ['a rate of zero', bodyOf({ USD: '0' }, twelve), 'rates.USD: must be more than zero'],
    ['a negative rate', bodyOf({ USD: -1 }, twelve), 'rates.USD: must be more than zero'],
    ['words for a rate', bodyOf({ USD: 'much' }, twelve), 'rates.USD: must be a decimal'],
    [
      'a number beyond reason',
      `{"base":"EUR","rates":{"USD":1e999},"at":"${twelve}"}`,
      'rates.USD',
    ],
    ['no time', JSON.stringify({ base: 'EUR', rates: {} }), 'at: '],
    ['no currency', bodyOf({ dollars: '1' }, twelve), 'rates.dollars'],
    ['no table', '[]', 'answer: '],
  ])('rejects %s as a whole, and logs it', async (_, body, problem) => {
    feed.answer.body = body;
    await rates.start();
    expect(await dollars()).toBeNull();
    expect(warn.mock.calls[0]?.[0].problem).toContain(problem);
  });
});
