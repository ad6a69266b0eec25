import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChainError, type ChainFault } from '../../chain-rail.ts';
import { connectCoreRpc } from './core-rpc.ts';
import { buildCoreSource } from './core-source.ts';
import { loadTransactions } from './core-transactions.ts';
import {
  blockText,
  type CoreStandIn,
  hashOf,
  Refusal,
  startCoreStandIn,
  transactionText,
  txidOf,
} from './testing/core-stand-in.ts';

let node: CoreStandIn;
beforeEach(async () => {
  node = await startCoreStandIn();
});
afterEach(() => node.close());

const build = (change: Partial<Parameters<typeof buildCoreSource>[0]> = {}) =>
  buildCoreSource({
    blockchain: 'BITCOIN',
    network: 'main',
    node: { url: node.url, user: 'kassa', password: 'secret-word' },
    timeoutMs: 20_000,
    ...change,
  });

/** Expects a fault, and that it tells no secret. */
async function expectFault(answer: Promise<unknown>, reason: ChainFault, detail: RegExp = /./) {
  const error = await answer.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ChainError)) throw new Error(`This is no fault: ${error}`);
  expect(error).toMatchObject({ reason, message: expect.stringMatching(detail) });
  expect(`${error.stack} ${String(error.cause)}`).not.toMatch(/secret/);
}

const transferOf = (number: number, units: bigint) => ({
  txid: txidOf(number),
  index: '0',
  target: '0014ab',
  memo: null,
  contract: null,
  units,
});

describe('the newest block', () => {
  test('is told with the time of its header', async () => {
    const source = build();
    expect(await source.tip()).toEqual({
      height: 100,
      hash: hashOf(100),
      minedAt: new Date(1_700_000_000_000),
    });
    expect(source.host).toMatch(/^127\.0\.0\.1:\d+$/);
    const basic = Buffer.from('kassa:secret-word').toString('base64');
    expect(node.requests.map(({ authorization }) => authorization)).toEqual([
      `Basic ${basic}`,
      `Basic ${basic}`,
    ]);
  });

  test('is of another network or chain', async () => {
    await expectFault(build({ network: 'test' }).tip(), 'wrongNetwork', /is main, not test/);
    await expectFault(build({ blockchain: 'LITECOIN' }).tip(), 'wrongNetwork', /LITECOIN/);
  });

  test.each([
    ['Core', '"initialblockdownload":true'],
    ['bcoin', '"verificationprogress":0.42'],
  ])('comes while %s loads the chain', async (_name, sign) => {
    node.answers.getblockchaininfo = () =>
      `{"chain":"main","blocks":7,"bestblockhash":"${hashOf(7)}",${sign}}`;
    await expectFault(build().tip(), 'syncing');
  });

  test('contradicts itself', async () => {
    node.answers.getblockheader = (hash) => `{"hash":"${hash}","height":99,"time":1700000000}`;
    await expectFault(build().tip(), 'malformed', /100 and 99/);
  });
});

describe('a node', () => {
  const loading = () => new Refusal(-28, 'Loading block index…');
  test('still warms up', async () => {
    node.answers.getblockchaininfo = loading;
    node.answers.getblockhash = loading;
    await expectFault(build().tip(), 'syncing');
    await expectFault(build().hashAt(3), 'syncing');
  });

  test.each<[number, string, ChainFault]>([
    [401, '', 'misconfigured'],
    [403, '', 'misconfigured'],
    [429, '', 'unavailable'],
    [503, 'Work queue depth exceeded', 'unavailable'],
    [500, '<html>', 'unavailable'],
    [404, '<html>', 'malformed'],
    [200, '<html>secret-word', 'malformed'],
    [200, '{"result":', 'malformed'],
    [200, '[]', 'malformed'],
    [200, 'null', 'malformed'],
  ])('answers with status %d and "%s"', async (status, body, reason) => {
    node.whole = { status, body };
    await expectFault(build().tip(), reason);
    await expectFault(build().hashAt(1), reason);
  });

  test('redirects: the password stays here', async () => {
    const other = await startCoreStandIn();
    node.whole = { status: 307, body: '', headers: { location: other.url } };
    await expectFault(build().tip(), 'malformed', /redirects/);
    expect(other.requests).toEqual([]);
    await other.close();
  });

  test('does not answer', async () => {
    node.isSilent = true;
    await expectFault(build({ timeoutMs: 50 }).tip(), 'unavailable', /TimeoutError/);
  });

  test('is away', async () => {
    await node.close();
    await expectFault(build().tip(), 'unavailable', /ECONNREFUSED/);
  });

  test.each([
    ['getblockhash', -28, 'syncing', () => build().hashAt(1)],
    ['getblock', -1, 'pruned', () => build().blocks(5, 5)],
    ['getrawmempool', -32601, 'pruned', () => build().pending?.()],
    ['getmempoolentry', -1, 'pruned', () => build().isPending?.(txidOf(1))],
  ] as const)('repeats its address and our password at %s', async (method, code, reason, ask) => {
    // A provider's key may stand in the path or the query.
    const words = `pruned: no access to ${node.url}?key=secret-key with secret-word`;
    node.answers[method] = () => new Refusal(code, words);
    const expected = new RegExp(`^${method}: error ${code}$`);
    await expectFault(Promise.resolve(ask()), reason, expected);
  });

  test('has its password in the address', async () => {
    const url = node.url.replace('//', '//kassa:secret%20word@');
    const source = build({ node: { url } });
    await source.tip();
    expect(source.host).not.toContain('secret');
    const basic = Buffer.from('kassa:secret word').toString('base64');
    expect(node.requests[0]?.authorization).toBe(`Basic ${basic}`);
  });
});

