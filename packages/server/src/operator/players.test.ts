import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { findNotifications } from '../testing/find-notifications.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { connected, disconnected, nextPush, openSocket } from '../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const reason = 'asked for by the player';
const tomorrow = () => new Date(Date.now() + 24 * 3600_000).toISOString();

describe('a player who is logged out', () => {
  /** The response to a call with a token, as status and code. */
  const callWith = async (token: string) => {
    const { status, body } = await server.call('user-get', {}, { token });
    return [status, body.error?.code];
  };
  const refused = [401, 'auth.tokenRevoked'];
  const taken = [200, undefined];
  const nextSecond = () => new Date(Date.now() + 1000);

  test('needs a token that was issued later, which works at once', async () => {
    const player = await bringPlayer(server);
    const bystander = await bringPlayer(server);
    expect(await callWith(player.token)).toEqual(taken);
    const socket = await connected(openSocket(server.url, player.token));
    const closed = disconnected(socket);
    const { status, body } = await operator.ask('players-logout', { player: player.id, reason });
    expect(status).toBe(200);
    expect(body).toMatchObject({ jti: null, issuedUntil: expect.any(String), reason });
    expect(await callWith(player.token)).toEqual(refused);
    // The clock of a token has whole seconds, so this one may be from before.
    const sameSecond = { playerId: player.id, issuedAt: new Date(body.issuedUntil) };
    expect(await callWith(await server.token(sameSecond))).toEqual(refused);
    expect(await closed).toBe('io server disconnect');
    await expect(connected(openSocket(server.url, player.token))).rejects.toMatchObject({
      data: { status: 401, body: { error: { code: 'auth.tokenRevoked' } } },
    });
    const fresh = await server.token({ playerId: player.id, issuedAt: nextSecond() });
    expect(await callWith(fresh)).toEqual(taken);
    (await connected(openSocket(server.url, fresh))).close();
    expect(await callWith(bystander.token)).toEqual(taken);
    expect(await callWith(await server.otherToken({ playerId: player.id }))).toEqual(taken);
  });

  test('loses one token only, if the operator names it', async () => {
    const playerId = uuidv7();
    const stolen = await server.token({ playerId, tokenId: 'stolen' });
    const kept = await server.token({ playerId, tokenId: 'kept' });
    const socket = await connected(openSocket(server.url, stolen));
    const closed = disconnected(socket);
    expect(await callWith(kept)).toEqual(taken);
    const request = { player: playerId, jti: 'stolen', reason };
    expect((await operator.ask('players-logout', request)).body).toMatchObject({
      jti: 'stolen',
      issuedUntil: null,
    });
    await closed;
    expect([await callWith(stolen), await callWith(kept)]).toEqual([refused, taken]);
    const other = await server.token({ playerId: uuidv7(), tokenId: 'stolen' });
    expect(await callWith(other)).toEqual(taken);
    expect((await operator.ask('players-show', { player: playerId })).body).toMatchObject({
      tokenRevocations: [{ jti: 'stolen', reason, actor: 'key "test desk"' }],
    });
    const acts = await operator.ask('acts-list', { action: 'players-logout' });
    expect(acts.body.items[0]).toMatchObject({ reason, after: { jti: 'stolen' } });
  });

  test("can't be erased while a revoked token would be valid for a new player", async () => {
    const player = await bringPlayer(server);
    await player.balance();
    await operator.ask('players-logout', { player: player.id, reason });
    const erase = (isForced = false) =>
      operator.ask('players-erase', { player: player.id, isForced, reason });
    for (const isForced of [false, true]) {
      expect((await erase(isForced)).body.error.details).toEqual(['revokedToken']);
    }
    await server.later(13 * 3600_000, async () => {
      expect((await erase()).status).toBe(200);
    });
    const rows = await server.core.db
      .selectFrom('token_revocations')
      .innerJoin('players', 'players.id', 'token_revocations.player_id')
      .where('players.erased_at', 'is not', null)
      .select('token_revocations.id')
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('players', () => {
  test('are shown with balances, limits and blocks, by either id', async () => {
    const player = await bringPlayer(server);
    const { paymentId } = await player.deposit();
    await approve(server, paymentId);
    await expect.poll(player.balance).toBe('100.00');
    const { body } = await operator.ask('players-show', { player: player.id });
    expect(body).toMatchObject({
      player: player.id,
      balances: [{ account: 'player', balance: '100.00', currency: 'EUR' }],
      limits: [],
      blocks: [],
    });
    expect((await operator.ask('players-show', { player: body.id })).body).toEqual(body);
    expect((await operator.ask('players-show', { player: 'nobody' })).status).toBe(404);
  });

  test('have the turnover that was reported, which never decreases', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const report = (total: string, currency = 'EUR') =>
      operator.ask('players-report-turnover', { player: player.id, currency, total });
    expect(await report('100')).toEqual({ status: 200, body: { currency: 'EUR', total: '100' } });
    expect((await report('250.5')).body).toEqual({ currency: 'EUR', total: '250.5' });
    expect((await report('99')).body).toEqual({ currency: 'EUR', total: '250.5' });
    await report('7', 'BTC');
    const { body } = await operator.ask('players-show', { player: player.id });
    expect(body.turnover).toMatchObject([
      { currency: 'BTC', total: '7' },
      { currency: 'EUR', total: '250.5' },
    ]);
    expect((await report('-1')).body.error.code).toBe('request.invalid');
    expect((await report('ten')).body.error.code).toBe('request.invalid');
    const nobody = { player: 'nobody', currency: 'EUR', total: '1' };
    expect((await operator.ask('players-report-turnover', nobody)).status).toBe(404);
    const other = await createOperator(server, { brandId: 'other' });
    const foreign = { player: body.id, currency: 'EUR', total: '1000' };
    expect((await other.ask('players-report-turnover', foreign)).status).toBe(404);
    const reader = await createOperator(server, { scopes: ['read'] });
    const { status } = await reader.ask('players-report-turnover', { ...foreign });
    expect(status).toBe(403);
  });

  test('can be limited, and the limit applies at once until it is cleared', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const limit = { player: player.id, transaction: 'deposit', period: 'day', currency: 'EUR' };
    const set = await operator.ask('players-set-limit', { ...limit, amount: '50', reason });
    expect(set.body.limit).toMatchObject({ amount: '50', source: 'operator', reason });
    const order = { amount: '60', currency: 'EUR', paymentType: 'card' };
    const refused = await server.call('deposit-create', order, { token: player.token });
    expect(refused.status).toBe(422);
    const cleared = await operator.ask('players-clear-limit', { ...limit, reason });
    expect(cleared.body).toEqual({ limit: null });
    expect((await operator.ask('players-clear-limit', { ...limit, reason })).status).toBe(409);
    const taken = await server.call('deposit-create', order, { token: player.token });
    expect(taken.status).toBe(200);
  });

  test('can be blocked and unblocked; nobody can lift a self-exclusion', async () => {
    const player = await bringPlayer(server);
    const registered = await operator.ask('players-register', { player: player.id });
    expect(registered.body).toMatchObject({ player: player.id });
    const order = { amount: '60', currency: 'EUR', paymentType: 'card' };
    const tryIt = async () =>
      (await server.call('deposit-create', order, { token: player.token })).status;
    const { body: block } = await operator.ask('players-block', { player: player.id, reason });
    expect(block).toMatchObject({ what: 'all', isInForce: true, until: null });
    expect(await tryIt()).toBe(403);
    const lift = { player: player.id, blockId: block.id, reason };
    expect((await operator.ask('players-unblock', lift)).body).toMatchObject({ isInForce: false });
    expect((await operator.ask('players-unblock', lift)).status).toBe(409);
    expect(await tryIt()).toBe(200);
    const selfExclusion = { player: player.id, source: 'selfExclusion', until: tomorrow(), reason };
    const { body: own } = await operator.ask('players-block', selfExclusion);
    // By default a self-exclusion blocks deposits only, so that the player can withdraw.
    expect(own).toMatchObject({ what: 'deposits', source: 'selfExclusion' });
    expect((await operator.ask('players-block', { ...selfExclusion, what: 'all' })).body.what).toBe(
      'all',
    );
    const refused = await operator.ask('players-unblock', { ...lift, blockId: own.id });
    expect(refused.body.error.code).toBe('act.impossible');
    expect(await tryIt()).toBe(403);
  });
});

test('a block, and its end, reach the open widgets of its player alone', async () => {
  const [player, bystander] = [await bringPlayer(server), await bringPlayer(server)];
  await operator.ask('players-register', { player: player.id });
  const socket = await connected(openSocket(server.url, player.token));
  const other = await connected(openSocket(server.url, bystander.token));
  const overheard: string[] = [];
  other.onAny((event) => overheard.push(event));
  const listOf = async () =>
    (await server.call('methods-payment-v3', {}, { token: player.token })).body;
  const began = nextPush(socket, 'methods.changed');
  const { body: block } = await operator.ask('players-block', { player: player.id, reason });
  expect(await began).toEqual({ blockId: block.id });
  expect((await listOf()).block).toEqual({ reason: 'blocked' });
  const ended = nextPush(socket, 'methods.changed');
  await operator.ask('players-unblock', { player: player.id, blockId: block.id, reason });
  expect(await ended).toEqual({ blockId: block.id });
  expect(await listOf()).not.toHaveProperty('block');
  expect(overheard).not.toContain('methods.changed');
  socket.close();
  other.close();
});

/** Reads a list of two by pages of one. */
async function expectPages(
  name: string,
  player: { id: string },
  expected: readonly string[],
  field: string,
) {
  const request = { player: player.id, limit: 1 };
  const { body: first } = await operator.ask(name, request);
  const { body: last } = await operator.ask(name, { ...request, cursor: first.nextCursor });
  expect([first, last].map(({ items }) => items.length)).toEqual([1, 1]);
  expect([...first.items, ...last.items].map((item) => item[field])).toEqual(expected);
  expect(last.nextCursor).toBeNull();
  expect((await operator.ask(name, { ...request, limit: 201 })).status).toBe(400);
}

describe('a correction', () => {
  const correct = (
    player: { id: string },
    direction: 'credit' | 'debit',
    amount: string,
    part: object = {},
  ) => {
    const act = { player: player.id, direction, amount, currency: 'EUR', reason, ...part };
    return operator.ask('corrections-create', act);
  };

  const list = async (player: { id: string }) =>
    (await operator.ask('corrections-list', { player: player.id })).body.items;

  test('moves the balance by a transfer of its own, and players see no deposit', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const day = new Date().toISOString().slice(0, 10);
    const { status, body } = await correct(player, 'credit', '25.5');
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      reference: expect.stringMatching(/^KC-/),
      direction: 'credit',
      amount: '25.50',
      status: 'done',
      reason,
      actor: 'key "test desk"',
    });
    expect(await player.balance()).toBe('25.50');
    expect((await correct(player, 'debit', '5')).body.status).toBe('done');
    expect(await player.balance()).toBe('20.50');
    expect(await list(player)).toMatchObject([{ direction: 'debit' }, { id: body.id }]);
    await expectPages('corrections-list', player, ['debit', 'credit'], 'direction');
    const { items } = (await operator.ask('acts-list', { action: 'corrections-create' })).body;
    expect(items[0]).toMatchObject({ action: 'corrections-create', after: { status: 'done' } });
    const deposits = await server.call('deposit-list', {}, { token: player.token });
    expect(deposits.body.deposits).toEqual([]);
    const lines = (await operator.download('ledger-export', { from: day, to: '2100-01-01' }))
      .split('\n')
      .filter((line) => line.includes(body.id));
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`,operator's correction,${player.id},${body.reference},`);
  });

  test('by a debit of more than the balance is refused with the balance, and books nothing', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const above = (left: string) => ({
      status: 422,
      body: { error: { code: 'correction.aboveBalance', params: { left, currency: 'EUR' } } },
    });
    expect(await correct(player, 'debit', '1')).toMatchObject(above('0.00'));
    await correct(player, 'credit', '10');
    expect(await correct(player, 'debit', '10.01')).toMatchObject(above('10.00'));
    expect([await player.balance(), (await list(player)).length]).toEqual(['10.00', 1]);
    expect((await correct(player, 'debit', '10')).status).toBe(200);
    // Of two debits at once only one finds the money.
    await correct(player, 'credit', '10');
    const both = await Promise.all([correct(player, 'debit', '9'), correct(player, 'debit', '9')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.each([
    ['zero', { amount: '0' }, 'amount.invalid'],
    ['a negative amount', { amount: '-1' }, 'amount.invalid'],
    ['a part of a cent', { amount: '1.005' }, 'amount.invalid'],
    ['another currency', { currency: 'JPY', amount: '5' }, 'currency.unsupported'],
    ['no reason', { reason: undefined }, 'request.invalid'],
    ['no direction', { direction: undefined }, 'request.invalid'],
  ])('with %s is refused', async (_, part, code) => {
    const player = await bringPlayer(server);
    await player.balance();
    await correct(player, 'credit', '10');
    const { body } = await correct(player, 'credit', '1', part);
    expect(body.error?.code).toBe(code);
    expect([await player.balance(), (await list(player)).length]).toEqual(['10.00', 1]);
  });

  test('needs its own scope, and counts towards no limit', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const limit = { transaction: 'deposit', period: 'day', amount: '100', currency: 'EUR' };
    await operator.ask('players-set-limit', { player: player.id, ...limit, reason });
    await correct(player, 'credit', '500');
    expect((await player.deposit('100')).depositId).toBeDefined();
    const desk = await createOperator(server, { scopes: ['deposits', 'players', 'bonuses'] });
    const act = { player: player.id, direction: 'credit', amount: '1', currency: 'EUR', reason };
    expect(await desk.ask('corrections-create', act)).toMatchObject({
      status: 403,
      body: { error: { code: 'scope.missing' } },
    });
  });
});

