import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectCoreWallet } from './core-wallet.ts';

/** The wallet's entries, the oldest first, as a node keeps them. */
let entries: object[] = [];
let asked: unknown[][] = [];

const node = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    const { id, params } = JSON.parse(body);
    asked.push(params);
    const [, count, skipped] = params;
    const end = Math.max(entries.length - skipped, 0);
    const result = entries.slice(Math.max(end - count, 0), end);
    response.end(JSON.stringify({ id, result, error: null }));
  });
});

beforeAll(() => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => node.close(resolve)));

const second = 1_790_000_000;
const txidOf = (index: number) => index.toString(16).padStart(64, '0');

const entry = (index: number, category: string, time = second) => ({
  category,
  txid: txidOf(index),
  amount: category === 'send' ? -0.00007 : 0.00007,
  confirmations: 1,
  time,
});

const wallet = () => {
  const { port } = node.address() as AddressInfo;
  return connectCoreWallet({ url: `http://127.0.0.1:${port}` }, null, 5_000);
};

test.each([0, 999, 1_000, 2_500])('finds what was paid before %i later entries', async (later) => {
  entries = [
    entry(1, 'send'),
    ...Array.from({ length: later }, (_, at) => entry(at + 2, 'receive')),
  ];
  const sent = await wallet().listSent(new Date(second * 1000));
  expect(sent).toEqual([{ txid: txidOf(1), units: 7_000n }]);
});

test('reads no further back than the time, with a day for entries out of order', async () => {
  const day = 24 * 3600;
  asked = [];
  entries = [
    ...Array.from({ length: 5_000 }, (_, at) => entry(at + 2, 'send', second - 2 * day)),
    entry(1, 'send'),
  ];
  const sent = await wallet().listSent(new Date(second * 1000));
  expect(sent).toEqual([{ txid: txidOf(1), units: 7_000n }]);
  expect(asked.map(([, , skipped]) => skipped)).toEqual([0, 1_000]);
});
