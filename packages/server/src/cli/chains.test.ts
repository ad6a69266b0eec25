import { PassThrough, Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { watchChains } from '../money/chains/watch-chains.ts';
import { useChainDesk } from '../testing/chain-desk.ts';
import { bringCoinPlayer, type CoinPlayer } from '../testing/coin-methods.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { runCli } from './run-cli.ts';

const desk = useChainDesk();
let operator: OperatorClient;
let player: CoinPlayer;

beforeAll(async () => {
  operator = await createOperator(desk.server);
  player = await bringCoinPlayer(desk);
});

async function run(...words: string[]): Promise<{ code: number; text: string }> {
  const output = new PassThrough();
  const shown: string[] = [];
  output.on('data', (part) => shown.push(String(part)));
  const code = await runCli(words, {
    environment: {
      KASSA_OPERATOR_URL: desk.server.operatorUrl,
      KASSA_OPERATOR_KEY: operator.key,
    },
    input: Readable.from([]),
    output,
    errors: output,
    isInteractive: false,
  });
  return { code, text: shown.join('') };
}

test('the chains are a table, with their pause', async () => {
  const { code, text } = await run('chains', 'list');
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toMatch(/^account +blockchain +height +lagBlocks +paused/);
  expect(text).toMatch(/chains +BITCOIN +\d+ +0 .*node\.example, second\.example +key-1 +\d/);
});

test('an address names its player and deposit', async () => {
  const { address } = await player.ask();
  const { text } = await run('chain-addresses', 'list', '--address', address);
  expect(text).toMatch(new RegExp(`BITCOIN +BTC +${address} +\\d+ +player-\\S+ +KS-`));
});

test('a parked payment is listed, assigned and credited; another one is dismissed', async () => {
  const { depositId } = await player.ask('toncoin');
  const send = () => desk.ton.send({ target: '0:shared', units: 3_000_000_000n });
  const sent = [send(), send()];
  desk.ton.mine(8);
  await watchChains(desk.server.core);
  const { text } = await run('chain-payments', 'list');
  for (const { txid } of sent) expect(text).toContain(txid);
  const found = await run('chain-payments', 'list', '--json');
  const [first = '', second = ''] = JSON.parse(found.text).items.map(
    ({ id }: { id: string }) => id,
  );
  const reason = ['--reason', 'the player asks', '--yes'];
  const assigned = await run('chain-payments', 'assign', first, depositId, ...reason);
  expect(assigned).toMatchObject({ code: 0, text: expect.stringMatching(/status +seen/) });
  const dismissed = await run('chain-payments', 'dismiss', second, ...reason);
  expect(dismissed).toMatchObject({ code: 0, text: expect.stringMatching(/status +dismissed/) });
  await watchChains(desk.server.core);
  expect(await player.balance()).toBe('15.00');
  expect((await run('chain-payments', 'list')).text).toContain('None.');
});

test('a chain is read again from a height', async () => {
  const words = ['chains', 'rescan', 'chains', 'BITCOIN', '--from-height', '90'];
  const { code, text } = await run(...words, '--reason', 'a payment is missing', '--yes');
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringMatching(/rescanFrom +90/) });
});

test('a plan says what there is to collect', async () => {
  const { code, text } = await run(
    ...['chains', 'sweep-plan', 'chains', 'ETHEREUM', '--coin', 'USDT'],
    ...['--destination', '0x52908400098527886E0F7030069857D2E4169EE7'],
  );
  expect({ code, text }).toMatchObject({ code: 0 });
  expect(text).toMatch(/kind +none/);
  expect(text).toMatch(/detail +a stand-in/);
});
