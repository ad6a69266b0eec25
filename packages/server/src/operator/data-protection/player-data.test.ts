import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findByField } from '../../ground/encryption/blind-index.ts';
import { findByInstrument } from '../../money/deposits/instruments.ts';
import { lockDepositAndPlayer } from '../../money/deposits/load-deposit.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { recordCorrection } from '../../money/wallet/corrections.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { recordAct } from '../acts/record-act.ts';
import { erasePlayer } from './erase-player.ts';
import { exportPlayer } from './export-player.ts';
import { playerSources } from './player-sources.ts';

const tokenSchema = z.object({ token: z.string() });

let server: TestServer;

beforeAll(async () => {
  const brand = { withdrawals: { approveUpTo: { EUR: '50' } }, playerData: { send: ['name'] } };
  server = await startTestServer({}, { brand });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

type Ref = { brandId: string; playerId: string };

const erase = (ref: Ref, isForced = false) =>
  server.core.db.transaction().execute((tx) => erasePlayer(server.core, tx, ref, { isForced }));

/** Corrects a balance by a cent, and back. */
async function correct(ref: Ref, reason: string): Promise<void> {
  const money = { amount: '0.01', currency: 'EUR' };
  for (const direction of ['credit', 'debit'] as const) {
    const act = { ...ref, id: uuidv7(), direction, money, reason, actor: 'desk' };
    await server.core.db.transaction().execute((tx) => recordCorrection(server.core, tx, act));
  }
}

const newIban = () => `DE${uuidv7().replaceAll('-', '').toUpperCase()}`;

/** Whether a session of this database waits for a lock. */
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.core.db);
  return rows.length > 0;
}

