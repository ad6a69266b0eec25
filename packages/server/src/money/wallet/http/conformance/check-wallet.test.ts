import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type OperatorEndpoint,
  startOperatorEndpoint,
} from '../../../../testing/operator-endpoint.ts';
import { SmallWallet, type WalletFlaw } from '../../../../testing/small-wallet.ts';
import { checkWallet } from './check-wallet.ts';

let endpoint: OperatorEndpoint;

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
});

afterEach(() => endpoint.close());

function serve(flaw: WalletFlaw | null): void {
  const wallet = new SmallWallet(flaw);
  endpoint.answer = (received) => wallet.answer(received);
}

async function look(secret = endpoint.secret) {
  const target = {
    url: endpoint.url,
    secret,
    playerId: SmallWallet.player,
    currency: 'EUR',
    brand: 'casino',
    otherPlayerId: SmallWallet.otherPlayer,
    // A busy machine may take long, and no test waits for silence.
    timeoutMs: 60_000,
  };
  return Array.fromAsync(checkWallet(target));
}

/** The results of each flaw, which several tests read. */
const looks = new Map<WalletFlaw, Awaited<ReturnType<typeof look>>>();

async function lookAt(flaw: WalletFlaw) {
  serve(flaw);
  const results = looks.get(flaw) ?? (await look());
  looks.set(flaw, results);
  return results;
}

test('a wallet that keeps all rules passes, and its balance is restored', async () => {
  serve(null);
  const results = await look();
  expect(results.filter(({ isKept }) => !isKept)).toEqual([]);
  expect(results.every(({ detail }) => detail === null)).toBe(true);
  expect(results.at(-1)?.name).toContain('restored');
});

test.each<[WalletFlaw, string, string]>([
  ['forgetsIds', 'a repeated credit', 'expected 0.01, got 0.03'],
  ['ignoresBodies', 'another body gets transferReused', 'expected transferReused, got done'],
  ['forgetsRefusals', 'and stays refused', 'expected insufficient, got done'],
  ['overdraws', 'a hold of more than the balance', 'expected insufficient, got done'],
  ['overdraws', 'a debit of more than the balance', 'expected insufficient, got done'],
  ['forgetsIds', 'the same debit ten times in parallel', 'expected done, got insufficient'],
  ['looksThenWaits', 'two parallel debits', 'got done and done'],
  ['refusesFields', 'a field that the wallet does not know', 'expected done, got status 400'],
  ['floats', 'a credit adds exactly', ''],
  ['looksThenWaits', 'ten times in parallel', 'the balance changed by'],
  ['looksThenWaits', 'two parallel holds', 'got done and done'],
  ['looksThenWaits', 'of a parallel capture and release', 'got done and done'],
  ['captureGivesBack', 'a capture leaves the balance', 'expected 0, got 0.01'],
  ['endsHoldsTwice', 'a captured hold gets holdEnded', 'expected holdEnded, got done'],
  ['endsHoldsTwice', 'a released hold gets holdEnded', 'expected holdEnded, got done'],
  ['paysAnyAmount', "an amount other than the hold's", 'expected amountMismatch, got done'],
  ['knowsEverybody', 'an unknown player', 'expected unknownPlayer, got done'],
  ['showsEverybody', 'an unknown player', 'profile: expected unknownPlayer, got status 200'],
  ['showsEverybody', 'a currency without', 'profile: expected unknownCurrency, got status 200'],
  ['wrongStatus', 'a currency without an account', 'status 400 with'],
  ['anotherShape', "the profile has the player's id", 'status 200 with'],
  ['ignoresOperations', 'and fields with another operation', 'expected transferReused, got done'],
  ['ignoresOperations', 'for a release after a capture', 'expected transferReused, got done'],
  ['ignoresOperations', 'of a credit get transferReused', 'debit of kind deposit: expected'],
  ['forgetsUnknowns', 'as unknownPlayer or unknownCurrency', 'expected transferReused, got done'],
  ['forgetsUnknowns', 'a refusal as unknownHold', 'expected unknownHold, got done'],
  ['storesUnread', 'is not stored', 'expected done, got transferReused'],
  ['sharesHolds', "can't be captured or released for another", 'expected unknownHold, got done'],
  ['comparesKinds', 'with and without brand', 'expected done, got transferReused'],
  ['comparesText', 'in another spelling', 'expected done, got transferReused'],
  ['refusesKinds', 'a credit of any kind', 'credit of kind addedLater: expected done, got status'],
  ['refusesKinds', 'a debit of any kind', 'debit of kind addedLater: expected done, got status'],
])('a wallet with the flaw %s violates the rule "%s"', async (flaw, rule, detail) => {
  const broken = (await lookAt(flaw)).filter(({ isKept }) => !isKept);
  const found = broken.find(({ name }) => name.includes(rule));
  expect(found?.detail).toContain(detail);
});

test('a wallet of the old form passes with a warning that names the setting', async () => {
  serve('oldForm');
  const results = await look();
  expect(results.filter(({ isKept }) => !isKept)).toEqual([]);
  expect(results.filter(({ detail }) => detail !== null)).toEqual([
    {
      name: 'the wallet knows debits',
      isKept: true,
      detail: expect.stringMatching(/does not know debit: see docs\/wallet.md.*holdAndCapture/),
    },
  ]);
  expect(results.map(({ name }) => name).join()).not.toContain('a debit');
});

test('a wallet that verifies no signature violates the rules of signatures', async () => {
  serve(null);
  endpoint.isTrusting = true;
  const broken = (await look()).filter(({ isKept }) => !isKept).map(({ name }) => name);
  expect(broken.filter((name) => name.endsWith('gets 401'))).toHaveLength(5);
});

const refuse = (status: number, code?: string) => () => ({
  status,
  ...(code === undefined ? {} : { body: { error: { code } } }),
});

test.each([
  ['401', refuse(401), "status 401 .+: is the secret the wallet's"],
  ['404', refuse(404), 'status 404 .+: is http.+/kassa the wallet\\?$'],
  ['unknownPlayer', refuse(422, 'unknownPlayer'), 'does the wallet have the player player-7\\?$'],
  ['unknownCurrency', refuse(422, 'unknownCurrency'), 'has player-7 an account in EUR\\?$'],
])('a profile with %s ends the check with its likely cause', async (_, answer, cause) => {
  endpoint.answer = answer;
  expect(await look()).toEqual([
    {
      name: expect.stringContaining('profile'),
      isKept: false,
      detail: expect.stringMatching(cause),
    },
  ]);
});

test('a server that is down ends the check with its likely cause', async () => {
  await endpoint.close();
  const [{ detail } = { detail: null }, ...others] = await look();
  expect(detail).toMatch(
    /no response \(unreachable, ECONNREFUSED\): is the server running at http/,
  );
  expect(others).toEqual([]);
  endpoint = await startOperatorEndpoint();
});
