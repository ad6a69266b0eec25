import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ordinaryRetention, type RetentionSettings } from '../../brands/retention-settings.ts';
import { findByField } from '../../ground/encryption/blind-index.ts';
import { findByInstrument } from '../../money/deposits/instruments.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { listTokenRevocations, revokeTokens } from '../../players/token-revocations.ts';
import { meetPlayer } from '../../testing/meet-player.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { makeOwner, makeSubject } from '../../testing/subjects/make-subject.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { recordAct } from '../acts/record-act.ts';
import { stepRuns } from '../reconciliation/step-runs.ts';
import { exportPlayer } from './export-player.ts';
import { runRetention } from './run-retention.ts';

const tokenSchema = z.object({ token: z.string() });

let server: TestServer;

beforeAll(async () => {
  const brand = { withdrawals: { approveUpTo: { EUR: '50' } }, retention: { redirects: 3 } };
  server = await startTestServer({}, { brand });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const dayMs = 24 * 3600_000;

/** Runs the job with its clock moved ahead by this number of days. */
const inDays = (days: number) =>
  // Only this job's clock: other jobs would cancel the open deposits.
  runRetention({ ...server.core, now: () => new Date(Date.now() + days * dayMs) });

const newIban = () => `DE${uuidv7().replaceAll('-', '').toUpperCase()}`;

const depositOf = (id: string) =>
  server.core.db.selectFrom('deposits').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Returns all rows about money as text. */
async function loadMoney(): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select json_build_array(
      (select json_agg(t order by id) from (
        select id, status, amount, currency, credited_amount, account_amount from deposits) t),
      (select json_agg(t order by id) from (
        select id, status, amount, currency from withdrawals) t),
      (select json_agg(to_jsonb(t) - array['instrument_sealed', 'instrument_digest', 'payer_digest']
          order by id)
        from payments t),
      (select json_agg(t order by id) from ledger_accounts t),
      (select json_agg(t order by id) from ledger_transfers t),
      (select json_agg(t order by transfer_id, line) from ledger_entries t)
    )::text as text`.execute(server.core.db);
  return rows[0]?.text ?? '';
}

test('deletes each kind of data after its days and not before; money stays', async () => {
  const player = await meetPlayer(server);
  const [iban, account] = [newIban(), newIban()];
  const depositId = await player.pay({ iban });
  await player.cashOut({ iban: account });
  const exported = await exportPlayer(server.core, player.ref);
  const { token } = tokenSchema.parse(exported?.data.payments[0]?.instrument);
  const money = await loadMoney();

  await inDays(2);
  expect((await depositOf(depositId)).redirect).not.toBeNull();
  // The brand's own setting.
  await inDays(4);
  expect(await depositOf(depositId)).toMatchObject({
    redirect: null,
    fields_sealed: expect.any(String),
    player_data_sealed: expect.any(String),
  });

  await inDays(539);
  expect(await findByField(server.core, 'kassa', 'iban', iban)).toHaveLength(1);
  expect(await findByInstrument(server.core, 'kassa', token)).toEqual([depositId]);
  // The fields, saved details and the player's data of both, and the instrument of the receipt.
  expect(await inDays(541)).toMatchObject({ sealedFields: 7 });
  // That the destination was used stays known.
  expect((await exportPlayer(server.core, player.ref))?.data).toMatchObject({
    savedDetails: [
      { transaction: 'deposit', fields: null, masked: null },
      { transaction: 'withdrawal', fields: null, masked: null, removedAt: null },
    ],
    withdrawals: [{ fields: {}, destinationMasked: null }],
  });
  expect(await depositOf(depositId)).toMatchObject({
    fields_sealed: null,
    player_data_sealed: null,
  });
  expect(await findByInstrument(server.core, 'kassa', token)).toEqual([]);
  for (const value of [iban, account]) {
    expect(await findByField(server.core, 'kassa', 'iban', value)).toEqual([]);
  }
  expect(await loadMoney()).toBe(money);
});

test('what a payer was found to be stays, and one who was not compared can not be any more', async () => {
  const player = await meetPlayer(server);
  const answerOf = async (match: 'different' | null) => {
    const depositId = await player.pay();
    const ofDeposit = server.core.db
      .updateTable('payments')
      .set({ payer_match: match, payer_digest: match && 'a digest' })
      .where('deposit_id', '=', depositId);
    await ofDeposit.execute();
    return () =>
      server.core.db
        .selectFrom('payments')
        .select(['instrument_sealed', 'payer_match', 'payer_digest'])
        .where('deposit_id', '=', depositId)
        .executeTakeFirstOrThrow();
  };
  const answers = [await answerOf('different'), await answerOf(null)];
  await inDays(541);
  expect(await Promise.all(answers.map((answer) => answer()))).toEqual([
    { instrument_sealed: null, payer_match: 'different', payer_digest: null },
    { instrument_sealed: null, payer_match: 'unknown', payer_digest: null },
  ]);
});

test('keeps the payment details of unfinished deposits and withdrawals', async () => {
  const player = await meetPlayer(server);
  const iban = newIban();
  const depositId = await player.order({ iban });
  await player.pay();
  await player.ask({ iban });
  await inDays(5000);
  expect(await findByField(server.core, 'kassa', 'iban', iban)).toHaveLength(2);
  expect(await depositOf(depositId)).toMatchObject({
    redirect: expect.any(Object),
    player_data_sealed: expect.any(String),
  });
});

test('deletes notifications, first their bodies; those that wait for a person stay', async () => {
  const player = await meetPlayer(server);
  const depositId = await player.pay();
  const unreadable = uuidv7();
  await server.core.db
    .insertInto('provider_notifications')
    .values({
      id: unreadable,
      brand_id: 'kassa',
      connector: 'sandbox',
      notification_id: unreadable,
      headers: '{}',
      body: 'what is this?',
      outcome: 'unreadable',
      processed_at: new Date(),
      next_attempt_at: new Date(),
    })
    .execute();
  const bodies = async () => {
    const rows = await server.core.db
      .selectFrom('provider_notifications')
      .select(['body', 'headers', 'subject_ids', 'id'])
      .execute();
    return rows.filter(
      ({ id, subject_ids }) => id === unreadable || subject_ids.includes(depositId),
    );
  };
  await inDays(89);
  expect((await bodies()).every(({ body }) => body !== '')).toBe(true);
  await inDays(91);
  const after = await bodies();
  expect(after.length).toBeGreaterThan(1);
  for (const { id, body, headers } of after) {
    expect(body === '').toBe(id !== unreadable);
    expect(headers).toEqual({});
  }
  await inDays(731);
  expect(await bodies()).toEqual([expect.objectContaining({ id: unreadable })]);
});

test('deletes delivered and failed events with their log; pending events stay', async () => {
  const { ref } = await meetPlayer(server);
  const ids: string[] = [];
  for (const [index, status] of (['delivered', 'failed', 'pending'] as const).entries()) {
    const id = uuidv7();
    ids.push(id);
    const base = { id, brand_id: ref.brandId, player_id: ref.playerId, type: 'deposit.status' };
    await server.core.db
      .insertInto('webhook_events')
      .values({
        ...base,
        sequence: String(index + 1),
        data: '{}',
        status,
        delivered_at: status === 'delivered' ? new Date() : null,
      })
      .execute();
    await server.core.db
      .insertInto('webhook_attempts')
      .values({
        id: uuidv7(),
        brand_id: ref.brandId,
        event_id: id,
        outcome: 'refused',
        duration_ms: 1,
        started_at: new Date(),
      })
      .execute();
  }
  const left = async () => {
    const rows = await server.core.db
      .selectFrom('webhook_events as event')
      .innerJoin('webhook_attempts as attempt', 'attempt.event_id', 'event.id')
      .select('event.id')
      .where('event.player_id', '=', ref.playerId)
      .execute();
    return rows.map(({ id }) => id).sort();
  };
  await inDays(89);
  expect(await left()).toEqual(ids.toSorted());
  await inDays(91);
  expect(await left()).toEqual([ids[2]]);
});

test('deletes payment sessions; their deposits stay', async () => {
  const player = await meetPlayer(server);
  const ask = async (name: 'session-start' | 'deposit-create', request: object) =>
    (await server.call(name, { ...request }, { token: player.token })).body;
  const money = { amount: '50', currency: 'EUR' };
  const { payment_session_id: paymentSessionId } = await ask('session-start', money);
  const order = { ...money, paymentType: 'card', paymentSessionId };
  const { depositId } = await ask('deposit-create', order);
  const sessionOf = async () => (await depositOf(depositId)).payment_session_id;
  await inDays(89);
  expect(await sessionOf()).toBe(paymentSessionId);
  expect((await inDays(91)).paymentSessions).toBeGreaterThan(0);
  expect(await sessionOf()).toBeNull();
  const left = await server.core.db
    .selectFrom('payment_sessions')
    .select('id')
    .where('player_id', '=', player.ref.playerId)
    .execute();
  expect(left).toEqual([]);
});

test('deletes the details of refused operations, except of those that must happen', async () => {
  const { ref } = await meetPlayer(server);
  const insert = async (part: {
    kind: 'hold' | 'capture';
    status: 'refused' | 'pending';
    superseded_by?: string;
  }) => {
    const id = uuidv7();
    await server.core.db
      .insertInto('wallet_operations')
      .values({
        id,
        brand_id: ref.brandId,
        player_id: ref.playerId,
        amount: '20',
        currency: 'EUR',
        hold_id: part.kind === 'capture' ? uuidv7() : null,
        detail: 'the player has moved away',
        next_attempt_at: part.status === 'pending' ? new Date() : null,
        ...part,
      })
      .execute();
    return id;
  };
  const hold = await insert({ kind: 'hold', status: 'refused' });
  const waiting = await insert({ kind: 'hold', status: 'pending' });
  const owed = await insert({ kind: 'capture', status: 'refused' });
  const retried = await insert({ kind: 'capture', status: 'refused', superseded_by: waiting });
  const withDetail = async () => {
    const rows = await server.core.db
      .selectFrom('wallet_operations')
      .select('id')
      .where('player_id', '=', ref.playerId)
      .where('detail', 'is not', null)
      .execute();
    return rows.map(({ id }) => id).sort();
  };
  await inDays(89);
  expect(await withDetail()).toEqual([hold, waiting, owed, retried].sort());
  expect(await inDays(91)).toMatchObject({ walletRefusals: 2 });
  expect(await withDetail()).toEqual([waiting, owed].sort());
  // Otherwise the check of the ledger after the tests would report it.
  await server.core.db
    .deleteFrom('wallet_operations')
    .where('player_id', '=', ref.playerId)
    .execute();
});

test('deletes operators’ acts after years; nothing else can', async () => {
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
    { action: 'keys-create', outcome: 'done', errorCode: null, subject: null, request: {} },
  );
  const count = async () =>
    (await server.core.db.selectFrom('operator_acts').select('id').execute()).length;
  await inDays(2554);
  expect(await count()).toBe(1);
  await expect(server.core.db.deleteFrom('operator_acts').execute()).rejects.toThrow('only grows');
  expect(await inDays(2556)).toMatchObject({ operatorActs: 1 });
  expect(await count()).toBe(0);
  await expect(sql`truncate operator_acts cascade`.execute(server.core.db)).rejects.toThrow();
});

test('deletes acts of two keys with the log of acts', async () => {
  const owner = await makeOwner(server, 'kassa');
  await makeSubject(server, owner, 'pendingAct');
  const count = async () =>
    (await server.core.db.selectFrom('pending_acts').select('id').execute()).length;
  await inDays(2554);
  expect(await count()).toBe(1);
  await inDays(2556);
  expect(await count()).toBe(0);
});

test('deletes the lines and differences of settlement files; their runs stay', async () => {
  const operator = await createOperator(server);
  const { body: run } = await operator.ask('reconciliation-import', {
    connector: 'sandbox',
    day: '2026-01-20',
    csv: ['id,type,amount,currency', 'x1,receipt,20,EUR', 'x2,gift,20,EUR'].join('\n'),
    areBadLinesAccepted: true,
  });
  await stepRuns(server.core, 0);
  const show = async () => {
    const { body } = await operator.ask('reconciliation-show', { runId: run.id });
    const lines = await server.core.db
      .selectFrom('settlement_lines')
      .select('line')
      .where('run_id', '=', run.id)
      .execute();
    const { badLines, differences, checked } = body;
    return { badLines: badLines.length, differences, checked, lines: lines.length };
  };
  await inDays(729);
  expect(await show()).toEqual({ badLines: 1, differences: 1, checked: 1, lines: 1 });
  expect(await inDays(731)).toMatchObject({ reconciliations: 3 });
  expect(await show()).toEqual({ badLines: 0, differences: 0, checked: 1, lines: 0 });
});

test('deletes used captcha solutions once they have expired', async () => {
  const expires_at = new Date(Date.now() + 60_000);
  await server.core.db
    .insertInto('captcha_marks')
    .values({ brand_id: 'kassa', digest: 'a', expires_at })
    .execute();
  const count = async () =>
    (await server.core.db.selectFrom('captcha_marks').select('digest').execute()).length;
  await inDays(0);
  expect(await count()).toBe(1);
  await inDays(1);
  expect(await count()).toBe(0);
});

test('deletes revocations once the tokens have expired', async () => {
  const { ref } = await meetPlayer(server);
  const revocation = { id: uuidv7(), jti: null, reason: 'a test', actor: 'a test' };
  await server.core.db
    .transaction()
    .execute((tx) => revokeTokens(server.core, tx, ref, revocation));
  const listed = async () => (await listTokenRevocations(server.core.db, ref)).length;
  await inDays(0.5);
  expect(await listed()).toBe(1);
  await inDays(0.51);
  expect(await listed()).toBe(0);
});

test('continues in batches until nothing is left', async () => {
  const { ref } = await meetPlayer(server);
  await sql`
    insert into webhook_events (id, brand_id, player_id, sequence, type, data, status, delivered_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${ref.brandId},
      ${ref.playerId}, n, 'deposit.status', '{}', 'delivered', now()
    from generate_series(1, 1200) n`.execute(server.core.db);
  expect((await inDays(1)).webhookDeliveries).toBe(1200);
});

test("follows each brand's own settings", async () => {
  const kassa = server.core.brands.get('kassa')?.retention;
  expect(kassa).toEqual({ ...ordinaryRetention, redirects: 3 } satisfies RetentionSettings);
  expect(server.core.brands.get('other')?.retention).toEqual(ordinaryRetention);
});
