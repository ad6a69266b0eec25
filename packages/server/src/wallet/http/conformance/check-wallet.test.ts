import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  addDecimals,
  compareDecimals,
  negateDecimal,
  type WalletRefusal,
  walletRefusals,
  walletRequestSchema,
} from '@kassa/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type EndpointAnswer,
  type OperatorEndpoint,
  startOperatorEndpoint,
} from '../../../testing/operator-endpoint.ts';
import { checkWallet } from './check-wallet.ts';
import type { Transfer } from './wallet-probe.ts';

/** What a wallet may get wrong. */
type Flaw =
  | 'forgetsIds'
  | 'ignoresBodies'
  | 'forgetsRefusals'
  | 'overdraws'
  | 'floats'
  | 'looksThenWaits'
  | 'captureGivesBack'
  | 'endsHoldsTwice'
  | 'paysAnyAmount'
  | 'knowsEverybody'
  | 'wrongStatus'
  | 'anotherShape';

let endpoint: OperatorEndpoint;

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
});

afterEach(() => endpoint.close());

/** A small wallet of one player in euros; whole but for its flaw. The endpoint checks signatures. */
function serve(flaw: Flaw | null): void {
  let balance = '7.5';
  const answers = new Map<string, { text: string; refusal: WalletRefusal | null }>();
  const holds = new Map<string, { amount: string; isEnded: boolean }>();

  const judge = (transfer: Transfer): WalletRefusal | null => {
    if (transfer.playerId !== 'player-7' && flaw !== 'knowsEverybody') return 'unknownPlayer';
    if (transfer.currency !== 'EUR') return 'unknownCurrency';
    if (transfer.operation === 'credit') return null;
    if (transfer.operation === 'hold') {
      const isShort = compareDecimals(balance, transfer.amount) < 0;
      return isShort && flaw !== 'overdraws' ? 'insufficient' : null;
    }
    const hold = holds.get(transfer.holdId);
    if (hold === undefined) return 'unknownHold';
    if (hold.isEnded && flaw !== 'endsHoldsTwice') return 'holdEnded';
    const isSame = compareDecimals(hold.amount, transfer.amount) === 0;
    return isSame || flaw === 'paysAnyAmount' ? null : 'amountMismatch';
  };

  const add = (amount: string): void => {
    balance =
      flaw === 'floats' ? String(Number(balance) + Number(amount)) : addDecimals(balance, amount);
  };

  const apply = (transfer: Transfer): void => {
    const { operation, amount } = transfer;
    if (operation === 'credit' || operation === 'release') add(amount);
    if (operation === 'capture' && flaw === 'captureGivesBack') add(amount);
    if (operation === 'hold') {
      add(negateDecimal(amount));
      holds.set(transfer.transferId, { amount, isEnded: false });
    } else if (operation !== 'credit') {
      holds.set(transfer.holdId, { amount, isEnded: true });
    }
  };

  const move = async (transfer: Transfer, text: string): Promise<WalletRefusal | null> => {
    const before = flaw === 'forgetsIds' ? undefined : answers.get(transfer.transferId);
    if (before !== undefined) {
      return before.text === text || flaw === 'ignoresBodies' ? before.refusal : 'transferReused';
    }
    const refusal = judge(transfer);
    if (flaw === 'looksThenWaits') await nextTurn();
    if (refusal === null) apply(transfer);
    if (refusal === null || flaw !== 'forgetsRefusals')
      answers.set(transfer.transferId, { text, refusal });
    return refusal;
  };

  endpoint.answer = async ({ text, body }): Promise<EndpointAnswer> => {
    const parsed = walletRequestSchema.safeParse(body);
    if (!parsed.success) return { status: 400 };
    if (parsed.data.operation === 'profile') {
      const amount = flaw === 'anotherShape' ? Number(balance) : balance;
      return { body: { playerId: 'player-7', balance: { amount, currency: 'EUR' } } };
    }
    const refusal = await move(parsed.data, text);
    if (refusal === null) return { body: { transferId: parsed.data.transferId, status: 'done' } };
    const status = flaw === 'wrongStatus' ? 400 : walletRefusals[refusal];
    return { status, body: { error: { code: refusal } } };
  };
}

async function look(secret = endpoint.secret) {
  const target = {
    url: endpoint.url,
    secret,
    playerId: 'player-7',
    currency: 'EUR',
    timeoutMs: 2000,
  };
  return Array.fromAsync(checkWallet(target));
}

test('a wallet that keeps all the rules passes, and has its balance back', async () => {
  serve(null);
  const results = await look();
  expect(results.filter(({ isKept }) => !isKept)).toEqual([]);
  expect(results.every(({ detail }) => detail === null)).toBe(true);
  expect(results.at(-1)?.name).toContain('brought back');
});

test.each<[Flaw, string, string]>([
  ['forgetsIds', 'the same credit asked for again', 'expected 0.01, got 0.03'],
  ['ignoresBodies', 'another body gets transferReused', 'expected transferReused, got done'],
  ['forgetsRefusals', 'and stays refused', 'expected insufficient, got done'],
  ['overdraws', 'more than the balance gets insufficient', 'expected insufficient, got done'],
  ['floats', 'a credit adds exactly', ''],
  ['looksThenWaits', 'ten times at once', 'the balance changed by'],
  ['looksThenWaits', 'two holds at once', 'got done and done'],
  ['looksThenWaits', 'of a capture and a release at once', 'got done and done'],
  ['captureGivesBack', 'a capture leaves the balance', 'expected 0, got 0.01'],
  ['endsHoldsTwice', 'a captured hold gets holdEnded', 'expected holdEnded, got done'],
  ['endsHoldsTwice', 'a released hold gets holdEnded', 'expected holdEnded, got done'],
  ['paysAnyAmount', 'another amount than that of the hold', 'expected amountMismatch, got done'],
  ['knowsEverybody', 'a player that nobody knows', 'expected unknownPlayer, got done'],
  ['wrongStatus', 'a currency that the player has no account in', 'status 400 with'],
  ['anotherShape', "the profile has the player's id", 'status 200 with'],
])('one that %s breaks the rule "%s"', async (flaw, rule, detail) => {
  serve(flaw);
  const broken = (await look()).filter(({ isKept }) => !isKept);
  const found = broken.find(({ name }) => name.includes(rule));
  expect(found?.detail).toContain(detail);
});

test('one that looks at no signature breaks the rules of them', async () => {
  serve(null);
  endpoint.isTrusting = true;
  const broken = (await look()).filter(({ isKept }) => !isKept).map(({ name }) => name);
  expect(broken.filter((name) => name.endsWith('gets 401'))).toHaveLength(5);
});

test('one that knows another secret, or does not answer, breaks nearly all', async () => {
  serve(null);
  const results = await look('whsec_bm90IHRoZSBzZWNyZXQgb2YgdGhlIHdhbGxldA==');
  expect(results.find(({ name }) => name.includes('profile'))?.detail).toContain('status 401');
  await endpoint.close();
  const silent = await look();
  expect(silent.filter(({ isKept }) => isKept)).toEqual([]);
  expect(silent[0]?.detail).toContain('no answer (unreachable, ECONNREFUSED)');
  endpoint = await startOperatorEndpoint();
});