describe('bonuses', () => {
  const offer = {
    kind: 'deposit',
    title: '50 % up to 20',
    currency: 'EUR',
    minDeposit: '10',
    percent: '50',
    maxBonusAmount: '20',
    reason: 'the autumn campaign',
  };

  test('are offered, listed and revoked', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const terms = { ...offer, player: player.id, mustAccrueBefore: tomorrow() };
    const { status, body } = await operator.ask('bonuses-offer', terms);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'offered', percent: '50', actor: 'key "test desk"' });
    const list = async () => (await operator.ask('bonuses-list', { player: player.id })).body.items;
    expect(await list()).toMatchObject([{ id: body.id, status: 'offered' }]);
    const revoke = { player: player.id, bonusId: body.id, reason };
    expect((await operator.ask('bonuses-revoke', revoke)).body).toMatchObject({
      status: 'revoked',
    });
    expect((await operator.ask('bonuses-revoke', revoke)).status).toBe(409);
    expect(await list()).toMatchObject([{ status: 'revoked' }]);
    await operator.ask('bonuses-offer', terms);
    await expectPages('bonuses-list', player, ['offered', 'revoked'], 'status');
  });

  /** Offers a bonus with wagering, and accrues it by a deposit. */
  async function accrue(part: object = {}) {
    const player = await bringPlayer(server);
    await player.balance();
    const terms = { ...offer, wagerMultiplier: '30', mustAccrueBefore: tomorrow(), ...part };
    const { body } = await operator.ask('bonuses-offer', { ...terms, player: player.id });
    const bonus = { bonusId: body.id, isActivatedBonus: true };
    const order = { amount: '40', currency: 'EUR', paymentType: 'card', ...bonus };
    const created = await server.call('deposit-create', order, { token: player.token });
    const { depositId } = created.body;
    const found = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
    await approve(server, found.body.id);
    await expect.poll(player.balance).toBe('40.00');
    return { player, act: { player: player.id, bonusId: body.id as string, reason } };
  }

  test('are forfeited by a withdrawal, unless the offer says that they are sticky', async () => {
    const player = await bringPlayer(server);
    await player.balance();
    const terms = { ...offer, player: player.id, mustAccrueBefore: tomorrow() };
    const ask = async (part: object) =>
      (await operator.ask('bonuses-offer', { ...terms, ...part })).body;
    expect(await ask({})).toMatchObject({ onWithdrawal: 'forfeited', wageredAt: null });
    expect(await ask({ onWithdrawal: 'sticky' })).toMatchObject({ onWithdrawal: 'sticky' });
    expect((await ask({ onWithdrawal: 'kept' })).error.code).toBe('request.invalid');
  });

  test('are completed once their wagering is done, and a withdrawal leaves them', async () => {
    const { player, act } = await accrue();
    const key = uuidv7();
    const { status, body } = await operator.ask('bonuses-complete', act, key);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'accrued', wageredAt: expect.stringMatching(/Z$/) });
    expect((await operator.ask('bonuses-complete', act, key)).body).toEqual(body);
    // Another report of the same keeps the first time.
    await server.later(60_000, async () => {
      expect((await operator.ask('bonuses-complete', act)).body).toEqual(body);
    });
    const log = await operator.ask('acts-list', { action: 'bonuses-complete', limit: 2 });
    expect(log.body.items[1]).toMatchObject({
      before: { wageredAt: null },
      after: { wageredAt: body.wageredAt },
    });
    expect((await player.withdraw('30')).status).toBe(200);
    const { items } = (await operator.ask('bonuses-list', { player: player.id })).body;
    expect(items).toMatchObject([{ status: 'accrued', wageredAt: body.wageredAt }]);
  });

  test.each([
    ['without wagering', { wagerMultiplier: undefined }, 'requires no wagering'],
    ['with a wagering of zero', { wagerMultiplier: '0' }, 'requires no wagering'],
  ])('%s have nothing to complete', async (_, part, message) => {
    const { act } = await accrue(part);
    expect(await operator.ask('bonuses-complete', act)).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible', message: expect.stringContaining(message) } },
    });
  });

  test('that are offered, over or unknown are not completed', async () => {
    const { player, act } = await accrue();
    const complete = async (bonusId: string) => {
      const { status, body } = await operator.ask('bonuses-complete', { ...act, bonusId });
      return `${status} ${body.error.code}`;
    };
    const terms = { ...offer, player: player.id, mustAccrueBefore: tomorrow() };
    const { body } = await operator.ask('bonuses-offer', { ...terms, wagerMultiplier: '30' });
    expect(await complete(body.id)).toBe('409 act.impossible');
    expect((await operator.ask('bonuses-revoke', act)).status).toBe(200);
    expect(await complete(act.bonusId)).toBe('409 act.impossible');
    expect(await complete(uuidv7())).toBe('404 bonus.notFound');
  });

  test.each([
    ['spins in a deposit bonus', { spins: 5 }],
    ['a deposit bonus without a percentage', { percent: undefined }],
    [
      'free spins without a number',
      { kind: 'freespin', percent: undefined, maxBonusAmount: undefined },
    ],
    ['an end in the past', { mustAccrueBefore: '2020-01-01T00:00:00Z' }],
  ])('reject %s', async (_, part) => {
    const player = await bringPlayer(server);
    await player.balance();
    const terms = { ...offer, player: player.id, mustAccrueBefore: tomorrow(), ...part };
    expect(await operator.ask('bonuses-offer', terms)).toMatchObject({
      status: 400,
      body: { error: { code: 'request.invalid' } },
    });
  });
});