describe('blocks', () => {
  test('come in order, with payments and spent outputs', async () => {
    const blocks = await build().blocks(41, 43);
    expect(blocks.map(({ height }) => height)).toEqual([41, 42, 43]);
    expect(blocks[1]).toEqual({
      height: 42,
      hash: hashOf(42),
      parentHash: hashOf(41),
      minedAt: new Date(1_700_000_000_000),
      transfers: [transferOf(42, 150_000_000n)],
      spends: [{ txid: txidOf(542), index: '1', spentBy: txidOf(42) }],
    });
  });

  test('have the hash that is asked for, or none', async () => {
    expect(await build().hashAt(42)).toBe(hashOf(42));
    expect(await build().hashAt(101)).toBeNull();
    await expectFault(build().blocks(100, 101), 'unavailable', /no block 101/);
  });

  test.each([
    ['92233720368.54775807', 9_223_372_036_854_775_807n],
    ['0.00000001', 1n],
    ['1e-8', 1n],
    ['20999999.9769', 2_099_999_997_690_000n],
  ])('have the amount %s to the last unit', async (amount, units) => {
    node.answers.getblock = () => blockText(5, [transactionText(5, amount)]);
    const [block] = await build().blocks(5, 5);
    expect(block?.transfers).toEqual([transferOf(5, units)]);
  });

  test.each(['-1', '0.123456789', '1e30', '"much"', '12345678901234'])(
    'have the amount %s, which is none',
    async (amount) => {
      node.answers.getblock = () => blockText(5, [transactionText(5, amount)]);
      await expectFault(build().blocks(5, 5), 'malformed', /tx\.0\.vout\.0\.value/);
    },
  );

  test('have outputs and inputs that nobody can read, and data', async () => {
    const text = `{"txid":"${txidOf(1)}","vin":[{"coinbase":"00"},{"ismweb":true,"output_id":"ab"}],"vout":[
      {"ismweb":true,"output_id":"cd"},
      {"value":0.00000000,"n":1,"scriptPubKey":{"hex":"6a24aa"}},
      {"value":3.00000000,"n":2,"scriptPubKey":{"hex":"6a${'00'.repeat(80)}"}},
      {"value":2.00000000,"n":3,"scriptPubKey":{"hex":"0014ab"}}]}`;
    node.answers.getblock = () => blockText(5, [text]);
    const [block] = await build().blocks(5, 5);
    expect(block?.transfers).toEqual([{ ...transferOf(1, 200_000_000n), index: '3' }]);
    expect(block?.spends).toEqual([]);
  });

  test('are pruned', async () => {
    node.answers.getblock = () => new Refusal(-1, 'Block not available (pruned data)');
    await expectFault(build().blocks(5, 5), 'pruned');
    expect(node.requests).toHaveLength(2);
  });

  test.each([
    ['another height', () => blockText(6, [], hashOf(5))],
    ['another hash', () => blockText(5, [], hashOf(6))],
    ['no block', () => '"nonsense"'],
  ])('are answered with %s', async (_name, answer) => {
    node.answers.getblock = answer;
    await expectFault(build().blocks(5, 5), 'malformed');
  });

  test('are replaced between two answers', async () => {
    node.answers.getblockhash = (height) =>
      JSON.stringify(height === 6 ? 'f'.repeat(64) : hashOf(Number(height)));
    node.answers.getblock = (hash) =>
      hash === hashOf(5)
        ? blockText(5, [])
        : blockText(6, [], 'f'.repeat(64)).replace(hashOf(5), 'e'.repeat(64));
    await expectFault(build().blocks(5, 6), 'unavailable', /block 6 was replaced/);
  });
});

