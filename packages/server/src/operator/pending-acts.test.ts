import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { createOperator, type OperatorClient, operatorWith } from '../testing/operator-client.ts';
import { approve, bringPlayer, type PayingPlayer } from '../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { approvableMs } from './acts/propose-act.ts';
import { defineAct } from './define-endpoint.ts';
import { endpoints } from './dispatch/endpoints.ts';
import { expirePendingActs } from './pending-acts/expire-pending-acts.ts';

let server: TestServer;
let desk: OperatorClient;
let boss: OperatorClient;
let player: PayingPlayer;

beforeAll(async () => {
  const secondApproval = { upTo: { EUR: '100', GBP: '1000' } };
  server = await startTestServer({}, { brand: { secondApproval } });
  desk = await createOperator(server, { name: 'desk' });
  boss = await createOperator(server, { name: 'boss', scopes: ['read', 'approvals', 'audit'] });
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

beforeEach(async () => {
  player = await bringPlayer(server);
});

const reason = 'seen on the statement';
const euros = (amount: string) => ({ amount, currency: 'EUR' });

/** Proposes to confirm a new deposit with 500 EUR, far above the threshold. */
async function propose(by = desk) {
  const { depositId, reference } = await player.deposit('500');
  const request = { depositId, ...euros('500'), reason };
  const { status, body } = await by.ask('deposits-confirm', request);
  expect(status).toBe(202);
  const pendingActId: string = body.pendingAct.id;
  return { pendingActId, depositId, reference, request };
}

const loadStatus = async (depositId: string) =>
  (await desk.ask('deposits-show', { depositId })).body.status;

/** Credits the player by the provider. */
async function credit(amount = '100') {
  const { depositId, paymentId } = await player.deposit(amount);
  await approve(server, paymentId);
  await expect.poll(() => loadStatus(depositId)).toBe('processed');
  return depositId;
}

/** Creates a parked payment of 50, in a currency for which there is no rate. */
async function park(currency = 'GBP') {
  const { depositId, paymentId } = await player.deposit();
  const receipt = { amount: '50', currency };
  await server.provider('POST', `/v1/payments/${paymentId}/receipts`, receipt);
  const find = async () =>
    (await desk.ask('deposits-show', { depositId })).body.payments[0]?.id ?? null;
  await expect.poll(find).not.toBeNull();
  return find();
}

const refusal = (status: number, code: string, message?: RegExp) => ({
  status,
  body: { error: { code, ...(message && { message: expect.stringMatching(message) }) } },
});

describe('the threshold', () => {
  test('is the highest amount that one key moves alone', async () => {
    const [at, above] = [await player.deposit(), await player.deposit()];
    const confirm = (depositId: string, amount: string) =>
      desk.ask('deposits-confirm', { depositId, ...euros(amount), reason });
    expect((await confirm(at.depositId, '100.00')).status).toBe(200);
    expect((await confirm(above.depositId, '100.01')).status).toBe(202);
    expect(await loadStatus(above.depositId)).toBe('awaitingPlayer');
    expect(await player.balance()).toBe('100.00');
  });

  test('is zero in a currency that the brand does not list', async () => {
    const { depositId } = await player.deposit();
    const request = { depositId, amount: '0.01', currency: 'USD', reason };
    expect((await desk.ask('deposits-confirm', request)).status).toBe(202);
  });

  test('needs a brand that sets it', async () => {
    const other = await createOperator(server, { brandId: 'other' });
    const token = await server.otherToken({ playerId: uuidv7() });
    const order = { amount: '100', currency: 'EUR', paymentType: 'card' };
    const { body } = await server.call('deposit-create', order, { token });
    const request = { depositId: body.depositId, ...euros('5000'), reason };
    expect((await other.ask('deposits-confirm', request)).status).toBe(200);
  });

  test('applies to refunds', async () => {
    const depositId = await credit('300');
    const refund = (amount: string) =>
      desk.ask('deposits-refund', { depositId, ...euros(amount), reason });
    expect((await refund('100.01')).status).toBe(202);
    expect((await refund('-500')).status).toBeGreaterThanOrEqual(400);
    const pounds = { depositId, amount: '300', currency: 'GBP', reason };
    expect((await desk.ask('deposits-refund', pounds)).status).toBeGreaterThanOrEqual(400);
    expect(await player.balance()).toBe('300.00');
    expect((await refund('100')).status).toBe(200);
  });

  test('applies to corrections in both directions', async () => {
    await player.balance();
    const correct = (direction: string, amount: string) => {
      const act = { player: player.id, direction, ...euros(amount), reason };
      return desk.ask('corrections-create', act);
    };
    const { status, body } = await correct('credit', '100.01');
    expect([status, await player.balance()]).toEqual([202, '0.00']);
    const { pendingActId } = { pendingActId: body.pendingAct.id };
    expect((await desk.ask('pending-acts-approve', { pendingActId })).status).toBe(403);
    const approved = await boss.ask('pending-acts-approve', { pendingActId });
    expect(approved.body.result).toMatchObject({
      status: 'done',
      actor: 'key "desk", approved by key "boss"',
    });
    expect(await player.balance()).toBe('100.01');
    expect((await correct('debit', '100')).status).toBe(200);
    expect((await correct('debit', '100.01')).status).toBe(202);
  });

  test('applies to the corrections that one key makes in a day, and not to those approved', async () => {
    await player.balance();
    const ann = await createOperator(server, { name: 'ann' });
    const correct = async (direction: string, amount: string) => {
      const act = { player: player.id, direction, ...euros(amount), reason };
      return ann.ask('corrections-create', act);
    };
    const { body } = await correct('credit', '300');
    await boss.ask('pending-acts-approve', { pendingActId: body.pendingAct.id });
    const statuses = [];
    for (const [direction, amount] of [
      ['credit', '60'],
      ['debit', '40'],
      ['credit', '0.01'],
    ] as const) {
      statuses.push((await correct(direction, amount)).status);
    }
    expect(statuses).toEqual([200, 200, 202]);
    expect(await player.balance()).toBe('320.00');
  });

  test('applies to payouts, both when they are approved and when they are resolved', async () => {
    await credit('300');
    const withdraw = async (amount: string) =>
      (await player.withdraw(amount)).body.withdrawalId as string;
    const [small, large] = [await withdraw('100'), await withdraw('101')];
    const act = (withdrawalId: string) => desk.ask('withdrawals-approve', { withdrawalId, reason });
    expect((await act(small)).status).toBe(200);
    const { status, body } = await act(large);
    expect([status, body.pendingAct.money]).toEqual([202, [euros('101.00')]]);
    const resolve = { withdrawalId: large, status: 'completed', reason };
    expect((await desk.ask('withdrawals-resolve', resolve)).status).toBe(202);
    const show = () => desk.ask('withdrawals-show', { withdrawalId: large });
    expect((await show()).body.status).toBe('inReview');
    await boss.ask('pending-acts-approve', { pendingActId: body.pendingAct.id });
    const texts = (await show()).body.timeline.map(({ text }: { text: string }) => text);
    expect(texts).toContain(
      `inReview → approved: operator key "desk", approved by key "boss": ${reason}`,
    );
  });

  test('applies to credits of parked money in the currency of both sides, not to returns', async () => {
    const resolve = (paymentId: string, fields: object) =>
      desk.ask('payments-resolve', { paymentId, reason, ...fields });
    const paymentId = await park();
    // 50 GBP are below the threshold, and so would be 55 EUR; 500 EUR are not.
    const { status, body } = await resolve(paymentId, { resolution: 'credit', rate: '10' });
    expect(status).toBe(202);
    expect(body.pendingAct).toMatchObject({ subjectKind: 'payment', subjectId: paymentId });
    expect(body.pendingAct.money).toEqual([{ amount: '50', currency: 'GBP' }, euros('500.00')]);
    const small = await park();
    expect((await resolve(small, { resolution: 'credit', rate: '1.1' })).status).toBe(200);
    expect((await resolve(paymentId, { resolution: 'return' })).status).toBe(200);
    // No amount of dollars may be credited by one key; any amount may be returned.
    const dollars = await park('USD');
    expect((await resolve(dollars, { resolution: 'credit', rate: '0.5' })).status).toBe(202);
    expect((await resolve(dollars, { resolution: 'return' })).status).toBe(200);
    expect(await player.balance()).toBe('55.00');
    const approved = await boss.ask('pending-acts-approve', { pendingActId: body.pendingAct.id });
    expect(approved).toMatchObject(refusal(409, 'deposit.notOpen'));
  });
});

describe('an act above the threshold', () => {
  test('is not done, and is logged and listed', async () => {
    const { depositId, pendingActId } = await propose();
    const shown = await boss.ask('pending-acts-show', { pendingActId });
    expect(shown.body).toMatchObject({
      id: pendingActId,
      state: 'pending',
      action: 'deposits-confirm',
      subjectKind: 'deposit',
      subjectId: depositId,
      money: [euros('500')],
      request: { depositId, reason },
      proposedBy: 'key "desk"',
      proposedByKey: desk.keyId,
      decidedBy: null,
    });
    const list = async (state: string) =>
      (await boss.ask('pending-acts-list', { state })).body.items.map(
        ({ id }: { id: string }) => id,
      );
    expect(await list('pending')).toContain(pendingActId);
    expect(await list('approved')).not.toContain(pendingActId);
    const { body } = await boss.ask('acts-list', { subjectId: depositId, outcome: 'proposed' });
    expect(body.items).toMatchObject([
      { action: 'deposits-confirm', reason, after: { pendingAct: pendingActId } },
    ]);
    expect(await player.balance()).toBe('0.00');
  });

  test('gets the same response again under the same idempotency key, also when it is done', async () => {
    const { depositId } = await player.deposit('500');
    const [request, key] = [{ depositId, ...euros('500'), reason }, uuidv7()];
    const answers = await Promise.all([1, 2].map(() => desk.ask('deposits-confirm', request, key)));
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const pendingActId = answers[0]?.body.pendingAct.id;
    expect((await boss.ask('pending-acts-approve', { pendingActId })).status).toBe(200);
    expect(await desk.ask('deposits-confirm', request, key)).toEqual(answers[0]);
    expect(await player.balance()).toBe('500.00');
  });

  test('is not proposed twice for one subject, whichever key and name are used', async () => {
    const { request, reference, pendingActId } = await propose();
    const other = await createOperator(server);
    const again = { ...request, depositId: reference.toLowerCase(), ...euros('501') };
    for (const operator of [desk, other]) {
      expect(await operator.ask('deposits-confirm', again)).toMatchObject(
        refusal(409, 'act.pending', new RegExp(pendingActId)),
      );
    }
    await desk.ask('pending-acts-withdraw', { pendingActId, reason: 'the wrong amount' });
    const answers = await Promise.all(
      [desk, other].map((operator) => operator.ask('deposits-confirm', again)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
  });

  test('on an unknown subject is rejected at once', async () => {
    for (const [name, request] of [
      ['deposits-confirm', { depositId: 'KS-0000-0000', ...euros('500') }],
      ['deposits-refund', { depositId: uuidv7(), ...euros('500') }],
      ['withdrawals-approve', { withdrawalId: uuidv7() }],
      ['withdrawals-resolve', { withdrawalId: uuidv7(), status: 'completed' }],
      ['payments-resolve', { paymentId: uuidv7(), resolution: 'credit', rate: '9' }],
    ] as const) {
      expect((await desk.ask(name, { ...request, reason })).status, name).toBe(404);
    }
  });
});

describe('an approval', () => {
  test('does the act, in both names', async () => {
    const { depositId, pendingActId } = await propose();
    const why = 'I have seen it too';
    const { status, body } = await boss.ask('pending-acts-approve', { pendingActId, reason: why });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      state: 'approved',
      decidedBy: 'key "boss"',
      decidedByKey: boss.keyId,
      decisionReason: why,
      result: { id: depositId, status: 'processed', creditedAmount: '500.00' },
    });
    expect(await player.balance()).toBe('500.00');
    const { body: shown } = await desk.ask('deposits-show', { depositId });
    const both = `operator key "desk", approved by key "boss": ${reason}`;
    expect(shown.payments).toMatchObject([{ evidence: both, confirmedBy: 'operator' }]);
    const texts = shown.timeline.map(({ text }: { text: string }) => text);
    expect(texts).toContainEqual(`500 EUR arrived (${both}), credited, 500.00 EUR credited`);
    const { body: log } = await boss.ask('acts-list', { subjectId: depositId, outcome: 'done' });
    expect(log.items).toMatchObject([
      {
        action: 'deposits-confirm',
        keyId: desk.keyId,
        actor: 'key "desk", approved by key "boss"',
        reason,
        after: { status: 'processed' },
      },
    ]);
    const { body: approvals } = await boss.ask('acts-list', { subjectId: pendingActId });
    expect(approvals.items).toMatchObject([
      { action: 'pending-acts-approve', keyId: boss.keyId, outcome: 'done', reason: why },
    ]);
  });

  test('by two keys at once does the act once', async () => {
    const depositId = await credit('500');
    const refund = { depositId, ...euros('150'), reason };
    const { id: pendingActId } = (await desk.ask('deposits-refund', refund)).body.pendingAct;
    const second = await createOperator(server, { scopes: ['approvals'] });
    const answers = await Promise.all(
      [boss, second, boss, second].map((key) => key.ask('pending-acts-approve', { pendingActId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await player.balance()).toBe('350.00');
    expect(await boss.ask('pending-acts-approve', { pendingActId })).toMatchObject(
      refusal(409, 'act.impossible', /is approved/),
    );
  });

  test('repeated under its idempotency key answers the same', async () => {
    const { pendingActId } = await propose();
    const key = uuidv7();
    const first = await boss.ask('pending-acts-approve', { pendingActId }, key);
    expect(await boss.ask('pending-acts-approve', { pendingActId }, key)).toEqual(first);
    expect(await player.balance()).toBe('500.00');
  });

  test('of what is no longer possible changes nothing, and the act waits on', async () => {
    const depositId = await credit('200');
    const request = { depositId, ...euros('150'), reason };
    const { body } = await desk.ask('deposits-refund', request);
    const pendingActId = body.pendingAct.id;
    expect((await desk.ask('deposits-refund', { ...request, amount: '100' })).status).toBe(200);
    const { status } = await boss.ask('pending-acts-approve', { pendingActId });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(await player.balance()).toBe('100.00');
    const shown = await boss.ask('pending-acts-show', { pendingActId });
    expect(shown.body).toMatchObject({ state: 'pending', decidedBy: null });
  });

  test('of a request that its endpoint no longer accepts is rejected', async () => {
    const { pendingActId } = await propose();
    await server.core.db
      .updateTable('pending_acts')
      .set({ request: JSON.stringify({ depositId: 'without an amount' }) })
      .where('id', '=', pendingActId)
      .execute();
    expect(await boss.ask('pending-acts-approve', { pendingActId })).toMatchObject(
      refusal(409, 'act.impossible', /no longer understands/),
    );
    const rejection = { pendingActId, reason: 'propose it anew' };
    expect((await boss.ask('pending-acts-reject', rejection)).status).toBe(200);
  });

  test('comes too late after a week', async () => {
    const { pendingActId } = await propose();
    const { pendingActId: swept } = await propose();
    await server.later(approvableMs, async () => {
      expect(await boss.ask('pending-acts-approve', { pendingActId })).toMatchObject(
        refusal(409, 'act.impossible', /expired/),
      );
      expect(await expirePendingActs(server.core)).toBeGreaterThanOrEqual(2);
    });
    expect((await boss.ask('pending-acts-show', { pendingActId: swept })).body.state).toBe(
      'expired',
    );
    expect(await boss.ask('pending-acts-approve', { pendingActId: swept })).toMatchObject(
      refusal(409, 'act.impossible', /expired/),
    );
    expect(await player.balance()).toBe('0.00');
  });
});

describe('no key approves its own act', () => {
  /** Creates a key with a key. */
  async function createBy(maker: OperatorClient): Promise<OperatorClient> {
    const scopes = ['keys', 'deposits', 'approvals'];
    const { body } = await maker.ask('keys-create', { name: 'made', scopes });
    return operatorWith(server, body.id, body.key);
  }

  async function expectNoApproval(proposer: OperatorClient, approver: OperatorClient) {
    const before = await player.balance();
    const { pendingActId } = await propose(proposer);
    expect(await approver.ask('pending-acts-approve', { pendingActId })).toMatchObject(
      refusal(403, 'approval.notIndependent'),
    );
    expect(await player.balance()).toBe(before);
    expect((await boss.ask('pending-acts-approve', { pendingActId })).status).toBe(200);
  }

  test('neither itself nor by its new secret', async () => {
    await expectNoApproval(desk, desk);
    const proposer = await createBy(desk);
    const { pendingActId } = await propose(proposer);
    const { body } = await proposer.ask('keys-rotate', { keyId: proposer.keyId });
    const rotated = operatorWith(server, proposer.keyId, body.key);
    expect(await rotated.ask('pending-acts-approve', { pendingActId })).toMatchObject(
      refusal(403, 'approval.notIndependent'),
    );
  });

  test('and the database has the same rule', async () => {
    const { pendingActId } = await propose();
    const approving = server.core.db
      .updateTable('pending_acts')
      .set({ state: 'approved', decided_by_key: desk.keyId, decided_at: new Date() })
      .where('id', '=', pendingActId)
      .execute();
    await expect(approving).rejects.toThrow(/pending_acts_check/);
  });

  test('nor by a key that it created, directly or through others, or that created it', async () => {
    const maker = await createOperator(server);
    const child = await createBy(maker);
    const grandchild = await createBy(child);
    await expectNoApproval(maker, child);
    await expectNoApproval(maker, grandchild);
    await expectNoApproval(grandchild, maker);
  });

  test('nor by another key of the same maker, even if the maker is revoked', async () => {
    const maker = await createOperator(server);
    const [one, two] = [await createBy(maker), await createBy(maker)];
    await expectNoApproval(one, two);
    await desk.ask('keys-revoke', { keyId: maker.keyId, reason: 'to hide the maker' });
    await expectNoApproval(one, two);
  });

  test('nor by a key whose new secret it has read', async () => {
    const [thief, victim] = [await createOperator(server), await createOperator(server)];
    const { body } = await thief.ask('keys-rotate', { keyId: victim.keyId });
    const stolen = operatorWith(server, victim.keyId, body.key);
    await stolen.ask('keys-rotate', { keyId: victim.keyId, graceSeconds: 3600 });
    await expectNoApproval(thief, stolen);
  });

  test('and a key that is revoked or expired gets no act approved', async () => {
    const revoked = await createOperator(server);
    const ends = new Date(Date.now() + 3600_000);
    const brief = await createOperator(server, { expiresAt: ends });
    const [one, two] = [await propose(revoked), await propose(brief)];
    await desk.ask('keys-revoke', { keyId: revoked.keyId, reason: 'somebody left' });
    expect(
      await boss.ask('pending-acts-approve', { pendingActId: one.pendingActId }),
    ).toMatchObject(refusal(409, 'act.impossible', /is revoked.*only be rejected/));
    await server.later(3600_001, async () => {
      expect(
        await boss.ask('pending-acts-approve', { pendingActId: two.pendingActId }),
      ).toMatchObject(refusal(409, 'act.impossible', /is expired/));
    });
    const rejection = { pendingActId: one.pendingActId, reason: 'nobody stands for it' };
    expect((await boss.ask('pending-acts-reject', rejection)).status).toBe(200);
    expect(await player.balance()).toBe('0.00');
  });
});

describe('a rejection', () => {
  test('ends the act, with a reason', async () => {
    const { pendingActId } = await propose();
    expect((await boss.ask('pending-acts-reject', { pendingActId })).status).toBe(400);
    const rejection = { pendingActId, reason: 'not on the statement' };
    expect((await boss.ask('pending-acts-reject', rejection)).body).toMatchObject({
      state: 'rejected',
      decidedBy: 'key "boss"',
      decisionReason: 'not on the statement',
    });
    expect(await boss.ask('pending-acts-approve', { pendingActId })).toMatchObject(
      refusal(409, 'act.impossible', /is rejected/),
    );
    expect(await player.balance()).toBe('0.00');
  });

  test('and an approval need the scope, and a withdrawal the proposing key', async () => {
    const clerk = await createOperator(server, { scopes: ['deposits'] });
    const { pendingActId } = await propose(clerk);
    const act = { pendingActId, reason: 'a mistake' };
    for (const name of ['pending-acts-approve', 'pending-acts-reject']) {
      expect(await clerk.ask(name, act)).toMatchObject(refusal(403, 'scope.missing'));
    }
    expect(await boss.ask('pending-acts-withdraw', act)).toMatchObject(
      refusal(409, 'act.impossible'),
    );
    expect((await clerk.ask('pending-acts-withdraw', act)).body).toMatchObject({
      state: 'withdrawn',
      decidedByKey: clerk.keyId,
    });
  });
});

test('an act that moves money has no work before its transaction', () => {
  const act = {
    method: 'POST',
    path: '/nowhere',
    scope: 'deposits',
    summary: '',
    command: [],
    request: z.strictObject({}),
    response: z.object({}),
    money: async () => null,
    act: async () => ({ response: {} }),
  } as const;
  expect(defineAct(act)).toMatchObject({ movesMoney: true });
  expect(() => defineAct({ ...act, beforeTransaction: async () => {} })).toThrow('/nowhere');
});

test('the API document has the response 202 of exactly the acts that move money', async () => {
  const response = await fetch(`${server.operatorUrl}/operator/v1/openapi.json`);
  const document = (await response.json()) as {
    paths: Record<string, Record<string, { operationId: string; responses: object }>>;
  };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const named = operations.filter(({ responses }) => '202' in responses);
  const moving = [...endpoints].filter(([, { movesMoney }]) => movesMoney).map(([name]) => name);
  expect(named.map(({ operationId }) => operationId).sort()).toEqual(moving.sort());
  expect(moving).toContain('deposits-confirm');
  expect(named[0]?.responses).toMatchObject({
    202: { content: { 'application/json': { schema: { required: ['pendingAct'] } } } },
  });
});
