import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { followUpRefunds } from '../../money/provider-events/follow-up-refunds.ts';
import { followUpWithdrawals } from '../../money/provider-events/follow-up-withdrawals.ts';
import { holdRefunds } from '../../money/provider-events/send-refund.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { readAlone } from '../read-alone.ts';
import { stepRuns } from './step-runs.ts';

let server: TestServer;
let operator: OperatorClient;

/** Today, fixed at the start of a test. */
let day: string;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
  await behave({ feePercent: '1.5' });
});

beforeEach(() => {
  day = new Date().toISOString().slice(0, 10);
});

afterEach(async () => {
  server.core.arePayoutsHeld = false;
  await behave({ webhook: 'normal', status: 'normal', payoutOutcome: 'completed' });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  // The fees booked here must not appear in another brand's check.
  expect(await checkLedger(server.core.db, { brandId: 'other' })).toEqual([]);
  await server.stop();
});

/** Runs one turn of the job, without pauses between requests. */
const step = () => stepRuns(server.core, 0);

const behave = (part: object) => server.provider('POST', '/v1/behaviours', part);

async function bringDeposit(amount = '100') {
  const player = await bringPlayer(server);
  const deposit = await player.deposit(amount);
  await approve(server, deposit.paymentId);
  await expect.poll(async () => Number(await player.balance())).toBe(Number(amount));
  return { player, ...deposit };
}

async function bringPayout() {
  const { player } = await bringDeposit();
  const { body } = await player.withdraw('40');
  const { withdrawalId } = body;
  await operator.ask('withdrawals-approve', { withdrawalId, reason: 'all is well' });
  await expect
    .poll(async () => {
      await followUpWithdrawals(server.core);
      return (await operator.ask('withdrawals-show', { withdrawalId })).body.status;
    })
    .toBe('completed');
  return { withdrawalId };
}

/**
 * Pays a withdrawal at the provider only, as if the ledger were a backup from before the payout.
 */
async function payAtProvider(withdrawalId: string): Promise<void> {
  await behave({ webhook: 'lost', payoutOutcome: 'completed-at-once' });
  const { status } = await server.provider('POST', '/v1/payouts', {
    merchantReference: withdrawalId,
    amount: '40.00',
    currency: 'EUR',
    method: 'payout',
    webhookUrl: server.url,
    destination: {},
  });
  expect(status).toBe(201);
}

const settlementFile = async (): Promise<string> => {
  const headers = { authorization: 'Bearer sandbox-api-key-of-tests' };
  const response = await fetch(`${server.sandbox.url}/v1/settlements/${day}.csv`, { headers });
  expect(response.status).toBe(200);
  return response.text();
};

/** Stores a file without comparing it. */
const storeFile = (csv: string, more: object = {}) =>
  operator.ask('reconciliation-import', { connector: 'sandbox', day, csv, ...more });

/** Imports a file and waits until it is compared; returns a rejection as it is. */
async function importFile(csv: string, more: object = {}) {
  const stored = await storeFile(csv, more);
  if (stored.status !== 200) return stored;
  expect(stored.body).toMatchObject({ status: 'running', checked: 0 });
  return { ...stored, body: await finish(stored.body.id) };
}

async function differencesOf(runId: string) {
  const { body } = await operator.ask('reconciliation-differences', { runId, limit: 200 });
  return body.items as Record<string, unknown>[];
}

/** Starts a run and waits for its end. */
async function askProvider() {
  const start = { connector: 'sandbox', day };
  const { status, body } = await operator.ask('reconciliation-start', start);
  expect([status, body.status]).toEqual([200, 'running']);
  return finish(body.id);
}

/** Continues a run until it is over. */
async function finish(runId: string) {
  const show = async () => (await operator.ask('reconciliation-show', { runId })).body;
  await expect
    .poll(async () => {
      await step();
      return (await show()).status;
    })
    .not.toBe('running');
  return show();
}