/** Returns every row of every table as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.core.db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ' '), '') as text from ${sql.table(name)} t`.execute(
      server.core.db,
    );
    texts.push(rows[0]?.text ?? '');
  }
  return texts.join('\n');
}

describe('an export', () => {
  test('contains all data of the player, unmasked, and nothing of anyone else', async () => {
    const person = { given_name: 'Zoë', family_name: 'Müller' };
    const [player, other] = [await meetPlayer(server, uuidv7(), person), await meetPlayer(server)];
    const iban = newIban();
    const depositId = await player.pay({ holder: 'Zoë Müller' }, { payerName: 'Sam Sample' });
    const withdrawalId = await player.cashOut({ iban });
    const foreign = await other.pay({ holder: 'Someone Else' });
    await correct(player.ref, 'paid twice by mistake');
    const exported = await exportPlayer(server.core, player.ref);
    const profile = { firstName: 'Zoë', lastName: 'Müller', email: null };
    const playerData = { ipAddress: '127.0.0.1', profile };
    expect(exported?.player).toMatchObject({ externalId: player.externalId, erasedAt: null });
    expect(exported?.data).toMatchObject({
      deposits: [
        { id: depositId, status: 'processed', fields: { holder: 'Zoë Müller' }, playerData },
      ],
      payments: [
        { depositId, status: 'credited', instrument: { kind: 'card', payerName: 'Sam Sample' } },
      ],
      corrections: [
        { direction: 'credit', reason: 'paid twice by mistake' },
        { direction: 'debit', status: 'done' },
      ],
      withdrawals: [{ id: withdrawalId, status: 'completed', fields: { iban }, playerData }],
      savedDetails: [
        { transaction: 'deposit', paymentMethod: 'card', fields: { holder: 'Zoë Müller' } },
        { transaction: 'withdrawal', fields: { iban }, masked: `•••• ${iban.slice(-4)}` },
      ],
      balances: expect.arrayContaining([
        expect.objectContaining({ kind: 'player', currency: 'EUR' }),
      ]),
    });
    expect(exported?.data.depositHistory.length).toBeGreaterThan(1);
    expect(exported?.data.withdrawalHistory.length).toBeGreaterThan(1);
    expect(exported?.data.ledger.length).toBeGreaterThan(1);
    expect(exported?.data.notifications.length).toBeGreaterThan(0);
    const text = JSON.stringify(exported);
    for (const foreignText of [foreign, 'Someone Else', other.ref.playerId, 's1.']) {
      expect(text).not.toContain(foreignText);
    }
  });

  test('of a player of another brand is empty', async () => {
    const { ref } = await meetPlayer(server);
    expect(await exportPlayer(server.core, { ...ref, brandId: 'other' })).toBeNull();
  });

  test('includes every table that names a player, a deposit or a withdrawal', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.columns
      where table_schema = 'public' and column_name in ('player_id', 'deposit_id', 'withdrawal_id')
    `.execute(server.core.db);
    // Tables without personal data: digests, responses that are stored for a week, reconciliation
    // differences, short-lived codes.
    const others = [
      'blind_index',
      'confirmation_codes',
      'daily_uses',
      'device_codes',
      'idempotency_keys',
      'known_payers',
      'operator_requests',
      'page_codes',
      'reconciliation_differences',
      'requisite_reservations',
      'settlement_fees',
    ];
    const ref = { brandId: '', playerId: uuidv7() };
    const read = Object.values(playerSources)
      .map((source) => source(ref).compile(server.core.db).sql)
      .join('\n');
    const missing = rows
      .map(({ name }) => name)
      .filter((name) => !others.includes(name) && !read.includes(name));
    expect(missing).toEqual([]);
  });
});

describe('an erasure', () => {
  test('removes personal data from every table, and leaves the money as it was', async () => {
    const externalId = `customer-${uuidv7()}`;
    const holder = `Zoë ${uuidv7()}`;
    const player = await meetPlayer(server, externalId, { given_name: holder });
    const iban = newIban();
    const depositId = await player.pay({ holder });
    const withdrawalId = await player.cashOut({ iban });
    const said = { detail: `${holder} is not the card's owner` };
    const { db } = server.core;
    await db
      .updateTable('deposit_attempts')
      .set(said)
      .where('deposit_id', '=', depositId)
      .execute();
    for (const [to, reason] of [
      ['approved', `rule screening: a doubt (operator ${holder} is on a list)`],
      ['sending', `the provider: rejected (${holder} has no account)`],
    ] as const) {
      await db
        .updateTable('withdrawal_transitions')
        .set({ reason })
        .where('withdrawal_id', '=', withdrawalId)
        .where('to_status', '=', to)
        .execute();
    }
    await correct(player.ref, `asked by ${externalId}@mail.example`);
    await server.core.db.transaction().execute((tx) =>
      blockPlayer(server.core, tx, player.ref, {
        id: uuidv7(),
        what: 'all',
        source: 'operator',
        until: null,
        reason: `wrote from ${externalId}@mail.example`,
        actor: 'key "desk"',
      }),
    );
    await recordAct(
      server.core.db,
      {
        brandId: 'kassa',
        keyId: null,
        actor: 'kassa',
        scopes: new Set(),
        expiresAt: null,
        requestId: 'KR-1',
      },
      {
        action: 'players-block',
        outcome: 'done',
        errorCode: null,
        subject: { kind: 'player', id: externalId },
        request: { player: externalId, also: [externalId] },
        after: { player: externalId },
      },
    );
    const before = await exportPlayer(server.core, player.ref);
    const { token } = tokenSchema.parse(before?.data.payments[0]?.instrument);
    expect(await findByInstrument(server.core, 'kassa', token)).toEqual([depositId]);

    const { payer_digest: payer } = await server.core.db
      .selectFrom('payments')
      .select('payer_digest')
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow();
    expect(payer).not.toBeNull();

    const erasure = await erase(player.ref);

    expect(erasure).toEqual({
      kind: 'erased',
      pseudonym: expect.stringMatching(/^erased-/),
      overridden: [],
    });
    const everything = await dump();
    for (const trace of [externalId, iban, holder, payer]) {
      expect(everything).not.toContain(trace);
    }
    const after = await exportPlayer(server.core, player.ref);
    expect(after?.data).toMatchObject({
      ledger: before?.data.ledger,
      balances: before?.data.balances,
      payments: before?.data.payments.map((payment) => ({ ...payment, instrument: null })),
      depositHistory: before?.data.depositHistory,
      deposits: [
        {
          id: depositId,
          status: 'processed',
          creditedAmount: '50.00',
          fields: {},
          playerData: null,
          redirect: null,
          returnUrl: '',
        },
      ],
      withdrawals: [
        {
          id: withdrawalId,
          status: 'completed',
          amount: '50.00',
          fields: {},
          playerData: null,
          destinationMasked: null,
        },
      ],
      savedDetails: [],
    });
    expect(after?.data.notifications.every(({ body }) => body === '')).toBe(true);
    const reasons = after?.data.withdrawalHistory.map((row) => row.reason);
    expect(reasons).toContain('the provider: rejected');
    expect(reasons).toContain('rule screening: a doubt (operator)');
    expect(await findByField(server.core, 'kassa', 'iban', iban)).toEqual([]);
    expect(await findByInstrument(server.core, 'kassa', token)).toEqual([]);
    expect(await checkLedger(server.core.db)).toEqual([]);
    expect(await erase(player.ref)).toEqual({ kind: 'erasedBefore', erasedAt: expect.any(Date) });
  });

  test('removes operators’ free texts from every table', async () => {
    const player = await meetPlayer(server);
    const operator = await createOperator(server);
    const name = `Zoë ${uuidv7()}`;
    const reason = `a call from ${name}`;
    const money = { amount: '50', currency: 'EUR', reason };
    const depositId = await player.order();
    await operator.ask('deposits-confirm', { depositId, ...money });
    await operator.ask('deposits-refund', { depositId, ...money });
    // A rejected act, which is logged nevertheless.
    await operator.ask('deposits-decline', { depositId, reason });
    await operator.ask('players-block', { player: player.externalId, what: 'all', reason });
    const countOf = async () => (await dump()).split(name).length - 1;
    // The name must stay in the ledger only, which is immutable.
    const { rows } =
      await sql`select 1 from ledger_transfers where position(${name} in reason) > 0`.execute(
        server.core.db,
      );
    expect(await countOf()).toBeGreaterThan(rows.length);
    expect(await erase(player.ref, true)).toMatchObject({ kind: 'erased' });
    expect(await countOf()).toBe(rows.length);
    const { body } = await operator.ask('acts-list', { subjectId: depositId });
    expect(body.items).toMatchObject([
      { action: 'deposits-decline', outcome: 'refused', reason: '' },
      { action: 'deposits-refund', outcome: 'done', reason: '' },
      { action: 'deposits-confirm', outcome: 'done', reason: '' },
    ]);
  });

  test('removes operators’ texts from acts of two keys, and rejects those that wait', async () => {
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('The test server has no brand "kassa".');
    brand.secondApproval = { upTo: {} };
    const player = await meetPlayer(server);
    const [desk, boss] = [await createOperator(server), await createOperator(server)];
    const name = `Zoë ${uuidv7()}`;
    const act = { amount: '50', currency: 'EUR', reason: `a call from ${name}` };
    const depositId = await player.order();
    const { body } = await desk.ask('deposits-confirm', { depositId, ...act });
    const { id: pendingActId } = body.pendingAct;
    const approval = { pendingActId, reason: `I know ${name}` };
    expect((await boss.ask('pending-acts-approve', approval)).status).toBe(200);
    expect((await desk.ask('deposits-refund', { depositId, ...act })).status).toBe(202);
    brand.secondApproval = null;
    const exported = await exportPlayer(server.core, player.ref);
    expect(exported?.data.pendingActs).toMatchObject([
      { action: 'deposits-confirm', state: 'approved', decisionReason: approval.reason },
      { action: 'deposits-refund', state: 'pending', request: { reason: act.reason } },
    ]);
    expect(await erase(player.ref)).toMatchObject({
      obstacles: expect.arrayContaining(['pendingAct']),
    });
    expect(await erase(player.ref, true)).toMatchObject({ kind: 'erased' });
    const { rows } =
      await sql`select 1 from ledger_transfers where position(${name} in reason) > 0`.execute(
        server.core.db,
      );
    expect((await dump()).split(name)).toHaveLength(rows.length + 1);
    const after = await exportPlayer(server.core, player.ref);
    expect(after?.data.pendingActs).toMatchObject([
      { state: 'approved', decisionReason: '' },
      { state: 'rejected', decisionReason: 'the player was erased', request: { reason: '' } },
    ]);
  });

  test('removes the reasons of a credit at a rate and of a resolved payout', async () => {
    const player = await meetPlayer(server);
    const operator = await createOperator(server);
    const name = `Zoë ${uuidv7()}`;
    const reason = `a call from ${name}`;
    const depositId = await player.order();
    const show = async () => (await operator.ask('deposits-show', { depositId })).body;
    const { body: payment } = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${depositId}`,
    );
    const rupees = { paidAmount: '5000', paidCurrency: 'INR' };
    await server.provider('POST', `/v1/payments/${payment.id}/approve`, rupees);
    await expect.poll(async () => (await show()).payments[0]?.status).toBe('parked');
    const [{ id: paymentId }] = (await show()).payments;
    const credit = { resolution: 'credit', rate: '0.01', reason };
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('The test server has no brand "kassa".');
    brand.webhook = {
      url: 'http://localhost:9/kassa',
      secrets: ['whsec_c2VjcmV0'],
      timeoutMs: 1000,
    };
    await operator.ask('payments-resolve', { paymentId, ...credit });
    brand.webhook = null;
    const withdrawalId = await player.cashOut();
    const resolution = { withdrawalId, status: 'returned', reason };
    expect((await operator.ask('withdrawals-resolve', resolution)).status).toBe(200);
    expect(await erase(player.ref, true)).toMatchObject({ kind: 'erased' });
    expect(await dump()).not.toContain(name);
    expect((await show()).payments).toMatchObject([{ status: 'credited', rateSource: 'operator' }]);
  });

  test("leaves other players' acts alone", async () => {
    const [player, other] = [await meetPlayer(server), await meetPlayer(server)];
    const operator = await createOperator(server);
    const block = { what: 'deposits', reason: 'for a test' };
    await operator.ask('players-block', { player: player.externalId, ...block });
    await operator.ask('players-block', { player: other.externalId, ...block });
    await erase(player.ref);
    const { body } = await operator.ask('acts-list', { subjectId: other.ref.playerId });
    expect(body.items).toMatchObject([
      { reason: 'for a test', request: { player: other.externalId } },
    ]);
  });

  test('erases notifications that had no effect, and is rejected while they wait', async () => {
    const player = await meetPlayer(server);
    const depositId = await player.pay();
    await player.cashOut();
    const id = uuidv7();
    await server.core.db
      .insertInto('provider_notifications')
      .values({
        id,
        brand_id: 'kassa',
        connector: 'sandbox',
        notification_id: id,
        headers: JSON.stringify({}),
        body: JSON.stringify({ order: depositId, payer: 'Zoë Müller' }),
        next_attempt_at: new Date('2040-01-01'),
      })
      .execute();
    expect(await erase(player.ref)).toEqual({
      kind: 'refused',
      obstacles: ['unreadNotification'],
    });
    expect(await erase(player.ref, true)).toMatchObject({ kind: 'erased' });
    const notification = await server.core.db
      .selectFrom('provider_notifications')
      .select(['body', 'processed_at', 'resolved_reason'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(notification).toEqual({
      body: '',
      processed_at: expect.any(Date),
      resolved_reason: 'the player was erased',
    });
  });

  test('waits for a notification before it locks the money that this is about', async () => {
    const player = await meetPlayer(server);
    const depositId = await player.pay();
    await player.cashOut();
    const id = uuidv7();
    const { db } = server.core;
    await db
      .insertInto('provider_notifications')
      .values({
        id,
        brand_id: 'kassa',
        connector: 'sandbox',
        notification_id: id,
        headers: JSON.stringify({}),
        body: JSON.stringify({ order: depositId }),
        next_attempt_at: new Date('2040-01-01'),
      })
      .execute();
    let erasing: Promise<unknown> = Promise.resolve();
    // As in the processing of a notification: its row first, then the deposit and the player.
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('provider_notifications')
        .select('id')
        .where('id', '=', id)
        .forUpdate()
        .execute();
      erasing = erase(player.ref, true);
      await expect.poll(isSomebodyWaiting).toBe(true);
      await lockDepositAndPlayer(tx, { brandId: 'kassa' }, depositId);
    });
    expect(await erasing).toMatchObject({ kind: 'erased' });
  });

  test('makes a later token of the same id a new player', async () => {
    const player = await meetPlayer(server);
    await player.pay();
    await player.cashOut();
    await erase(player.ref);
    // The server caches the player for a minute; nothing may be created for an erased player.
    const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
    const early = await server.call('deposit-create', order, { token: player.token });
    expect(early).toMatchObject({ status: 401, body: { error: { code: 'auth.tokenExpired' } } });
    await server.later(61_000, async () => {
      const again = await meetPlayer(server, player.externalId);
      expect(again.ref.playerId).not.toBe(player.ref.playerId);
      await again.pay();
      expect(await again.balance()).toBe(50);
    });
    const old = await exportPlayer(server.core, player.ref);
    expect(old?.data.deposits).toHaveLength(1);
  });

  test('leaves another player, and the same id in another brand, alone', async () => {
    const [player, other] = [await meetPlayer(server), await meetPlayer(server)];
    const iban = newIban();
    await other.pay({ iban });
    const twin = await resolvePlayer(server.core.db, 'other', player.externalId);
    expect(await erase({ ...player.ref, brandId: 'other' })).toEqual({ kind: 'notFound' });
    await erase(player.ref);
    expect(await resolvePlayer(server.core.db, 'other', player.externalId)).toBe(twin);
    expect(await findByField(server.core, 'kassa', 'iban', iban)).toHaveLength(1);
    const kept = await exportPlayer(server.core, other.ref);
    expect(kept?.data).toMatchObject({ deposits: [{ fields: { iban } }] });
    expect(kept?.data.notifications.every(({ body }) => body !== '')).toBe(true);
  });

  test.each<[string, (player: Awaited<ReturnType<typeof meetPlayer>>) => Promise<unknown>]>([
    ['unfinishedDeposit', (player) => player.order()],
    ['balance', (player) => player.pay()],
    [
      'unsentEvent',
      ({ ref }) =>
        server.core.db
          .insertInto('webhook_events')
          .values({
            id: uuidv7(),
            brand_id: ref.brandId,
            player_id: ref.playerId,
            sequence: '1',
            type: 'deposit.status',
            data: '{}',
          })
          .execute(),
    ],
    [
      'selfExclusion',
      ({ ref }) =>
        server.core.db.transaction().execute((tx) =>
          blockPlayer(server.core, tx, ref, {
            id: uuidv7(),
            what: 'all',
            source: 'selfExclusion',
            until: null,
            reason: '',
            actor: 'player',
          }),
        ),
    ],
  ])('is rejected for %s, unless it is forced', async (obstacle, arrange) => {
    const player = await meetPlayer(server);
    await arrange(player);
    expect(await erase(player.ref)).toEqual({ kind: 'refused', obstacles: [obstacle] });
    expect(await resolvePlayer(server.core.db, 'kassa', player.externalId)).toBe(
      player.ref.playerId,
    );
    expect(await erase(player.ref, true)).toMatchObject({ kind: 'erased', overridden: [obstacle] });
  });

  test('is rejected while a payout is open, which holds its money', async () => {
    const player = await meetPlayer(server);
    await player.pay();
    await player.ask();
    expect(await erase(player.ref)).toEqual({
      kind: 'refused',
      obstacles: ['unfinishedWithdrawal', 'balance'],
    });
  });

  test('is rejected while a wallet operation is pending, forced or not', async () => {
    const { ref } = await meetPlayer(server);
    await server.core.db
      .insertInto('wallet_operations')
      .values({
        id: uuidv7(),
        brand_id: ref.brandId,
        player_id: ref.playerId,
        kind: 'credit',
        amount: '5',
        currency: 'EUR',
        status: 'pending',
        next_attempt_at: new Date('2040-01-01'),
      })
      .execute();
    expect(await erase(ref, true)).toEqual({ kind: 'refused', obstacles: ['walletOperation'] });
  });

  test('happens once if two run in parallel', async () => {
    const { ref } = await meetPlayer(server);
    const kinds = (await Promise.all([erase(ref), erase(ref)])).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['erased', 'erasedBefore']);
  });

  test('during a new deposit leaves no deposit with personal data', async () => {
    const player = await meetPlayer(server);
    const iban = newIban();
    const order = { amount: '50', currency: 'EUR', paymentType: 'card', fields: { iban } };
    const [erasure, reply] = await Promise.all([
      erase(player.ref),
      server.call('deposit-create', order, { token: player.token }),
    ]);
    expect([erasure.kind, reply.status]).toEqual(
      erasure.kind === 'erased' ? ['erased', 401] : ['refused', 200],
    );
  });
});
