import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChainSource } from '../../chain-rail.ts';
import type { NodeAccess } from '../node-access.ts';
import { buildEvmSource } from './evm-source.ts';
import { buildNodeClient } from './node-client.ts';
import { healthyAnswers } from './testing/chain-sample.ts';
import { NodeRefusal, type NodeStandIn, startNodeStandIn } from './testing/node-stand-in.ts';

let node: NodeStandIn;
let source: ChainSource;

beforeAll(async () => {
  node = await startNodeStandIn();
});
afterAll(() => node.close());

beforeEach(() => {
  node.answers = healthyAnswers(100);
  source = buildSource({ url: node.url });
});
afterEach(() => {
  node.respond = () => undefined;
  node.requests = [];
});

function buildSource(access: NodeAccess, timeoutMs = 60_000) {
  return buildEvmSource({ blockchain: 'ETHEREUM', node: access, chainId: 1, timeoutMs });
}

describe('faults of a node', () => {
  test.each([
    { status: 401, reason: 'misconfigured' },
    { status: 403, reason: 'misconfigured' },
    { status: 404, reason: 'misconfigured' },
    { status: 429, reason: 'unavailable' },
    { status: 413, reason: 'unavailable' },
    { status: 502, reason: 'unavailable' },
    { status: 418, reason: 'malformed' },
    { status: 200, reason: 'malformed' },
  ])('status $status with a text is $reason', async ({ status, reason }) => {
    node.respond = () => ({ status, body: '<html>' });
    await expect(source.hashAt(1)).rejects.toMatchObject({ reason });
  });

  test('a redirect is not followed', async () => {
    node.respond = () => ({ status: 307, body: '', headers: { location: `${node.url}/other` } });
    await expect(source.hashAt(1)).rejects.toMatchObject({ reason: 'malformed' });
    expect(node.requests).toHaveLength(1);
  });

  test.each([
    { code: -32_000, message: 'missing trie node 1a2b (path )', reason: 'pruned' },
    { code: 4444, message: 'pruned history unavailable', reason: 'pruned' },
    { code: -32_000, message: 'Must be authenticated!', reason: 'misconfigured' },
    { code: -32_005, message: 'daily request count exceeded', reason: 'unavailable' },
    { code: -32_601, message: 'the method does not exist', reason: 'malformed' },
    { code: -32_603, message: 'internal error', reason: 'unavailable' },
  ])('"$message" is $reason', async ({ code, message, reason }) => {
    node.answers.eth_getBlockByNumber = () => {
      throw new NodeRefusal(code, message);
    };
    await expect(source.hashAt(1)).rejects.toMatchObject({ reason });
    // Some nodes say the same with an HTTP status.
    node.respond = () => ({ status: 400, body: { id: 0, error: { code, message } } });
    await expect(source.hashAt(1)).rejects.toMatchObject({ reason });
  });

  test('an answer to nothing is malformed', async () => {
    node.respond = () => ({ status: 200, body: { jsonrpc: '2.0', id: 0 } });
    await expect(source.hashAt(1)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('an endless answer is cut off', async () => {
    node.respond = () => ({ status: 200, body: 'x'.repeat(1_001) });
    const client = buildNodeClient({ url: node.url }, 60_000, 1_000);
    await expect(client.call('eth_chainId')).rejects.toMatchObject({
      reason: 'unavailable',
      message: 'eth_chainId: the answer is too long',
    });
  });

  test('no answer is unavailable', async () => {
    node.respond = () => new Promise(() => {});
    const error = { reason: 'unavailable', message: 'eth_getBlockByNumber: TimeoutError' };
    await expect(buildSource({ url: node.url }, 20).hashAt(1)).rejects.toMatchObject(error);
  });

  test('no connection is unavailable', async () => {
    const gone = await startNodeStandIn();
    await gone.close();
    const error = { reason: 'unavailable', message: 'eth_getBlockByNumber: ECONNREFUSED' };
    await expect(buildSource({ url: gone.url }).hashAt(1)).rejects.toMatchObject(error);
  });
});

describe('keys', () => {
  const key = 'keyInThePath';
  const apiKey = 'keyInTheHeader';

  test('are sent as the access says', async () => {
    await buildSource({ url: node.url, apiKey }).hashAt(1);
    await buildSource({ url: node.url, user: 'kassa', password: 'geheim' }).hashAt(1);
    await source.hashAt(1);
    const basic = `Basic ${Buffer.from('kassa:geheim').toString('base64')}`;
    const sent = node.requests.map(({ authorization }) => authorization);
    expect(sent).toEqual([`Bearer ${apiKey}`, basic, undefined]);
  });

  test('are in no error and no host', async () => {
    const keyed = buildSource({ url: `${node.url}/v3/${key}`, apiKey });
    expect(keyed.host).toBe(new URL(node.url).host);
    const message = `unauthorized: project id ${key} with ${apiKey}`;
    for (const status of [200, 400, 401, 500]) {
      node.respond = () => ({ status, body: { id: 0, error: { code: -32_000, message } } });
      for (const ask of [() => keyed.hashAt(1), () => keyed.blocks(1, 3), () => keyed.tip()]) {
        const error = await ask().catch((thrown: unknown) => thrown);
        expect(error).toMatchObject({ reason: 'misconfigured' });
        expect(String(error)).not.toMatch(/keyIn/);
      }
    }
  });
});
