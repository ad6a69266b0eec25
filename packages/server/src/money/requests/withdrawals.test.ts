import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  approveWithdrawal,
  rejectWithdrawal,
  resolveWithdrawal,
} from '../../operator/acts/withdrawal-acts.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { notificationUrl } from '../../providers/ask-provider.ts';
import { buildFakeWallet, type FakeWallet } from '../../testing/fake-wallet.ts';
import { findNotifications } from '../../testing/find-notifications.ts';
import { loadFees } from '../../testing/load-fees.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { withShortTimeouts } from '../../testing/with-short-timeouts.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyPayout } from '../provider-events/apply-payout.ts';
import { followUpWithdrawals } from '../provider-events/follow-up-withdrawals.ts';
import { performDueOperations } from '../provider-events/wallet-answers.ts';

let server: TestServer;

const behave = (part: object) => server.provider('POST', '/v1/behaviours', part);
/** The tests decide what becomes of a payout. */
const normal = { payout: 'normal', payoutOutcome: 'undecided', webhook: 'normal' };

beforeAll(async () => {
  server = await startTestServer({}, { brand: { withdrawals: { approveUpTo: { EUR: '50' } } } });
  await behave(normal);
});

afterEach(async () => {
  await behave(normal);
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const order = { amount: '40', currency: 'EUR', paymentType: 'payout', fields: { iban: 'DE00' } };
const large = { ...order, amount: '60' };

/** Creates a player of its own for a test, with 100 EUR. */
async function arrive() {
  const externalId = uuidv7();
  const token = await server.token({ playerId: externalId });
  const balance = async () =>
    (await server.call('user-get', {}, { token })).body.balanceData.primary.amount;
  const deposit = { amount: '100', currency: 'EUR', paymentType: 'card' };
  const { body } = await server.call('deposit-create', deposit, { token });
  const { body: payment } = await server.provider(
    'GET',
    `/v1/payments?merchantReference=${body.depositId}`,
  );
  await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
  await expect.poll(async () => Number(await balance())).toBe(100);
  const ask = (request = order, key = uuidv7()) =>
    server.call('withdrawal-create', request, { token, key });
  const show = async (withdrawalId: string) =>
    (await server.call('withdrawal-status', { withdrawalId }, { token })).body;
  const status = async (withdrawalId: string) => (await show(withdrawalId)).status;
  const chargeBack = () =>
    server.provider('POST', `/v1/payments/${payment.id}/reversals`, { kind: 'chargeback' });
  return { externalId, token, balance, ask, show, status, chargeBack };
}

/**
 * Processes the due withdrawals as the job does. The server's own job may have started first and
 * not have finished yet, so callers poll for the result.
 */
const followUp = () => followUpWithdrawals(server.core);

async function payoutOf(withdrawalId: string) {
  const { status, body } = await server.provider(
    'GET',
    `/v1/payouts?merchantReference=${withdrawalId}`,
  );
  return status === 200 ? body : null;
}

async function decide(withdrawalId: string, status: string) {
  const { id } = await payoutOf(withdrawalId);
  expect((await server.provider('POST', `/v1/payouts/${id}/decide`, { status })).status).toBe(200);
}

function act(withdrawalId: string) {
  return { brandId: 'kassa', withdrawalId, actor: 'a test', reason: 'for a test' };
}

const rowOf = (withdrawalId: string) =>
  server.core.db
    .selectFrom('withdrawals')
    .select(['status', 'send_count', 'check_count', 'provider_reference', 'next_check_at'])
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow();

/** Returns the connector's payouts, to mock responses that the sandbox never gives. */
function payouts() {
  const { payouts } = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector ?? {};
  if (payouts == null) throw new Error('no payouts');
  return payouts;
}

describe('a withdrawal', () => {
  test('holds the money at once, is paid, and ends with the money gone', async () => {
    const player = await arrive();
    const { status, body } = await player.ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'PENDING', amount: '40.00', isCancelable: true });
    expect(body.reference).toMatch(/^KW-/);
    expect(await player.balance()).toBe('60.00');
    expect(body.sentAt).toBeUndefined();
    await followUp();
    await expect
      .poll(() => player.show(body.withdrawalId))
      .toMatchObject({
        status: 'SENDING',
        sentAt: expect.any(Number),
      });
    await decide(body.withdrawalId, 'completed');
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
    expect(await player.show(body.withdrawalId)).not.toHaveProperty('sentAt');
    expect(await player.balance()).toBe('60.00');
  });

  test('of more than the player has is rejected, and nothing is held', async () => {
    const player = await arrive();
    await player.ask(large);
    const { status, body } = await player.ask(large);
    expect(status).toBe(422);
    expect(body.error.code).toBe('balance.insufficient');
    expect(await player.balance()).toBe('40.00');
  });

  test('requested twice with one key is one withdrawal', async () => {
    const player = await arrive();
    const key = uuidv7();
    const first = await player.ask(order, key);
    const second = await player.ask(order, key);
    expect(second.body).toEqual(first.body);
    expect(await player.balance()).toBe('60.00');
  });

  test("sends the provider's own field names, even if its method has left the catalogue", async () => {
    const { ask } = await arrive();
    const send = vi.spyOn(payouts(), 'send');
    const { body } = await ask({ ...large, fields: { iban: 'DE00', speed: 'standard' } } as never);
    const catalog = server.core.catalogOf('kassa');
    const catalogOf = vi
      .spyOn(server.core, 'catalogOf')
      .mockReturnValue({ ...catalog, methods: [] });
    await server.core.db
      .transaction()
      .execute((tx) => approveWithdrawal(server.core, tx, act(body.withdrawalId)));
    await followUp();
    const sent = () =>
      send.mock.calls.flatMap(([it]) => (it.withdrawalId === body.withdrawalId ? [it.fields] : []));
    await expect.poll(sent).toEqual([{ iban: 'DE00', 'transfer.speed': 'standard' }]);
    catalogOf.mockRestore();
    send.mockRestore();
  });

  test('above the limit for automatic approval waits for review', async () => {
    const player = await arrive();
    const { body } = await player.ask(large);
    await followUp();
    expect(await payoutOf(body.withdrawalId)).toBeNull();
    await server.core.db
      .transaction()
      .execute((tx) => approveWithdrawal(server.core, tx, act(body.withdrawalId)));
    await followUp();
    await expect.poll(() => payoutOf(body.withdrawalId)).not.toBeNull();
  });

  test('split into small parts waits for review, too', async () => {
    const player = await arrive();
    const piece = { ...order, amount: '30' };
    const first = await player.ask(piece);
    const second = await player.ask(piece);
    await followUp();
    await expect.poll(() => payoutOf(first.body.withdrawalId)).not.toBeNull();
    expect(await payoutOf(second.body.withdrawalId)).toBeNull();
    await server.core.db
      .transaction()
      .execute((tx) => approveWithdrawal(server.core, tx, act(second.body.withdrawalId)));
    await followUp();
    await expect.poll(() => payoutOf(second.body.withdrawalId)).not.toBeNull();
  });

  test('that the operator rejects releases the money', async () => {
    const player = await arrive();
    const { body } = await player.ask(large);
    await server.core.db
      .transaction()
      .execute((tx) => rejectWithdrawal(server.core, tx, act(body.withdrawalId)));
    await expect.poll(() => player.status(body.withdrawalId)).toBe('REJECTED');
    expect(await player.balance()).toBe('100.00');
  });

  test('can be canceled until it is sent, and only by its player', async () => {
    const player = await arrive();
    const other = await arrive();
    const { body } = await player.ask(large);
    const { withdrawalId } = body;
    const stolen = await server.call('withdrawal-cancel', { withdrawalId }, { token: other.token });
    expect(stolen.status).toBe(404);
    const canceled = await server.call(
      'withdrawal-cancel',
      { withdrawalId },
      { token: player.token },
    );
    expect(canceled.body).toMatchObject({ status: 'CANCELED', isCancelable: false });
    expect(await player.balance()).toBe('100.00');
    const second = await player.ask(order);
    await followUp();
    const late = { withdrawalId: second.body.withdrawalId };
    const refused = await server.call('withdrawal-cancel', late, { token: player.token });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('withdrawal.notOpen');
  });

  test('that was canceled but paid nevertheless is taken from the balance again', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask(large)).body;
    await server.call('withdrawal-cancel', { withdrawalId }, { token: player.token });
    expect(await player.balance()).toBe('100.00');
    // As after a restore that lost the record of its sending, without HOLD_PAYOUTS.
    await behave({ payoutOutcome: 'completed-at-once' });
    await server.provider('POST', '/v1/payouts', {
      merchantReference: withdrawalId,
      amount: '60.00',
      currency: 'EUR',
      method: 'payout',
      webhookUrl: notificationUrl(server.core, { brandId: 'kassa', connector: 'sandbox' }),
      destination: {},
    });
    await expect.poll(() => player.status(withdrawalId)).toBe('PAID');
    expect(await player.balance()).toBe('40.00');
  });

  test('is rejected without the fields that its method needs, or with others', async () => {
    const player = await arrive();
    const bank = { ...order, paymentType: 'bank_payout' };
    for (const [fields, status, error] of [
      [{}, 422, { code: 'banking.paymentMethodRegex', params: { field: 'iban' } }],
      [{ iban: ' ' }, 422, { code: 'banking.paymentMethodRegex', params: { field: 'iban' } }],
      [{ iban: 'DE00', cvv: '123' }, 400, { code: 'request.invalid', params: { field: 'cvv' } }],
    ] as const) {
      const refused = await player.ask({ ...bank, fields } as typeof order);
      expect(refused).toMatchObject({ status, body: { error } });
    }
    expect(await player.balance()).toBe('100.00');
    expect((await player.ask({ ...bank, fields: { iban: 'DE00' } })).status).toBe(200);
  });

  test('is listed, newest first', async () => {
    const player = await arrive();
    const first = await player.ask();
    const second = await player.ask();
    const { body } = await server.call('withdrawal-list', {}, { token: player.token });
    expect(body.withdrawals.map((it: { withdrawalId: string }) => it.withdrawalId)).toEqual([
      second.body.withdrawalId,
      first.body.withdrawalId,
    ]);
  });
});

