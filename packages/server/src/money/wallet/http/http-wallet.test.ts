import { CallError } from '@kassa/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RemoteWallet, WalletPort } from '../../../core/wallet-port.ts';
import { emptyProfile, nothingStated } from '../../../players/player-profile.ts';
import { buildCaller } from '../../../testing/build-caller.ts';
import {
  type OperatorEndpoint,
  startOperatorEndpoint,
} from '../../../testing/operator-endpoint.ts';
import { withShortTimeouts } from '../../../testing/with-short-timeouts.ts';
import { buildHttpWallet } from './http-wallet.ts';

let endpoint: OperatorEndpoint;
let wallet: WalletPort;
let remote: RemoteWallet;
let logged: object[];

beforeEach(async () => {
  endpoint = await startOperatorEndpoint();
  logged = [];
  const record = (fields: object) => void logged.push(fields);
  wallet = buildHttpWallet(
    { ...settings, url: endpoint.url, secrets: [endpoint.secret] },
    { info: record, warn: record, error: record },
  );
  if (wallet.remote === null) throw new Error('The wallet is not remote');
  remote = wallet.remote;
});

afterEach(() => endpoint.close());

/** A busy machine may take long; the tests of silence shorten the timeout. */
const settings = { kind: 'http', timeoutMs: 60_000, debits: 'debit' } as const;

const movement = {
  transferId: 'transfer-1',
  brandId: 'casino',
  externalId: 'player-7',
  money: { amount: '50.25', currency: 'EUR' },
  subjectId: 'deposit-1',
  purpose: { kind: 'chargeback', reference: 'KS-7Q2M-41XK', paymentType: 'card' },
} as const;

const done = { status: 200, body: { transferId: 'transfer-1', status: 'done' } };

describe('a transfer', () => {
  test.each([
    ['credit', {}],
    ['debit', {}],
    ['hold', {}],
    ['capture', { holdId: 'hold-1' }],
    ['release', { holdId: 'hold-1' }],
  ] as const)('%s is requested with a signature and its own id', async (operation, part) => {
    endpoint.answer = () => done;
    const request = { ...movement, holdId: 'hold-1' };
    expect(await remote[operation](request)).toEqual({ kind: 'done' });
    expect(endpoint.received).toMatchObject([{ id: 'transfer-1' }]);
    expect(endpoint.received[0]?.body).toEqual({
      operation,
      transferId: 'transfer-1',
      playerId: 'player-7',
      amount: '50.25',
      currency: 'EUR',
      subjectId: 'deposit-1',
      brand: 'casino',
      kind: 'chargeback',
      reference: 'KS-7Q2M-41XK',
      paymentType: 'card',
      ...part,
    });
  });

  test('that the release before began keeps its body', async () => {
    endpoint.answer = () => done;
    await remote.credit({ ...movement, purpose: null });
    expect(endpoint.received[0]?.body).toEqual({
      operation: 'credit',
      transferId: 'transfer-1',
      playerId: 'player-7',
      amount: '50.25',
      currency: 'EUR',
      subjectId: 'deposit-1',
    });
  });

  test.each([
    ['422 unknownOperation', { status: 422, body: { error: { code: 'unknownOperation' } } }],
    ['400, as a wallet of the old form', { status: 400, body: 'unknown operation' }],
    ['501', { status: 501 }],
  ])('debit with %s as the response is not known to the wallet', async (_, answer) => {
    endpoint.answer = () => answer;
    expect(await remote.debit(movement)).toMatchObject({ kind: 'unknownOperation' });
  });

  test.each([401, 404, 408, 429, 500, 503])(
    'debit with %i as the response stays unknown',
    async (status) => {
      endpoint.answer = () => ({ status });
      expect(await remote.debit(movement)).toMatchObject({ kind: 'unknown' });
    },
  );

  test.each([
    [422, 'insufficient', 'insufficient'],
    [422, 'unknownPlayer', 'unknownPlayer'],
    [422, 'unknownCurrency', 'other'],
    [422, 'refused', 'other'],
    [409, 'holdEnded', 'other'],
  ])('refused by %i %s is refused', async (status, code, reason) => {
    endpoint.answer = () => ({ status, body: { error: { code, message: 'no' } } });
    expect(await remote.hold(movement)).toEqual({
      kind: 'refused',
      reason,
      detail: `${code}: no`,
    });
  });

  test.each([
    ['500', { status: 500, body: done.body }],
    ['503', { status: 503 }],
    ['400', { status: 400 }],
    ['401', { status: 401 }],
    ['404', { status: 404, body: { error: { code: 'unknownPlayer' } } }],
    ['a redirect', { status: 302, headers: { location: '/' } }],
    ['another 2xx', { status: 202, body: done.body }],
    ['a page', { status: 200, body: '<h1>OK</h1>' }],
    ['nothing', { status: 200, body: '' }],
    ['the response to another transfer', { status: 200, body: { ...done.body, transferId: 'x' } }],
    ['another status', { status: 200, body: { ...done.body, status: 'pending' } }],
    ['a refusal with an unknown code', { status: 422, body: { error: { code: 'whatever' } } }],
    ['a refusal without a code', { status: 409, body: 'Conflict' }],
  ])('with %s as the response stays unknown', async (_, answer) => {
    endpoint.answer = () => answer;
    expect(await remote.credit(movement)).toMatchObject({ kind: 'unknown' });
  });

  test("with transferReused as the response stays unknown, and is logged without the wallet's words", async () => {
    const error = { code: 'transferReused', message: 'the transfer of player-1' };
    endpoint.answer = () => ({ status: 409, body: { error } });
    expect(await remote.credit(movement)).toEqual({ kind: 'unknown', detail: 'transferReused' });
    expect(logged).toEqual([{ transferId: 'transfer-1', operation: 'credit' }]);
  });

  test('without a response stays unknown, and so does one to an unreachable wallet', async () => {
    endpoint.answer = () => new Promise(() => {});
    const answer = await withShortTimeouts(() => remote.credit(movement));
    expect(answer).toEqual({ kind: 'unknown', detail: 'timeout: timeout' });
    await endpoint.close();
    expect(await remote.credit(movement)).toEqual({
      kind: 'unknown',
      detail: 'unreachable: ECONNREFUSED',
    });
    endpoint = await startOperatorEndpoint();
  });
});

