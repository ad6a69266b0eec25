import type { CallError } from '@kassa/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PlayerRef, resolvePlayer } from '../../players/player-row.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { listBonuses } from './bonuses.ts';
import { expireBonuses } from './expire-bonuses.ts';
import { type BonusOffer, offerBonus, revokeBonus } from './offer-bonus.ts';

const day = 24 * 60 * 60_000;
const by = { actor: 'key "desk"', reason: 'a welcome' };

let server: TestServer;
let player: PlayerRef;
let token: string;
let count = 0;

beforeAll(async () => {
  // No server listens there; the tests read the events from the outbox.
  const webhook = {
    url: 'http://localhost:9/kassa',
    secrets: ['whsec_b3BlcmF0b3IncyBzZWNyZXQgb2YgdGhlIHRlc3Rz'],
  };
  const rates = { kind: 'static', base: 'EUR', table: { JPY: '160' } };
  server = await startTestServer({}, { brand: { webhook, rates } });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

beforeEach(async () => {
  ({ player, token } = await meetPlayer());
});

async function meetPlayer() {
  count += 1;
  const externalId = `bonus-player-${count}`;
  const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
  return {
    player: { brandId: 'kassa', playerId },
    token: await server.token({ playerId: externalId }),
  };
}

function terms(part: object = {}): BonusOffer {
  return {
    kind: 'deposit',
    id: uuidv7(),
    title: 'Welcome',
    subtitle: null,
    currency: 'EUR',
    minDeposit: '20',
    percent: '50',
    maxBonusAmount: '40',
    wagerMultiplier: '30',
    payoutMultiplier: null,
    onWithdrawal: 'forfeited',
    mustAccrueBefore: new Date(Date.now() + day),
    ...by,
    ...part,
  } as BonusOffer;
}

const offer = (part: object = {}, to = player) =>
  server.core.db.transaction().execute((tx) => offerBonus(server.core, tx, to, terms(part)));

const revoke = (id: string, of = player) =>
  server.core.db
    .transaction()
    .execute((tx) => revokeBonus(server.core, tx, of, { id, ...by, reason: 'a second account' }));

const ask = (amount: string, bonusId?: string, isActivatedBonus = true, currency = 'EUR') =>
  server.call(
    'deposit-create',
    { amount, currency, paymentType: 'card', bonusId, isActivatedBonus },
    { token },
  );

/** Creates a deposit, has the provider approve it, and waits until it is credited. */
async function pay(amount: string, bonusId?: string, isActivatedBonus = true): Promise<string> {
  const { status, body } = await ask(amount, bonusId, isActivatedBonus);
  expect(body).toMatchObject({ depositId: expect.any(String) });
  expect(status).toBe(200);
  await approve(body.depositId);
  return body.depositId;
}

async function approve(depositId: string): Promise<void> {
  const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
  await server.provider('POST', `/v1/payments/${body.id}/approve`);
  await expect.poll(async () => (await loadDeposit(depositId)).status).toBe('processed');
}

const loadDeposit = (id: string) =>
  server.core.db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function bonusBalance(of = player): Promise<string> {
  const row = await server.core.db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('kind', '=', 'bonus')
    .where('owner', '=', of.playerId)
    .executeTakeFirst();
  return row?.balance ?? '0';
}

const latest = async () =>
  (await listBonuses(server.core.db, player, { before: null, limit: 1 }))[0];

async function events(): Promise<string[]> {
  const rows = await server.core.db
    .selectFrom('webhook_events')
    .select('type')
    .where('player_id', '=', player.playerId)
    .where('type', 'like', 'bonus.%')
    .orderBy('sequence')
    .execute();
  return rows.map(({ type }) => type);
}

async function rejection(
  work: Promise<unknown>,
): Promise<Pick<CallError, 'code' | 'params'> | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const { code, params } = error as CallError;
    return { code, params };
  }
}