describe('a payout', () => {
  test('that the provider declines releases the money', async () => {
    const player = await arrive();
    await behave({ payout: 'declined' });
    const { body } = await player.ask();
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('FAILED');
    expect(await player.balance()).toBe('100.00');
  });

  test.each(['unavailable', 'rate-limited'])(
    'that is rejected (%s) is sent later, once',
    async (payout) => {
      const player = await arrive();
      await behave({ payout });
      const { body } = await player.ask();
      await followUp();
      await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
      expect(await payoutOf(body.withdrawalId)).toBeNull();
      await behave({ payout: 'normal' });
      await server.later(3600_000, followUp);
      await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
    },
  );

  test.each(['slow', 'malformed', 'broken'])(
    'whose response is lost (%s) is unknown, never sent again, and resolved by a status request',
    async (payout) => {
      const player = await arrive();
      await behave({ payout });
      const { body } = await player.ask();
      await (payout === 'slow' ? withShortTimeouts(followUp) : followUp());
      await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
      expect(await player.show(body.withdrawalId)).not.toHaveProperty('sentAt');
      await behave({ payout: 'normal', webhook: 'lost' });
      await expect.poll(() => payoutOf(body.withdrawalId)).not.toBeNull();
      await decide(body.withdrawalId, 'completed');
      await server.later(60_000, followUp);
      await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
      const row = await rowOf(body.withdrawalId);
      // A settlement file may name it by the provider's id only.
      const { id } = await payoutOf(body.withdrawalId);
      expect(row).toMatchObject({ send_count: 1, provider_reference: id });
    },
  );

  test('that the provider does not know goes to review and is not sent again', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await behave({ payout: 'unavailable' });
    // As if the process had died in status `sending`.
    await server.core.db
      .updateTable('withdrawals')
      .set({
        status: 'sending',
        sent_through: 'provider',
        send_count: 1,
        next_check_at: new Date(),
      })
      .where('id', '=', body.withdrawalId)
      .execute();
    await server.core.db
      .insertInto('withdrawal_transitions')
      .values({
        id: uuidv7(),
        brand_id: 'kassa',
        withdrawal_id: body.withdrawalId,
        from_status: 'approved',
        to_status: 'sending',
        reason: 'a test',
      })
      .execute();
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
    await server.later(3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
    const cancel = { withdrawalId: body.withdrawalId };
    const refused = await server.call('withdrawal-cancel', cancel, { token: player.token });
    expect(refused.status).toBe(409);
    await server.core.db
      .transaction()
      .execute((tx) =>
        resolveWithdrawal(server.core, tx, { ...act(body.withdrawalId), status: 'failed' }),
      );
    expect(await player.balance()).toBe('100.00');
  });

  test('sent again after an unknown outcome does not fail by a decline: the first may be paid', async () => {
    const player = await arrive();
    await behave({ payout: 'malformed', webhook: 'lost' });
    const { body } = await player.ask();
    await followUp();
    await decide(body.withdrawalId, 'completed');
    // The outcome stays unknown, and a person sends the payout once more.
    await server.core.db
      .updateTable('withdrawals')
      .set({ status: 'approved', next_check_at: new Date() })
      .where('id', '=', body.withdrawalId)
      .execute();
    await behave({ payout: 'declined' });
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
    expect(await player.balance()).toBe('60.00');
    await server.later(60_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
  });

  test('sent again after "unavailable" does not fail by a decline either: the first may be paid', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await behave({ webhook: 'lost', payoutOutcome: 'completed-at-once' });
    const connector = payouts();
    const { send: ask } = connector;
    const send = vi.spyOn(connector, 'send').mockImplementationOnce(async (order) => {
      await ask(order);
      return { kind: 'error', error: 'unavailable', detail: 'status 503' };
    });
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
    send.mockRestore();
    await behave({ payout: 'declined' });
    await server.later(60_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
    expect(await player.balance()).toBe('60.00');
    await server.later(120_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
  });

  test('sent again keeps its hold when a failure of the first request arrives late', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask()).body;
    const statusOf = async () => (await rowOf(withdrawalId)).status;
    const approve = async () => {
      const decision = { status: 'approved' as const, next_check_at: new Date() };
      const row = server.core.db.updateTable('withdrawals').set(decision);
      await row.where('id', '=', withdrawalId).execute();
    };
    const connector = payouts();
    const accept = (providerReference: string) =>
      vi
        .spyOn(connector, 'send')
        .mockResolvedValueOnce({ kind: 'accepted', providerReference, status: 'sent' });
    const report = (status: 'sent' | 'failed', providerReference: string) => {
      const event = {
        kind: 'payout',
        withdrawalId,
        providerReference,
        paid: null,
        fee: null,
      } as const;
      const source = { brandId: 'kassa', connector: 'sandbox', source: 'a test' };
      const evidence = { ...source, confirmedBy: 'provider' as const };
      return server.core.db
        .transaction()
        .execute((tx) => applyPayout(server.core, tx, evidence, { ...event, status }));
    };
    const reportFailure = (reference: string) => report('failed', reference);
    const send = accept('first');
    await behave({ webhook: 'lost' });
    await followUp();
    // An operator approves it again, although the first request may still be paid.
    await approve();
    send.mockResolvedValueOnce({ kind: 'error', error: 'timeoutUnknown', detail: 'a test' });
    await followUp();
    await expect.poll(statusOf).toBe('unknown');
    const log = vi.spyOn(server.core.log, 'warn');
    // The second request has no known reference, so the failure may be of either request.
    expect((await reportFailure('first')).outcome).toBe('conflicting');
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ withdrawalId, providerReference: 'first' }),
      expect.stringContaining('ignored'),
    );
    // A late event of the first request doesn't make its reference that of the second.
    expect((await report('sent', 'first')).outcome).toBe('moved');
    expect((await reportFailure('first')).outcome).toBe('conflicting');
    await approve();
    send.mockImplementationOnce(async () => {
      await report('sent', 'first');
      return { kind: 'accepted', providerReference: 'third', status: 'sent' };
    });
    await followUp();
    await expect.poll(async () => (await rowOf(withdrawalId)).provider_reference).toBe('third');
    expect(await statusOf()).toBe('sent');
    expect((await reportFailure('first')).outcome).toBe('conflicting');
    expect(await player.balance()).toBe('60.00');
    expect((await reportFailure('third')).outcome).toBe('ended');
    expect(await player.balance()).toBe('100.00');
    send.mockRestore();
    log.mockRestore();
  });

  test('sent again goes to review if the provider reports only the first request', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask()).body;
    const row = server.core.db.updateTable('withdrawals').where('id', '=', withdrawalId);
    await row
      .set({ status: 'unknown', send_count: 2, next_check_at: new Date(), updated_at: new Date() })
      .execute();
    const connector = payouts();
    const { status: ask } = connector;
    const known = { kind: 'payout', providerReference: 'first', paid: null, fee: null } as const;
    const event = { ...known, withdrawalId };
    const status = vi
      .spyOn(connector, 'status')
      .mockImplementation(async (id) =>
        id === withdrawalId ? { kind: 'known', events: [{ ...event, status: 'failed' }] } : ask(id),
      );
    const statusOf = async () => (await rowOf(withdrawalId)).status;
    await followUp();
    expect(await statusOf()).toBe('unknown');
    await server.later(3600_000, followUp);
    await expect.poll(statusOf).toBe('inReview');
    expect(await player.balance()).toBe('60.00');
    status.mockRestore();
  });

  test('that the provider accepted and no longer knows becomes unknown, then goes to review', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await followUp();
    const statusOf = async () => (await rowOf(body.withdrawalId)).status;
    await expect.poll(statusOf).toBe('sent');
    const connector = payouts();
    const { status: ask } = connector;
    const status = vi
      .spyOn(connector, 'status')
      .mockImplementation(async (id) => (id === body.withdrawalId ? { kind: 'absent' } : ask(id)));
    await server.later(60_000, followUp);
    expect(await statusOf()).toBe('sent');
    await server.later(3600_000, followUp);
    await expect.poll(statusOf).toBe('unknown');
    await server.later(2 * 3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
    expect(await player.balance()).toBe('60.00');
    status.mockRestore();
  });

  test('whose provider gives no outcome for three days is listed for the operator', async () => {
    const operator = await createOperator(server, { scopes: ['read'] });
    const { ask, status } = await arrive();
    const { body } = await ask();
    await followUp();
    await expect.poll(() => status(body.withdrawalId)).toBe('SENDING');
    const listedAfter = (hours: number) =>
      server.later(hours * 3600_000, async () => {
        const found = await operator.ask('withdrawals-search', { isUnanswered: true });
        return found.body.items.map(({ id }: { id: string }) => id);
      });
    expect(await listedAfter(72)).not.toContain(body.withdrawalId);
    expect(await listedAfter(73.5)).toContain(body.withdrawalId);
    await decide(body.withdrawalId, 'completed');
    await expect.poll(() => status(body.withdrawalId)).toBe('PAID');
    await server.later(73.5 * 3600_000, followUp);
    expect(await listedAfter(74)).not.toContain(body.withdrawalId);
  });

  test('is the only one sent in the trial request after too many failures of a provider', async () => {
    const players = [await arrive(), await arrive(), await arrive()];
    const ids: string[] = [];
    for (const player of [...players, ...players]) {
      ids.push((await player.ask({ ...order, amount: '20' })).body.withdrawalId);
    }
    await behave({ payout: 'unavailable' });
    // All are sent before one has failed, or the circuit might open before the last one.
    const connector = payouts();
    const { send: ask } = connector;
    const all = Promise.withResolvers<void>();
    const send = vi.spyOn(connector, 'send').mockImplementation(async (order) => {
      if (send.mock.calls.length === ids.length) all.resolve();
      await all.promise;
      return ask(order);
    });
    await followUp();
    send.mockRestore();
    const counts = async (of: 'send_count' | 'check_count') =>
      (await Promise.all(ids.map(rowOf))).map((row) => row[of]).sort();
    expect(await counts('send_count')).toEqual([1, 1, 1, 1, 1, 1]);
    // The clock stands still, so that a slow machine doesn't allow another attempt.
    const { now } = server.core;
    const later = new Date(now().getTime() + 60_000);
    server.core.now = () => later;
    await followUp();
    await followUp();
    server.core.now = now;
    expect(await counts('send_count')).toEqual([1, 1, 1, 1, 1, 2]);
    expect(await counts('check_count')).toEqual([0, 0, 0, 0, 0, 0]);
    await behave({ payout: 'normal' });
    const follow = () => server.later(7200_000, followUp);
    await expect
      .poll(() => follow().then(async () => (await Promise.all(ids.map(payoutOf))).every(Boolean)))
      .toBe(true);
  });

  test('of a player who was blocked meanwhile goes to review', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    const { player_id: playerId } = await server.core.db
      .selectFrom('withdrawals')
      .select('player_id')
      .where('id', '=', body.withdrawalId)
      .executeTakeFirstOrThrow();
    const owner = { brandId: 'kassa', playerId };
    await server.core.db.transaction().execute((tx) =>
      blockPlayer(server.core, tx, owner, {
        id: uuidv7(),
        what: 'withdrawals',
        source: 'operator',
        until: null,
        reason: 'a test',
        actor: 'a test',
      }),
    );
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
    expect(await payoutOf(body.withdrawalId)).toBeNull();
    const approve = server.core.db
      .transaction()
      .execute((tx) => approveWithdrawal(server.core, tx, act(body.withdrawalId)));
    await expect(approve).rejects.toMatchObject({ code: 'player.blocked' });
  });

  test('of a player who owes money is never approved automatically', async () => {
    const brand = server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('no brand');
    // Otherwise a later deposit settles the debt.
    brand.deposits = { ...brand.deposits, settleDebts: false };
    const player = await arrive();
    const first = await player.ask();
    await followUp();
    await server.core.db
      .transaction()
      .execute((tx) =>
        resolveWithdrawal(server.core, tx, { ...act(first.body.withdrawalId), status: 'failed' }),
      );
    await player.ask({ ...order, amount: '90' });
    await decide(first.body.withdrawalId, 'completed');
    await expect.poll(() => player.status(first.body.withdrawalId)).toBe('PAID');
    // The first withdrawal was paid after all, and the player owes 30 of its 40.
    const { body: deposit } = await server.call(
      'deposit-create',
      { amount: '100', currency: 'EUR', paymentType: 'card' },
      { token: player.token },
    );
    const find = `/v1/payments?merchantReference=${deposit.depositId}`;
    const { body: payment } = await server.provider('GET', find);
    await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
    await expect.poll(async () => Number(await player.balance())).toBe(100);
    const { body } = await player.ask();
    await followUp();
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PENDING');
    expect(await payoutOf(body.withdrawalId)).toBeNull();
    brand.deposits = { ...brand.deposits, settleDebts: true };
  });

  /** Approves a withdrawal, to be sent in an hour. */
  const approveForLater = (withdrawalId: string, changes: object = {}) =>
    server.core.db.transaction().execute(async (tx) => {
      await approveWithdrawal(server.core, tx, act(withdrawalId));
      await tx
        .updateTable('withdrawals')
        .set({ next_check_at: new Date(Date.now() + 3600_000), ...changes })
        .where('id', '=', withdrawalId)
        .execute();
    });
  const sendLater = () => server.later(2 * 3600_000, followUp);
  const timelineOf = async (withdrawalId: string): Promise<{ text: string }[]> => {
    const operator = await createOperator(server);
    return (await operator.ask('withdrawals-show', { withdrawalId })).body.timeline;
  };

  test('goes to review again if a chargeback comes between its approval and its sending', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask(large)).body;
    await approveForLater(withdrawalId);
    await player.chargeBack();
    // The balance covered 40 of the 100.
    await expect.poll(async () => Number(await player.balance())).toBe(0);
    await sendLater();
    await expect.poll(async () => (await rowOf(withdrawalId)).status).toBe('inReview');
    expect(await payoutOf(withdrawalId)).toBeNull();
    expect(await timelineOf(withdrawalId)).toContainEqual(
      expect.objectContaining({ text: 'approved → inReview: the player owes 60 EUR' }),
    );
    // The operator knows of the debt now, and approves again.
    await approveForLater(withdrawalId);
    await sendLater();
    await expect.poll(() => player.status(withdrawalId)).toBe('SENDING');
  });

  test('is sent if the operator approved it with the debt', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask(large)).body;
    await player.chargeBack();
    await expect.poll(async () => Number(await player.balance())).toBe(0);
    await approveForLater(withdrawalId);
    await sendLater();
    await expect.poll(() => player.status(withdrawalId)).toBe('SENDING');
  });

  test('that a process of the release before approved covers no debt', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask(large)).body;
    await player.chargeBack();
    await expect.poll(async () => Number(await player.balance())).toBe(0);
    await approveForLater(withdrawalId, { debt_at_approval: null });
    await sendLater();
    await expect.poll(async () => (await rowOf(withdrawalId)).status).toBe('inReview');
  });

  test('that is returned gives the money back', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await followUp();
    await decide(body.withdrawalId, 'completed');
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
    await decide(body.withdrawalId, 'returned');
    await expect.poll(() => player.status(body.withdrawalId)).toBe('RETURNED');
    expect(await player.balance()).toBe('100.00');
  });

  test('that is returned without a notification is found by a status request', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await followUp();
    await decide(body.withdrawalId, 'completed');
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
    await behave({ webhook: 'lost' });
    await decide(body.withdrawalId, 'returned');
    await server.later(25 * 3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('RETURNED');
    expect(await player.balance()).toBe('100.00');
    const { next_check_at } = await rowOf(body.withdrawalId);
    expect(next_check_at).toBeNull();
  });

  test('that is paid after it failed is found by a status request, even by a retry of the last one', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await followUp();
    await behave({ webhook: 'lost' });
    await decide(body.withdrawalId, 'sent');
    await server.core.db
      .transaction()
      .execute((tx) =>
        resolveWithdrawal(server.core, tx, { ...act(body.withdrawalId), status: 'failed' }),
      );
    await decide(body.withdrawalId, 'completed');
    const silence = { kind: 'error', error: 'unavailable', detail: 'for a test' } as const;
    const connector = payouts();
    const { status: ask } = connector;
    const status = vi
      .spyOn(connector, 'status')
      .mockImplementation(async (id) => (id === body.withdrawalId ? silence : ask(id)));
    await server.later(72.5 * 3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('FAILED');
    status.mockRestore();
    await server.later(98 * 3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
    expect(await player.balance()).toBe('60.00');
  });

  test.each([
    ['after it had failed', 'failed'],
    ['before the provider reported it', 'completed'],
  ] as const)(
    'that an operator resolved %s costs the fee that the provider reports',
    async (_, status) => {
      const player = await arrive();
      await behave({ feePercent: '5' });
      const { withdrawalId } = (await player.ask()).body;
      await followUp();
      await behave({ feePercent: '0' });
      await decide(withdrawalId, 'sent');
      await expect.poll(async () => (await rowOf(withdrawalId)).provider_reference).not.toBeNull();
      await server.core.db
        .transaction()
        .execute((tx) => resolveWithdrawal(server.core, tx, { ...act(withdrawalId), status }));
      expect(await loadFees(server.core, { withdrawalId })).toEqual([]);
      await decide(withdrawalId, 'completed');
      await expect.poll(() => loadFees(server.core, { withdrawalId })).toEqual([2]);
      await decide(withdrawalId, 'returned');
      await expect.poll(() => player.status(withdrawalId)).toBe('RETURNED');
      expect(await loadFees(server.core, { withdrawalId })).toEqual([2]);
    },
  );

  test('that is reported as failed after it was paid is listed once, however often it is reported', async () => {
    const player = await arrive();
    const { withdrawalId } = (await player.ask()).body;
    await followUp();
    await decide(withdrawalId, 'completed');
    await expect.poll(() => player.status(withdrawalId)).toBe('PAID');
    const status = vi.spyOn(payouts(), 'status').mockResolvedValue({
      kind: 'known',
      events: [
        {
          kind: 'payout',
          providerReference: 'p1',
          withdrawalId,
          status: 'failed',
          paid: null,
          fee: null,
        },
      ],
    });
    for (const hours of [2, 25, 73]) await server.later(hours * 3600_000, followUp);
    const asked = status.mock.calls.filter(([id]) => id === withdrawalId);
    status.mockRestore();
    expect(asked).toHaveLength(3);
    const [row, ...others] = await findNotifications(server.core, withdrawalId, '"failed"');
    expect(row).toMatchObject({ outcome: 'contradicting', subject_ids: [withdrawalId] });
    expect(others).toEqual([]);
    expect(await player.status(withdrawalId)).toBe('PAID');
  });

  test('that is paid after it failed is taken from the balance, and the player owes the rest', async () => {
    const player = await arrive();
    const { body } = await player.ask();
    await followUp();
    await decide(body.withdrawalId, 'sent');
    await expect.poll(async () => (await payoutOf(body.withdrawalId))?.status).toBe('sent');
    await server.core.db
      .transaction()
      .execute((tx) =>
        resolveWithdrawal(server.core, tx, { ...act(body.withdrawalId), status: 'failed' }),
      );
    expect(await player.balance()).toBe('100.00');
    await player.ask({ ...order, amount: '80' });
    await decide(body.withdrawalId, 'completed');
    await expect.poll(() => player.status(body.withdrawalId)).toBe('PAID');
    expect(await player.balance()).toBe('0.00');
    const reversal = await server.core.db
      .selectFrom('reversals')
      .selectAll()
      .where('withdrawal_id', '=', body.withdrawalId)
      .executeTakeFirstOrThrow();
    expect(reversal).toMatchObject({ kind: 'latePayout', status: 'done' });
    expect(Number(reversal.covered)).toBe(20);
    expect(Number(reversal.receivable)).toBe(20);
  });
});

