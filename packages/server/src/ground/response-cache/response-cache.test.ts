import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildResponseCache, cacheResponse, gzipEtag, isKnown } from './response-cache.ts';

test('ETags are strong: equal for equal bodies, different for different bodies', async () => {
  const [one, same, other] = [{ a: 1 }, { a: 1 }, { a: 2 }].map(cacheResponse);
  expect(one?.etag).toMatch(/^"[\w-]{43}"$/);
  expect(same?.etag).toBe(one?.etag);
  expect(other?.etag).not.toBe(one?.etag);
  expect(JSON.parse(gunzipSync((await one?.gzip()) ?? '').toString())).toEqual({ a: 1 });
});

test('recognizes the ETag of either form of a response', () => {
  const answer = cacheResponse({ a: 1 });
  const { etag } = answer;
  for (const tag of [etag, `W/${etag}`, gzipEtag(etag), `"other", ${etag}`, '*']) {
    expect(isKnown(answer, tag)).toBe(true);
  }
  for (const tag of [undefined, '', '"other"', etag.slice(1)]) {
    expect(isKnown(answer, tag)).toBe(false);
  }
});

test('drops the least recently used response when there is no room', () => {
  let made = 0;
  const make = () => {
    made += 1;
    return cacheResponse('x'.repeat(98));
  };
  const madeOf = {};
  // Three hundred bytes each, and one letter.
  const answers = buildResponseCache(700);
  const ask = (key: string) => answers.resolve(key, madeOf, make);
  expect([ask('a'), ask('b'), ask('a')].map(({ etag }) => etag)).toHaveLength(3);
  expect(made).toBe(2);
  ask('c');
  ask('a');
  expect(made).toBe(3);
  ask('b');
  expect(made).toBe(4);
});

test('makes a response anew from a different object, and does not cache one that is too large', () => {
  let made = 0;
  const make = () => {
    made += 1;
    return cacheResponse('x'.repeat(made === 3 ? 1000 : 1));
  };
  const answers = buildResponseCache(700);
  const [first, second] = [{}, {}];
  answers.resolve('a', first, make);
  answers.resolve('a', second, make);
  answers.resolve('a', second, make);
  expect(made).toBe(2);
  answers.resolve('b', second, make);
  answers.resolve('b', second, make);
  expect(made).toBe(4);
});