describe('a deposit bonus', () => {
  test.each([
    ['20', '10.00'],
    ['50.01', '25.00'],
    ['100', '40'],
  ])('of a credited deposit of %s is %s', async (amount, bonus) => {
    const { id } = await offer();
    const depositId = await pay(amount, id);
    expect(await latest()).toMatchObject({
      status: 'accrued',
      accrued_amount: bonus,
      deposit_id: depositId,
    });
    expect(Number(await bonusBalance())).toBe(Number(bonus));
  });

  test('is rejected below its least deposit, and stays on offer', async () => {
    const { id } = await offer();
    expect(await ask('19.99', id)).toMatchObject({
      status: 422,
      body: { error: { code: 'bonus.notApplicable' } },
    });
    expect(await latest()).toMatchObject({ status: 'offered', accrued_amount: null });
    await pay('20', id);
    expect(await latest()).toMatchObject({ status: 'accrued', accrued_amount: '10.00' });
  });

  test('is not accrued if less money arrives than requested, and stays on offer', async () => {
    const { id } = await offer();
    const { body } = await ask('20', id);
    const provider = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${body.depositId}`,
    );
    await server.provider('POST', `/v1/payments/${provider.body.id}/receipts`, { amount: '19.99' });
    await expect
      .poll(async () => Number((await loadDeposit(body.depositId)).credited_amount))
      .toBe(19.99);
    expect(await latest()).toMatchObject({ status: 'offered', accrued_amount: null });
  });

  test('that is not activated accepts any deposit', async () => {
    const { id } = await offer();
    await pay('15', id, false);
    expect(await latest()).toMatchObject({ status: 'offered' });
  });

  test('compares the deposit in the currency of the account', async () => {
    const { id } = await offer();
    expect(await ask('3199', id, true, 'JPY')).toMatchObject({
      status: 422,
      body: { error: { code: 'bonus.notApplicable' } },
    });
    expect((await ask('3200', id, true, 'JPY')).status).toBe(200);
  });

  test.each([
    ['50', 'EUR'],
    ['5000', 'JPY'],
  ])(
    'in another currency than the account’s is rejected with a deposit of %s %s',
    async (amount, currency) => {
      const { id } = await offer({ currency: 'JPY', minDeposit: '100', maxBonusAmount: null });
      expect(await ask(amount, id, true, currency)).toMatchObject({
        status: 409,
        body: { error: { code: 'bonus.notOpen' } },
      });
    },
  );

  test('is rejected with a method that excludes bonuses, unless it is not activated', async () => {
    const { id } = await offer();
    const catalog = server.core.catalogOf('kassa');
    const methods = catalog.methods.map((method) => ({ ...method, isBonusHidden: true }));
    const offered = vi.spyOn(server.core, 'catalogOf').mockReturnValue({ ...catalog, methods });
    expect(await ask('50', id)).toMatchObject({
      status: 422,
      body: { error: { code: 'bonus.notApplicable' } },
    });
    expect((await ask('50', id, false)).status).toBe(200);
    offered.mockRestore();
  });

  test('is not accrued if the player has not activated it', async () => {
    const { id } = await offer();
    await pay('50', id, false);
    expect(await latest()).toMatchObject({ status: 'offered' });
  });

  test('is accrued once, even if several deposits name it', async () => {
    const { id } = await offer();
    const first = (await ask('50', id)).body.depositId;
    const second = (await ask('60', id)).body.depositId;
    await Promise.all([approve(first), approve(second)]);
    expect(['25.00', '30.00']).toContain((await latest())?.accrued_amount);
    expect(Number(await bonusBalance())).toBe(Number((await latest())?.accrued_amount));
    expect(await ask('50', id)).toMatchObject({
      status: 409,
      body: { error: { code: 'bonus.notOpen' } },
    });
  });

  test('that has expired when the money arrives is not accrued', async () => {
    const { id } = await offer({ mustAccrueBefore: new Date(Date.now() + 60_000) });
    const { body } = await ask('50', id);
    await server.later(61_000, () => approve(body.depositId));
    expect(await latest()).toMatchObject({ accrued_amount: null });
    expect(Number(await bonusBalance())).toBe(0);
  });

  test("of another player or with an unknown id isn't found", async () => {
    const other = await meetPlayer();
    const { id } = await offer({}, other.player);
    for (const bonusId of [id, uuidv7(), '42']) {
      expect(await ask('50', bonusId)).toMatchObject({
        status: 404,
        body: { error: { code: 'bonus.notFound' } },
      });
    }
  });
});

describe('a bonus whose deposit is reversed', () => {
  const reverse = async (depositId: string, amount: string) => {
    const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
    const before = (await loadDeposit(depositId)).reversed_amount;
    await server.provider('POST', `/v1/payments/${body.id}/reversals`, {
      kind: 'chargeback',
      amount,
    });
    await expect.poll(async () => (await loadDeposit(depositId)).reversed_amount).not.toBe(before);
  };

  test('stays while enough of the deposit is left, and is then revoked', async () => {
    const { id } = await offer();
    const depositId = await pay('50', id);
    await reverse(depositId, '30');
    expect(await latest()).toMatchObject({ status: 'accrued' });
    await reverse(depositId, '0.01');
    expect(await latest()).toMatchObject({
      status: 'revoked',
      revoked_amount: '25.00',
      actor: 'Kassa',
    });
    expect(Number(await bonusBalance())).toBe(0);
    expect(await events()).toEqual(['bonus.offered', 'bonus.accrued', 'bonus.revoked']);
  });

  test('counts the credited amount without reversals', async () => {
    const { id } = await offer();
    const { depositId } = (await ask('30', id)).body;
    const { body } = await server.provider('GET', `/v1/payments?merchantReference=${depositId}`);
    const receive = (amount: string) =>
      server.provider('POST', `/v1/payments/${body.id}/receipts`, { amount });
    const credited = async () => Number((await loadDeposit(depositId)).credited_amount);
    await receive('15');
    await expect.poll(credited).toBe(15);
    await reverse(depositId, '10');
    await receive('10');
    await expect.poll(credited).toBe(25);
    expect(await latest()).toMatchObject({ status: 'offered' });
    await receive('5');
    await expect.poll(credited).toBe(30);
    expect(await latest()).toMatchObject({ status: 'accrued', accrued_amount: '10.00' });
  });
});

test('free spins are recorded without money', async () => {
  const { id } = await offer({ kind: 'freespin', spins: 20, maxSpinWin: '100', games: ['Sun'] });
  await pay('20', id);
  expect(await latest()).toMatchObject({ status: 'accrued', accrued_amount: '0', games: ['Sun'] });
  expect(await bonusBalance()).toBe('0');
  expect(await revoke(id)).toMatchObject({ kind: 'revoked', after: { revoked_amount: '0' } });
});

describe('revoking', () => {
  test('ends an offer', async () => {
    const { id } = await offer();
    expect(await revoke(id)).toMatchObject({
      kind: 'revoked',
      before: { status: 'offered' },
      after: { status: 'revoked', revoked_amount: null, reason: 'a second account' },
    });
    expect((await ask('50', id)).status).toBe(409);
    expect(await events()).toEqual(['bonus.offered', 'bonus.revoked']);
  });

  test('takes back an accrued bonus, once', async () => {
    const { id } = await offer();
    await pay('50', id);
    const [first, second] = await Promise.all([revoke(id), revoke(id)]);
    const kinds = [first.kind, second.kind].sort();
    expect(kinds).toEqual(['over', 'revoked']);
    expect(await latest()).toMatchObject({ status: 'revoked', revoked_amount: '25.00' });
    expect(Number(await bonusBalance())).toBe(0);
    expect(await events()).toEqual(['bonus.offered', 'bonus.accrued', 'bonus.revoked']);
  });

  test("doesn't find the bonus of another player", async () => {
    const { id } = await offer();
    expect(await revoke(id, (await meetPlayer()).player)).toEqual({ kind: 'notFound' });
    expect(await revoke('42')).toEqual({ kind: 'notFound' });
  });
});

test('an offer expires at its time, and the operator gets an event', async () => {
  const { id } = await offer({ mustAccrueBefore: new Date(Date.now() + 60_000) });
  await expireBonuses(server.core);
  expect(await latest()).toMatchObject({ status: 'offered' });
  await server.later(60_000, () => expireBonuses(server.core));
  expect(await latest()).toMatchObject({ status: 'expired' });
  expect(await events()).toEqual(['bonus.offered', 'bonus.expired']);
  expect(await revoke(id)).toMatchObject({ kind: 'over' });
});

test('hundreds of offers expire in one run, even if one of them fails', async () => {
  const mustAccrueBefore = new Date(Date.now() + 60_000);
  const { id: bad } = await offer({ mustAccrueBefore: new Date(mustAccrueBefore.getTime() - 1) });
  const { player: other } = await meetPlayer();
  const count = 450;
  // Offers of a campaign expire at the same moment.
  await sql`
    insert into bonuses select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
      'player_id', ${other.playerId}::text, 'revoke_id', gen_random_uuid(),
      'must_accrue_before', ${mustAccrueBefore}::timestamptz))).*
    from bonuses b, generate_series(1, ${count}::integer) where b.id = ${bad}`.execute(
    server.core.db,
  );
  await sql`
    create function refuse_bonus() returns trigger language plpgsql as
      $$ begin raise exception 'a broken row'; end $$`.execute(server.core.db);
  await sql`
    create trigger refuse before update on bonuses for each row
      when (old.id = ${sql.lit(bad)}) execute function refuse_bonus()`.execute(server.core.db);
  const log = vi.spyOn(server.core.log, 'error');
  try {
    const expired = await server.later(60_000, () => expireBonuses(server.core));
    expect(expired).toBeGreaterThanOrEqual(count);
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ bonusId: bad }),
      'Expiring a bonus failed.',
    );
    expect(await latest()).toMatchObject({ id: bad, status: 'offered' });
  } finally {
    log.mockRestore();
    await sql`drop function refuse_bonus cascade`.execute(server.core.db);
  }
  await server.later(60_000, () => expireBonuses(server.core));
  expect(await latest()).toMatchObject({ id: bad, status: 'expired' });
});

test.each([
  ['mustAccrueBefore', { mustAccrueBefore: new Date(0) }],
  ['minDeposit', { minDeposit: '0' }],
  ['minDeposit', { minDeposit: '0.001' }],
  ['percent', { percent: '0' }],
  ['maxBonusAmount', { maxBonusAmount: '-1' }],
  ['spins', { kind: 'freespin', spins: 0, maxSpinWin: null, games: [] }],
  ['maxSpinWin', { kind: 'freespin', spins: 1, maxSpinWin: '0', games: [] }],
  ['wagerMultiplier', { wagerMultiplier: '-1' }],
  ['payoutMultiplier', { payoutMultiplier: '0' }],
])('an offer with an invalid %s is rejected', async (field, part) => {
  expect(await rejection(offer(part))).toEqual({ code: 'request.invalid', params: { field } });
});