describe("with the operator's wallet", () => {
  let wallet: FakeWallet;
  let builtIn: TestServer['core']['walletOf'];

  beforeAll(() => {
    builtIn = server.core.walletOf;
    wallet = buildFakeWallet();
    server.core.walletOf = () => wallet;
  });

  afterEach(() => {
    wallet.mood = 'normal';
  });

  afterAll(async () => {
    await performDueOperations(server.core);
    server.core.walletOf = builtIn;
  });

  const settle = () => server.later(3600_000, () => performDueOperations(server.core));

  test('a deposit is crediting until the wallet confirms the credit', async () => {
    wallet.mood = 'silent';
    const externalId = uuidv7();
    const token = await server.token({ playerId: externalId });
    const deposit = { amount: '100', currency: 'EUR', paymentType: 'card' };
    const { body } = await server.call('deposit-create', deposit, { token });
    const { body: payment } = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${body.depositId}`,
    );
    await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
    const status = async () => {
      const row = await server.core.db
        .selectFrom('deposits')
        .select('status')
        .where('id', '=', body.depositId)
        .executeTakeFirstOrThrow();
      return row.status;
    };
    await expect.poll(status).toBe('crediting');
    await expect.poll(() => Number(wallet.balances.get(externalId))).toBe(100);
    // The unclear response is stored by now, so the present clock has set the next attempt.
    const unclear = server.core.db
      .selectFrom('wallet_operations')
      .select('detail')
      .where('deposit_id', '=', body.depositId);
    await expect.poll(async () => (await unclear.executeTakeFirst())?.detail).toBe('no answer');
    wallet.mood = 'normal';
    await settle();
    expect(await status()).toBe('processed');
    expect(Number(wallet.balances.get(externalId))).toBe(100);
  });

  test('a credit that it refuses is parked, and can be retried', async () => {
    wallet.mood = 'refusing';
    const token = await server.token({ playerId: uuidv7() });
    const deposit = { amount: '100', currency: 'EUR', paymentType: 'card' };
    const { body } = await server.call('deposit-create', deposit, { token });
    const { body: payment } = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${body.depositId}`,
    );
    await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
    const parked = () =>
      server.core.db
        .selectFrom('payments')
        .select(['id', 'status', 'parked_reason'])
        .where('deposit_id', '=', body.depositId)
        .executeTakeFirst();
    await expect.poll(async () => (await parked())?.status).toBe('parked');
    expect((await parked())?.parked_reason).toContain('wallet');
  });

  test('a withdrawal is held, captured and released there, each once', async () => {
    const player = await arrive();
    const first = await player.ask();
    expect(wallet.balances.get(player.externalId)).toBe('60');
    await followUp();
    await decide(first.body.withdrawalId, 'completed');
    const kinds = () =>
      [...wallet.transfers.values()]
        .filter((transfer) => transfer.externalId === player.externalId)
        .map(({ kind }) => kind);
    // The player sees it as paid before the wallet is asked.
    await expect.poll(() => player.status(first.body.withdrawalId)).toBe('PAID');
    await expect.poll(kinds).toEqual(['credit', 'hold', 'capture']);
    const second = await player.ask();
    const { withdrawalId } = second.body;
    await server.call('withdrawal-cancel', { withdrawalId }, { token: player.token });
    await settle();
    expect(Number(wallet.balances.get(player.externalId))).toBe(60);
    expect(kinds()).toEqual(['credit', 'hold', 'capture', 'hold', 'release']);
  });

  test('a withdrawal that it does not cover is rejected', async () => {
    const player = await arrive();
    await player.ask(large);
    const { status, body } = await player.ask(large);
    expect(status).toBe(422);
    expect(body.error.code).toBe('balance.insufficient');
  });

  test('a hold without a response is retried, and is one hold', async () => {
    const player = await arrive();
    wallet.mood = 'silent';
    const { status, body } = await player.ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'PENDING', isCancelable: false });
    wallet.mood = 'normal';
    await settle();
    expect(wallet.balances.get(player.externalId)).toBe('60');
    await server.later(3600_000, followUp);
    await expect.poll(() => player.status(body.withdrawalId)).toBe('SENDING');
  });
});
