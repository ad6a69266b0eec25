import { createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { loadRawTransaction } from './load-raw-transaction.ts';

const txid = 'ab'.repeat(32);
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A node that answers every call with this. */
async function startNode(answer: object) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ id: 0, ...answer })));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}` };
}

const unknown = { result: null, error: { code: -5, message: 'No such mempool transaction' } };

describe('a transaction', () => {
  test('is taken from the first node that has it', async () => {
    const nodes = [await startNode(unknown), await startNode({ result: 'c0de', error: null })];
    expect(await loadRawTransaction(nodes, txid, 5000)).toBe('c0de');
  });

  test('that no node has is named, with what the node needs', async () => {
    const loading = loadRawTransaction([await startNode(unknown)], txid, 5000);
    await expect(loading).rejects.toMatchObject({
      reason: 'pruned',
      message: expect.stringContaining('txindex=1'),
    });
  });

  test('of a node that is away is a failure of the node', async () => {
    const node = await startNode(unknown);
    for (const close of closing.splice(0)) close();
    await expect(loadRawTransaction([node], txid, 5000)).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });
});