describe('methods', () => {
  const stateOf = async (client: OperatorClient, method: string) => {
    const { body } = await client.ask('methods-list');
    return body.items.find((item: { method: string }) => item.method === method)?.state;
  };

  test('are switched at once, in their own brand only', async () => {
    const player = await bringPlayer(server);
    const other = await createOperator(server, { brandId: 'other' });
    const order = { amount: '60', currency: 'EUR', paymentType: 'card' };
    const tryIt = async () =>
      (await server.call('deposit-create', order, { token: player.token })).body.error?.code;
    const to = async (state: string) =>
      (await operator.ask('methods-switch', { method: 'card', state, reason })).body.state;
    const socket = await connected(openSocket(server.url, player.token));
    const pushed = nextPush(socket, 'methods.changed');
    expect(await to('off')).toBe('off');
    // Open widgets of the brand receive the push.
    await pushed;
    socket.close();
    expect(await tryIt()).toBe('method.unavailable');
    expect(await to('maintenance')).toBe('maintenance');
    expect(await tryIt()).toBe('method.maintenance');
    expect(await stateOf(operator, 'card')).toBe('maintenance');
    expect(await stateOf(other, 'card')).toBe('on');
    expect(await to('on')).toBe('on');
    expect(await tryIt()).toBeUndefined();
    const acts = await operator.ask('acts-list', { subjectKind: 'method', subjectId: 'card' });
    expect(acts.body.items[0]).toMatchObject({
      before: { state: 'maintenance' },
      after: { state: 'on' },
      reason,
    });
    const switched = await operator.ask('methods-switch', {
      method: 'card',
      state: 'maintenance',
      shownReason: 'bank',
      reason,
    });
    expect(switched.body).toMatchObject({ state: 'maintenance', shownReason: 'bank' });
    const { body } = await operator.ask('methods-list');
    expect(body.items).toContainEqual(
      expect.objectContaining({ method: 'card', reason, shownReason: 'bank' }),
    );
    await to('on');
    const unknown = { method: 'no_such', state: 'off', reason };
    expect((await operator.ask('methods-switch', unknown)).status).toBe(404);
  });
});