describe('a profile', () => {
  const caller = buildCaller('casino', 'player-7', 'EUR', {
    playerId: 'our-own-id',
    role: 2,
    expiresAt: new Date(Date.now() + 60_000),
  });
  const profile = { playerId: 'player-7', balance: { amount: '10.509', currency: 'EUR' } };

  test("has the wallet's values, which override the token's", async () => {
    endpoint.answer = () => ({ status: 200, body: profile });
    expect(await wallet.profile(caller)).toEqual({
      id: 'player-7',
      currency: 'EUR',
      country: 'de',
      role: 2,
      accountType: 'main',
      balanceData: { primary: { amount: '10.50', currency: 'EUR' } },
    });
    expect(endpoint.received[0]?.body).toEqual({
      operation: 'profile',
      playerId: 'player-7',
      currency: 'EUR',
      brand: 'casino',
    });
    endpoint.answer = () => ({ status: 200, body: { ...profile, country: 'fr', role: 3 } });
    expect(await wallet.profile(caller)).toMatchObject({ country: 'fr', role: 3 });
  });

  test('gives the balance alone, too, and null if the wallet gives none', async () => {
    const player = { brandId: 'casino', externalId: 'player-7' };
    endpoint.answer = () => ({ status: 200, body: profile });
    expect(await remote.balance(player, 'EUR')).toBe('10.50');
    endpoint.answer = () => ({ status: 500 });
    expect(await remote.balance(player, 'EUR')).toBeNull();
  });

  test('states the person apart from it, and a person that is not understood does no harm', async () => {
    endpoint.answer = () => ({ status: 200, body: profile });
    expect(await wallet.person?.(caller)).toEqual(nothingStated);
    const person = { firstName: 'Zoë', email: 'no', address: 'Köln' };
    endpoint.answer = () => ({ status: 200, body: { ...profile, person } });
    expect(await wallet.person?.(caller)).toEqual({
      profile: { ...emptyProfile, firstName: 'Zoë' },
      unread: ['email', 'address'],
    });
    expect(JSON.stringify(await wallet.profile(caller))).not.toContain('Zoë');
    endpoint.answer = () => ({ status: 200, body: { ...profile, person: '<b>' } });
    expect(await wallet.profile(caller)).toMatchObject({ id: 'player-7' });
  });

  test.each([
    ['a fault', { status: 500 }],
    ['no answer', new Promise<never>(() => {})],
    ['an unknown player', { status: 422, body: { error: { code: 'unknownPlayer' } } }],
  ])('states no person after %s', async (_, answer) => {
    endpoint.answer = () => answer;
    expect(await withShortTimeouts(async () => wallet.person?.(caller))).toBeNull();
  });

  test.each([
    ['unknownPlayer', 'wallet.unknownPlayer', /knows no such player/],
    ['unknownCurrency', 'wallet.unknownCurrency', /no account of the player in the currency/],
  ])('refused by %s has its own code and line in the log', async (code, ours, words) => {
    const lines: [object, string][] = [];
    const record = (fields: object, line: string) => void lines.push([fields, line]);
    const loud = buildHttpWallet(
      { ...settings, url: endpoint.url, secrets: [endpoint.secret] },
      { info: record, warn: record, error: record },
    );
    endpoint.answer = () => ({ status: 422, body: { error: { code } } });
    await expect(loud.profile(caller)).rejects.toMatchObject({ code: ours, status: 422 });
    const fields = { brandId: 'casino', currency: 'EUR', problem: `status 422 with ${code}` };
    expect(lines).toEqual([[fields, expect.stringMatching(words)]]);
  });

  test.each([
    ['a refusal of another kind', { status: 422, body: { error: { code: 'refused' } } }],
    ['a refusal under another status', { status: 404, body: { error: { code: 'unknownPlayer' } } }],
    ['a fault', { status: 500 }],
    [
      'a number for an amount',
      { status: 200, body: { ...profile, balance: { amount: 10, currency: 'EUR' } } },
    ],
    ["another player's", { status: 200, body: { ...profile, playerId: 'player-8' } }],
    [
      'another currency',
      { status: 200, body: { ...profile, balance: { amount: '1', currency: 'USD' } } },
    ],
  ])('that is %s is reported as unavailable, and logged', async (_, answer) => {
    endpoint.answer = () => answer;
    const refused = await wallet.profile(caller).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CallError);
    expect(refused).toMatchObject({ code: 'server.unavailable' });
    expect(logged).toMatchObject([{ brandId: 'casino', problem: expect.any(String) }]);
  });
});