describe('a node without verbosity', () => {
  const ids = [1, 2, 3].map(txidOf);
  const listed = () =>
    blockText(
      5,
      ids.map((id) => `"${id}"`),
    );

  /** Dogecoin Core 1.14 before it had verbosity: a boolean, and transactions without a block. */
  const playDogecoin = () => {
    node.answers.getblock = (_hash, verbose, ...more) => {
      if (more.length > 0) return new Refusal(-1, 'getblock "hash" ( verbose )\n\nIf verbose …');
      if (verbose === true) return listed();
      return new Refusal(-1, 'JSON value is not a boolean as expected');
    };
    node.answers.getrawtransaction = (txid, _verbose, ...more) => {
      if (more.length > 0) return new Refusal(-1, 'getrawtransaction "txid" ( verbose )\n…');
      return transactionText(Number(String(txid).slice(1)), '2');
    };
  };

  test('gives transactions one by one (Dogecoin Core)', async () => {
    playDogecoin();
    const source = build();
    const [block] = await source.blocks(5, 5);
    expect(block?.transfers).toEqual([1, 2, 3].map((number) => transferOf(number, 200_000_000n)));
    node.requests.length = 0;
    await source.blocks(5, 5);
    const params = node.requests.flatMap(({ calls }) =>
      calls.filter((c) => c.method === 'getblock'),
    );
    expect(params).toEqual([expect.objectContaining({ params: [hashOf(5), true] })]);
  });

  test('has no index of transactions', async () => {
    playDogecoin();
    node.answers.getrawtransaction = (_txid, _verbose, ...more) =>
      new Refusal(more.length > 0 ? -1 : -5, 'No such mempool transaction. Use -txindex to …');
    await expectFault(build().blocks(5, 5), 'misconfigured', /txindex=1/);
  });

  test('takes three parameters (bcoin)', async () => {
    node.answers.getblock = (_hash, verbose, details) => {
      if (verbose !== true) return new Refusal(-3, 'Param #1 must be a boolean.');
      return details === true ? blockText(5, [transactionText(5, '1.5')]) : listed();
    };
    const [block] = await build().blocks(5, 5);
    expect(block?.transfers).toEqual([transferOf(5, 150_000_000n)]);
  });
});

describe('waiting transactions', () => {
  const play = (numbers: readonly number[], vanished: readonly number[] = []) => {
    node.answers.getrawmempool = () => JSON.stringify(numbers.map(txidOf));
    node.answers.getrawtransaction = (txid) => {
      const number = Number(String(txid).slice(1));
      if (vanished.includes(number)) return new Refusal(-5, 'No such mempool transaction');
      return transactionText(number, '1', number === 9 ? `,"blockhash":"${hashOf(9)}"` : '');
    };
  };
  const pendingOf = async (source: ReturnType<typeof build>) =>
    (await source.pending?.())?.transfers.map(({ txid }) => Number(txid.slice(1)));

  test('are given out once, until they have left', async () => {
    const source = build();
    play([1, 2, 9], [2]);
    expect(await pendingOf(source)).toEqual([1]);
    play([1, 3]);
    expect(await pendingOf(source)).toEqual([3]);
    play([3]);
    expect(await pendingOf(source)).toEqual([]);
    play([1, 3]);
    expect(await pendingOf(source)).toEqual([1]);
  });

  test('come again after a failed call', async () => {
    const source = build();
    play([1]);
    node.answers.getrawtransaction = () => new Refusal(-28, 'Loading');
    await expectFault(source.pending?.() ?? Promise.resolve(), 'syncing');
    play([1]);
    expect(await pendingOf(source)).toEqual([1]);
  });

  test('of a flood come in parts', async () => {
    const source = build();
    play(Array.from({ length: 4_100 }, (_, index) => index + 10));
    const counts = [];
    for (let call = 0; call < 4; call += 1) counts.push((await pendingOf(source))?.length);
    expect(counts).toEqual([2_000, 2_000, 100, 0]);
  });

  test('are asked for one by one', async () => {
    expect(await build().isPending?.(txidOf(1))).toBe(false);
    node.answers.getmempoolentry = () => '{"size":1}';
    expect(await build().isPending?.(txidOf(1))).toBe(true);
    node.answers.getmempoolentry = () => new Refusal(-1, 'Transaction not in mempool.');
    expect(await build().isPending?.(txidOf(1))).toBe(false);
    node.answers.getmempoolentry = () => new Refusal(-1, 'No mempool available.');
    await expectFault(build().isPending?.(txidOf(1)) ?? Promise.resolve(), 'malformed');
  });
});

describe('an answer that is too long', () => {
  const connect = (mostBytes: number) =>
    connectCoreRpc({ node: { url: node.url }, timeoutMs: 20_000, mostBytes });

  test('is not read', async () => {
    await expectFault(connect(100).call('getblock', hashOf(5), 2), 'malformed', /100 bytes/);
  });

  test('to several calls is asked for in parts', async () => {
    node.answers.getrawtransaction = (txid) =>
      transactionText(Number(String(txid).slice(1)), '1', `,"hex":"${'0'.repeat(300)}"`);
    const loaded = await loadTransactions(connect(2_000), [1, 2, 3, 4, 5, 6, 7].map(txidOf), null);
    expect(loaded.map((transaction) => transaction?.txid)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map(txidOf),
    );
    await expectFault(loadTransactions(connect(100), [txidOf(1)], null), 'malformed', /100 bytes/);
  });
});