describe('against a settlement file', () => {
  test('equal records have no differences', async () => {
    await bringDeposit();
    await bringPayout();
    const { status, body } = await importFile(await settlementFile());
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ status: 'done', kind: 'settlement', badLines: [] });
    expect(body.checked).toBeGreaterThanOrEqual(3);
    expect(await differencesOf(body.id)).toEqual([]);
  });

  test('movements missing on either side and different amounts, currencies and fees are listed', async () => {
    const [lowAmount, highFee, foreign, lost] = [
      await bringDeposit(),
      await bringDeposit(),
      await bringDeposit(),
      await bringDeposit(),
    ];
    const waiting = await bringPlayer(server).then(async (player) => {
      const { depositId } = await player.deposit();
      return depositId;
    });
    const lines = (await settlementFile()).trimEnd().split('\r\n');
    const change = (depositId: string, from: string, to: string) => {
      const index = lines.findIndex((line) => line.includes(depositId));
      expect(lines[index]).toContain(from);
      lines[index] = lines[index]?.replace(from, to) ?? '';
      return index + 1;
    };
    const lineOfAmount = change(lowAmount.depositId, ',100.00,', ',99.00,');
    change(highFee.depositId, ',1.50,', ',2.00,');
    change(foreign.depositId, ',EUR,', ',USD,');
    lines.splice(
      lines.findIndex((line) => line.includes(lost.depositId)),
      1,
    );
    lines.push(`unreported,receipt,${waiting},10.00,EUR,,${day}`);
    const { body } = await importFile(lines.join('\n'));
    const found = await differencesOf(body.id);
    const of = (depositId: string) => found.filter((it) => it.depositId === depositId);
    expect(of(lowAmount.depositId)).toMatchObject([
      { kind: 'amountDiffers', ours: '100 EUR', theirs: '99 EUR', line: lineOfAmount },
    ]);
    expect(of(highFee.depositId)).toMatchObject([
      { kind: 'feeDiffers', ours: '1.5 EUR', theirs: '2 EUR', type: 'receipt' },
    ]);
    expect(
      of(foreign.depositId)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['currencyDiffers', 'feeDiffers']);
    expect(of(lost.depositId)).toMatchObject([{ kind: 'missingAtProvider', ours: '100 EUR' }]);
    expect(found.filter(({ kind }) => kind === 'missingHere')).toMatchObject([
      { providerReference: 'unreported', theirs: '10 EUR', detail: `for ${waiting}` },
    ]);
    expect(found).toHaveLength(6);
    const { body: shown } = await operator.ask('reconciliation-show', { runId: body.id });
    expect(shown).toMatchObject({ differences: 6, byKind: { feeDiffers: 2, missingHere: 1 } });
  });

  test('a fee is booked by an explicit act only, and once', async () => {
    const { depositId } = await bringDeposit();
    const fees = async () => {
      const range = { from: day, to: day };
      const csv = await operator.download('ledger-export', range);
      return csv
        .split('\r\n')
        .filter((line) => line.includes(',fees,') && line.includes(depositId));
    };
    const csv = (await settlementFile())
      .split('\r\n')
      .map((line) => (line.includes(depositId) ? line.replace(',1.50,', ',2.25,') : line))
      .join('\n');
    const { body: run } = await importFile(csv);
    expect(await fees()).toHaveLength(1);
    const post = async () => {
      const act = { runId: run.id, reason: 'as their file says' };
      const { status, body } = await operator.ask('reconciliation-post-fees', act);
      expect([status, body.status]).toEqual([200, 'running']);
      return finish(run.id);
    };
    const posted = { count: 1, totals: { EUR: '0.75' } };
    expect(await post()).toMatchObject({ status: 'done', posted });
    // Nothing is booked a second time.
    expect(await post()).toMatchObject({ status: 'done', posted });
    expect((await fees()).map((line) => Number(line.split(',')[6]))).toEqual([-1.5, -0.75]);
    const { body: again } = await importFile(csv);
    expect(await differencesOf(again.id)).toEqual([]);
  });

  test('fees of a file above the threshold wait for a second key; those that the provider says do not', async () => {
    const { depositId } = await bringDeposit();
    const csv = (await settlementFile())
      .split('\r\n')
      // The payments of other tests may have other fees.
      .filter((line, index) => index === 0 || line.includes(depositId))
      .map((line) => line.replace(',1.50,', ',0.50,'))
      .join('\n');
    const { body: run } = await importFile(csv);
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('There is no brand');
    brand.secondApproval = { upTo: { EUR: '1.5' } };
    try {
      const post = (by: OperatorClient, runId: string) =>
        by.ask('reconciliation-post-fees', { runId, reason: 'as their file says' });
      const small = await createOperator(server, { name: 'small' });
      // 1 EUR of this file may be posted, and 1 EUR of the next one no more.
      expect((await post(small, run.id)).status).toBe(200);
      await finish(run.id);
      const back = csv.replaceAll(',0.50,', ',1.50,');
      const { body: second } = await importFile(back);
      const proposed = await post(small, second.id);
      expect(proposed).toMatchObject({
        status: 202,
        body: {
          pendingAct: { subjectId: second.id, money: [{ amount: '1', currency: 'EUR' }] },
        },
      });
      const pendingActId = proposed.body.pendingAct.id;
      expect((await operator.ask('pending-acts-approve', { pendingActId })).status).toBe(200);
      expect(await finish(second.id)).toMatchObject({ posted: { totals: { EUR: '1' } } });
      const { body: asked } = await operator.ask('reconciliation-start', {
        connector: 'sandbox',
        day,
      });
      expect(await finish(asked.id)).toMatchObject({ status: 'done' });
      expect((await post(small, asked.id)).status).toBe(200);
      await finish(asked.id);
    } finally {
      brand.secondApproval = null;
    }
  });

  test('a file and its fees are processed in batches, which continue after a crash', async () => {
    const deposits = [];
    for (let count = 0; count < 3; count += 1) deposits.push(await bringDeposit());
    const csv = (await settlementFile()).replaceAll(',1.50,', ',1.75,');
    const { body: run } = await storeFile(csv);
    // The process dies at every second commit.
    let commits = 0;
    const crash = () => {
      commits += 1;
      if (commits % 2 === 0) throw new Error('the process has died');
    };
    const dying = server.core.db.withPlugin({
      transformQuery: ({ node }) => {
        const isSaved =
          node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('"cursor"');
        if (isSaved) crash();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const show = async () => (await operator.ask('reconciliation-show', { runId: run.id })).body;
    // After a crash the run continues when its lease ends.
    let passedMs = 0;
    const finishDespiteCrashes = () =>
      expect
        .poll(async () => {
          passedMs += 130_000;
          await server.later(passedMs, () => stepRuns({ ...server.core, db: dying }, 0));
          return (await show()).status;
        })
        .toBe('done');
    await finishDespiteCrashes();
    const { checked, byKind } = await show();
    expect(checked).toBe(csv.trimEnd().split('\r\n').length - 1);
    expect(byKind.feeDiffers).toBeGreaterThanOrEqual(3);
    await operator.ask('reconciliation-post-fees', { runId: run.id, reason: 'as their file says' });
    await finishDespiteCrashes();
    expect((await show()).posted.count).toBe(byKind.feeDiffers);
    expect(commits).toBeGreaterThan(6);
    expect((await importFile(csv)).body.byKind).toEqual({});
  });

  test('posting fees locks one deposit at a time, and an import locks none', async () => {
    const [held] = [await bringDeposit(), await bringDeposit()];
    const csv = (await settlementFile()).replaceAll(',1.50,', ',1.60,');
    const { db } = server.core;
    await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('deposits')
        .select('id')
        .where('id', '=', held.depositId)
        .forUpdate()
        .execute();
      const { body: run } = await importFile(csv);
      expect(run.status).toBe('done');
      const act = { runId: run.id, reason: 'as their file says' };
      expect((await operator.ask('reconciliation-post-fees', act)).status).toBe(200);
    });
  });

  test('a later import of the day ends one that is still being compared', async () => {
    await bringDeposit();
    const csv = await settlementFile();
    const { body: first } = await storeFile(csv);
    const { body: second } = await importFile(csv);
    expect(second.status).toBe('done');
    const { body } = await operator.ask('reconciliation-show', { runId: first.id });
    expect(body).toMatchObject({ status: 'failed', supersededBy: second.id, checked: 0 });
  });

  test('a file is compared before a provider is asked about a whole day', async () => {
    await bringDeposit();
    const { body: asking } = await operator.ask('reconciliation-start', {
      connector: 'sandbox',
      day,
    });
    const { body: file } = await storeFile(await settlementFile());
    let firstDone: string | undefined;
    const watching = server.core.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        const [row] = result.rows;
        if (row?.phase === 'over') firstDone ??= String(row.id);
        return result;
      },
    });
    await stepRuns({ ...server.core, db: watching }, 0);
    expect(firstDone).toBe(file.id);
    await finish(asking.id);
  });

  test('a failed run stays failed after its fees are posted', async () => {
    await bringDeposit();
    const { body: first } = await storeFile(await settlementFile());
    await importFile(await settlementFile());
    const act = { runId: first.id, reason: 'as their file says' };
    expect((await operator.ask('reconciliation-post-fees', act)).body.status).toBe('running');
    expect((await finish(first.id)).status).toBe('failed');
  });

  test('two files at once are not read side by side, and a repeated request reads none', async () => {
    await bringDeposit();
    const csv = await settlementFile();
    const request = { connector: 'sandbox', day, csv };
    const key = 'the-same-import';
    const reading = Promise.withResolvers<void>();
    const read = readAlone('kassa', () => reading.promise);
    expect((await storeFile(csv)).status).toBe(409);
    reading.resolve();
    await read;
    const first = await operator.ask('reconciliation-import', request, key);
    expect(first.status).toBe(200);
    expect(await operator.ask('reconciliation-import', request, key)).toEqual(first);
    const other = await operator.ask('reconciliation-import', { ...request, csv: '' }, key);
    expect(other.body.error.code).toBe('idempotency.keyReused');
  });

  test('unlisted receipts are found in batches, even if they have the same time', async () => {
    const { depositId } = await bringDeposit();
    const count = 1100;
    const created = await server.core.db
      .selectFrom('payments')
      .selectAll()
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow();
    const csv = await settlementFile();
    const before = (await importFile(csv)).body.differences;
    // Parked receipts have neither fees nor transfers.
    await sql`
      insert into payments (id, brand_id, deposit_id, connector, provider_payment_id, amount,
        currency, status, parked_reason, evidence, created_at)
      select gen_random_uuid(), brand_id, deposit_id, connector, 'copy-' || n, amount, currency,
        'parked', 'a test', evidence, created_at
      from payments, generate_series(1, ${count}::integer) n
      where id = ${created.id}`.execute(server.core.db);
    try {
      const { body } = await importFile(csv);
      expect(body.byKind).toMatchObject({ missingAtProvider: count });
      expect(body.differences).toBe(before + count);
    } finally {
      await sql`delete from payments where provider_payment_id like 'copy-%'`.execute(
        server.core.db,
      );
    }
  });

  test('unreadable lines are reported, and nothing is imported unless they are accepted', async () => {
    const lines = (await settlementFile()).trimEnd().split('\r\n');
    const csv = [...lines, 'x,gift,,1,EUR,,', 'y,receipt,,one,EUR,,'].join('\n');
    const refused = await importFile(csv);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { code: 'settlement.unreadable' } },
    });
    expect(refused.body.error.details).toEqual([
      `line ${lines.length + 1}: "type" has an unknown value`,
      `line ${lines.length + 2}: "amount" is malformed`,
    ]);
    const { body: list } = await operator.ask('reconciliation-list', { day });
    const accepted = await importFile(csv, { areBadLinesAccepted: true });
    expect(accepted.body.badLines).toEqual(refused.body.error.details);
    const { body: after } = await operator.ask('reconciliation-list', { day });
    expect(after.items).toHaveLength(list.items.length + 1);
    expect(after.items[1]).toMatchObject({ supersededBy: accepted.body.id });
  });

  test('the log of acts identifies a file, and contains nothing of it', async () => {
    const note = 'Zoë Müller DE89370400440532013000';
    const csv = `id,amount,currency,note\nx1,1,EUR,${note}`;
    const wrong = { connector: 'nobody' };
    const bad = { csv: `${csv}\nx2,${note},EUR,` };
    for (const more of [{}, wrong, bad]) await importFile(csv, more);
    const { body } = await operator.ask('acts-list', { action: 'reconciliation-import', limit: 3 });
    expect(body.items.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'refused',
      'refused',
      'done',
    ]);
    for (const { request } of body.items) {
      expect(request).toMatchObject({
        day,
        csv: expect.stringMatching(/SHA-256 [\da-f]{64}/),
      });
    }
    expect(JSON.stringify(body)).not.toMatch(/Müller|DE89/);
  });

  test('returned parked money is no difference if a file lists it, and missing otherwise', async () => {
    const { depositId, paymentId } = await (await bringPlayer(server)).deposit();
    const parked = { paidAmount: '1000', paidCurrency: 'INR' };
    await server.provider('POST', `/v1/payments/${paymentId}/approve`, parked);
    const show = async () => (await operator.ask('deposits-show', { depositId })).body;
    // The refund is reported only once the receipt is known.
    await expect.poll(async () => (await show()).payments[0]?.status).toBe('parked');
    const refund = `/v1/payments/${paymentId}/reversals`;
    const { body: reversal } = await server.provider('POST', refund, { kind: 'refund' });
    await expect.poll(async () => (await show()).payments[0]?.status).toBe('returned');
    const ofIt = async ({ id }: { id: string }) =>
      (await differencesOf(id)).filter((it) => it.providerReference === reversal.id);
    const csv = await settlementFile();
    expect(csv).toContain(reversal.id);
    expect(await ofIt((await importFile(csv)).body)).toEqual([]);
    expect(await ofIt(await askProvider())).toEqual([]);
    const without = csv.split('\r\n').filter((line) => !line.includes(reversal.id));
    expect(await ofIt((await importFile(without.join('\n'))).body)).toMatchObject([
      { kind: 'missingAtProvider', type: 'reversal', depositId, ours: '1000 INR' },
    ]);
  });

  test('an unknown connector is rejected', async () => {
    const wrong = { connector: 'nobody', day };
    for (const [name, more] of [
      ['reconciliation-start', {}],
      ['reconciliation-import', { csv: 'id,amount,currency' }],
    ] as const) {
      const answer = await operator.ask(name, { ...wrong, ...more });
      expect(answer).toMatchObject({
        status: 404,
        body: { error: { code: 'connector.notFound' } },
      });
    }
  });
});