describe('personal data', () => {
  test('is exported completely, logged, and only with the scope for it', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    const { status, body } = await operator.ask('players-export', { player: player.id });
    expect(status).toBe(200);
    expect(body.player.externalId).toBe(player.id);
    expect(body.data.deposits).toMatchObject([{ id: depositId, amount: '100.00' }]);
    const reader = await createOperator(server, { scopes: ['read', 'players'] });
    expect((await reader.ask('players-export', { player: player.id })).status).toBe(403);
    const acts = await operator.ask('acts-list', { action: 'players-export' });
    expect(acts.body.items.slice(0, 2)).toMatchObject([
      { outcome: 'refused' },
      { outcome: 'done' },
    ]);
  });

  test('is erased permanently, also from the log and stored responses, once there is no obstacle', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    const erase = (more: object = {}) =>
      operator.ask('players-erase', { player: player.id, reason: 'asked for by mail', ...more });
    const refused = await erase();
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'act.impossible' } } });
    expect(refused.body.error.details).toContain('unfinishedDeposit');
    await operator.ask('deposits-decline', { depositId, reason: 'the player has gone' });
    // Until the provider's notification of the cancellation is processed, it is an obstacle, too.
    const notified = async () =>
      (await findNotifications(server.core, depositId)).map((row) => row.processed_at !== null);
    await expect.poll(notified).toEqual([true]);
    const { status, body } = await erase();
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.pseudonym).toMatch(/^erased-/);
    expect((await operator.ask('players-show', { player: player.id })).status).toBe(404);
    const { body: deposit } = await operator.ask('deposits-show', { depositId });
    expect(deposit.player).toBe(body.pseudonym);
    for (const table of ['operator_acts', 'operator_requests', 'players', 'deposits'] as const) {
      const rows = await server.core.db
        .selectFrom(table)
        .selectAll()
        .where('brand_id', '=', 'kassa')
        .execute();
      expect(JSON.stringify(rows), table).not.toContain(player.id);
    }
    expect((await operator.ask('players-erase', { player: body.id, reason: 'again' })).status).toBe(
      409,
    );
  });
});