describe("against the provider's status", () => {
  test('finds movements that are missing here, and those that are missing at the provider', async () => {
    const agreed = await bringDeposit();
    // The money is at the provider, and its notification is lost.
    await behave({ webhook: 'lost' });
    const silent = await bringPlayer(server);
    const unreported = await silent.deposit();
    await approve(server, unreported.paymentId);
    // Kassa has a receipt that the provider has no record of.
    const extra = await (await bringPlayer(server)).deposit();
    await operator.ask('deposits-confirm', {
      depositId: extra.depositId,
      amount: '100',
      currency: 'EUR',
      reason: 'a slip of the pen',
    });
    const run = await askProvider();
    expect(run.status).toBe('done');
    expect(run.checked).toBeGreaterThanOrEqual(3);
    const found = await differencesOf(run.id);
    const of = (depositId: string) => found.filter((it) => it.depositId === depositId);
    expect(of(agreed.depositId)).toEqual([]);
    expect(of(extra.depositId).map(({ kind }) => kind)).toContain('missingAtProvider');
    expect(found.filter(({ kind }) => kind === 'missingHere')).toMatchObject([
      { providerReference: unreported.paymentId, theirs: '100 EUR', type: 'receipt' },
    ]);
  });

  test('compares payouts, too', async () => {
    const { withdrawalId } = await bringPayout();
    expect((await differencesOf((await askProvider()).id)).filter((it) => it.withdrawalId)).toEqual(
      [],
    );
    const { body: payout } = await server.provider(
      'GET',
      `/v1/payouts?merchantReference=${withdrawalId}`,
    );
    await behave({ webhook: 'lost' });
    await server.provider('POST', `/v1/payouts/${payout.id}/decide`, { status: 'returned' });
    const found = await differencesOf((await askProvider()).id);
    expect(found.filter((it) => it.withdrawalId === withdrawalId)).toMatchObject([
      { kind: 'statusDiffers', ours: 'paid', theirs: 'returned', type: 'payout' },
    ]);
  });

  test.each([
    { isHeld: false, daysAgo: 0 },
    // The backup has no event since: while payouts are held, the run of any day includes it.
    { isHeld: true, daysAgo: 5 },
  ])(
    'finds a payout since the restored backup of $daysAgo days ago (payouts held: $isHeld)',
    async (restored) => {
      const { player } = await bringDeposit();
      const [paid, unpaid] = [
        (await player.withdraw('40')).body,
        (await player.withdraw('30')).body,
      ];
      const ids: string[] = [paid.withdrawalId, unpaid.withdrawalId];
      const created_at = new Date(Date.now() - restored.daysAgo * 24 * 3600_000);
      for (const [table, column] of [
        ['withdrawals', 'id'],
        ['withdrawal_transitions', 'withdrawal_id'],
      ] as const) {
        await sql`update ${sql.table(table)} set created_at = ${created_at}
        where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(server.core.db);
      }
      await payAtProvider(paid.withdrawalId);
      server.core.arePayoutsHeld = restored.isHeld;
      const found = await differencesOf((await askProvider()).id);
      expect(found.filter((it) => ids.includes(String(it.withdrawalId)))).toMatchObject([
        { kind: 'statusDiffers', ours: 'notPaid', theirs: 'paid', withdrawalId: paid.withdrawalId },
      ]);
    },
  );

  test('finds a refund since the restored backup while payouts are held, to be resolved', async () => {
    const { depositId } = await bringDeposit();
    const request = { depositId, amount: '40', currency: 'EUR', reason: 'paid by mistake' };
    const { id: refundId } = (await operator.ask('refunds-create', request)).body;
    await behave({ webhook: 'lost', refundOutcome: 'undecided' });
    await followUpRefunds(server.core);
    const path = `/v1/refunds?merchantReference=${refundId}`;
    const { body: sent } = await server.provider('GET', path);
    await server.provider('POST', `/v1/refunds/${sent.id}/decide`, { status: 'completed' });
    const { db } = server.core;
    const before = new Date(Date.now() - 5 * 24 * 3600_000);
    await sql`update deposits set created_at = ${before} where id = ${depositId}`.execute(db);
    await sql`update payments set created_at = ${before} where deposit_id = ${depositId}`.execute(
      db,
    );
    // The backup knows nothing of the sending.
    await sql`update refunds set status = 'approved', send_count = 0, provider_reference = null
      where id = ${refundId}`.execute(db);
    const find = async () =>
      (await differencesOf((await askProvider()).id)).filter((it) => it.depositId === depositId);
    expect(await find()).toEqual([]);
    server.core.arePayoutsHeld = true;
    await holdRefunds(server.core);
    expect(await find()).toMatchObject([{ kind: 'missingHere', theirs: '40 EUR' }]);
    const resolution = { refundId, status: 'completed', reason: 'done before the restore' };
    const { status, body } = await operator.ask('refunds-resolve', resolution);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'completed' } });
    const shown = (await operator.ask('deposits-show', { depositId })).body;
    expect(shown.reversedAmount).toBe('40.00');
  });

  test('waits for an unavailable provider, and continues when it is available', async () => {
    await bringDeposit();
    await behave({ status: 'unavailable' });
    const { body } = await operator.ask('reconciliation-start', {
      connector: 'sandbox',
      day,
    });
    const show = async () => (await operator.ask('reconciliation-show', { runId: body.id })).body;
    await step();
    expect(await show()).toMatchObject({ status: 'running', checked: 0 });
    await behave({ status: 'normal' });
    await expect
      .poll(async () => {
        await server.later(200_000, step);
        return (await show()).status;
      })
      .toBe('done');
    expect((await differencesOf(body.id)).filter(({ kind }) => kind === 'notAnswered')).toEqual([]);
  });

  test('searches the day once for many deposits, not once for each', async () => {
    for (let count = 0; count < 3; count += 1) await bringDeposit();
    let searches = 0;
    const counting = server.core.db.withPlugin({
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('union select p.deposit_id')) searches += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const start = { connector: 'sandbox', day };
    const { body } = await operator.ask('reconciliation-start', start);
    await stepRuns({ ...server.core, db: counting }, 0);
    const { status, checked } = await finish(body.id);
    expect(status).toBe('done');
    expect(checked).toBeGreaterThanOrEqual(3);
    expect(searches).toBeLessThanOrEqual(2);
  });

  test('two processes on one run record no difference twice', async () => {
    const start = { connector: 'sandbox', day };
    const { body } = await operator.ask('reconciliation-start', start);
    await Promise.all([step(), step(), delay(1)]);
    expect((await finish(body.id)).status).toBe('done');
    const keys = (await differencesOf(body.id)).map((it) =>
      [it.kind, it.depositId, it.withdrawalId, it.providerReference].join(),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
