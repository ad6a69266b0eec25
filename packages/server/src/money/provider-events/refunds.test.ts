import type { Decimal } from '@kassa/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderRefund, ProviderReversal } from '../../connectors/provider-event.ts';
import { buildFakeWallet } from '../../testing/fake-wallet.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { bringPlayer } from '../../testing/paying-player.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { applyRefund } from './apply-refund.ts';
import { followUpDeposits } from './follow-up-deposits.ts';
import { followUpRefunds } from './follow-up-refunds.ts';
import { holdRefunds } from './send-refund.ts';
import { performDueOperations } from './wallet-answers.ts';

/* The operator asks the provider to send money back. Every deposit here is one of 100 EUR. */

const logLines: string[] = [];
let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer({}, { logLines });
  operator = await createOperator(server);
});

const minute = 60_000;
const hour = 60 * minute;
const normal = {
  refund: 'normal',
  refundOutcome: 'undecided',
  status: 'normal',
  void: 'possible',
  webhook: 'normal',
};

afterEach(async () => {
  vi.restoreAllMocks();
  await behave(normal);
  expect(await checkLedger(server.core.db)).toEqual([]);
});

afterAll(() => server.stop());

const behave = (part: object) => server.provider('POST', '/v1/behaviours', part);
const reason = 'the player paid by mistake';
const followUp = () => followUpRefunds(server.core);

/** Brings a player whose deposit was paid; the money is credited unless it is absurdly much. */
async function bringPaid(paidAmount: Decimal = '100') {
  await behave(normal);
  const player = await bringPlayer(server);
  const { depositId, paymentId } = await player.deposit();
  await server.provider('POST', `/v1/payments/${paymentId}/approve`, { paidAmount });
  const show = async () => (await operator.ask('deposits-show', { depositId })).body;
  await expect.poll(async () => (await show()).payments.length).toBe(1);
  await expect.poll(async () => ['processed', 'parked'].includes((await show()).status)).toBe(true);
  const create = async (part: object = {}, key?: string) => {
    const request = { depositId, amount: '100', currency: 'EUR', reason, ...part };
    return operator.ask('refunds-create', request, key);
  };
  return { player, depositId, paymentId, show, create };
}

const showRefund = async (refundId: string) =>
  (await operator.ask('refunds-show', { refundId })).body;
const statusOf = async (refundId: string) => (await showRefund(refundId)).status;

/** Follows refunds up, as the job does, until one has a status. */
async function reach(refundId: string, status: string) {
  await expect
    .poll(async () => {
      await followUp();
      return statusOf(refundId);
    })
    .toBe(status);
}

const findAtProvider = async (refundId: string) =>
  (await server.provider('GET', `/v1/refunds?merchantReference=${refundId}`)).body;

async function decide(refundId: string, status: string) {
  const { id } = await findAtProvider(refundId);
  expect((await server.provider('POST', `/v1/refunds/${id}/decide`, { status })).status).toBe(200);
}

const evidence = {
  brandId: 'kassa',
  connector: 'sandbox',
  source: 'a test',
  confirmedBy: 'provider',
} as const;

const reverse = ({
  connector = 'sandbox',
  ...event
}: Omit<ProviderReversal, 'kind'> & { connector?: string }) =>
  server.core.db
    .transaction()
    .execute((tx) =>
      applyProviderEvent(
        server.core,
        tx,
        { ...evidence, connector },
        { kind: 'reversal', ...event },
      ),
    );

const report = (refundId: string, part: Pick<ProviderRefund, 'status' | 'refunded'>) =>
  server.core.db.transaction().execute((tx) =>
    applyRefund(server.core, tx, evidence, {
      providerReference: `ref-${refundId}`,
      refundId,
      ...part,
    }),
  );

describe('a refund through the provider', () => {
  test('holds the money at once, and is booked as a reversal once it is done', async () => {
    const { player, depositId, show, create } = await bringPaid();
    const { status, body } = await create({ amount: '40' });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { depositId, status: 'approved', kind: 'refund', sendCount: 0, accountAmount: '40.00' },
    });
    expect(await player.balance()).toBe('60.00');
    await reach(body.id, 'sent');
    expect(await show()).toMatchObject({ reversedAmount: '0', refunds: [{ status: 'sent' }] });
    await decide(body.id, 'completed');
    await expect.poll(() => statusOf(body.id)).toBe('completed');
    const { reversals, timeline, ...deposit } = await show();
    expect(deposit.reversedAmount).toBe('40.00');
    expect(reversals).toMatchObject([
      { id: body.id, kind: 'refund', amount: '40', covered: '40.00', receivable: '0' },
    ]);
    expect(timeline.map(({ kind }: { kind: string }) => kind)).toContain('refund');
    expect(await player.balance()).toBe('60.00');
    const moves = (await showRefund(body.id)).timeline.map(({ text }: { text: string }) => text);
    expect(moves).toEqual([
      expect.stringContaining('created: operator'),
      expect.stringContaining('created → approved: the money is held'),
      expect.stringContaining('approved → sending'),
      expect.stringContaining('sending → sent'),
      expect.stringContaining('sent → completed'),
    ]);
  });

  test('that the provider does at once needs no notification', async () => {
    const { player, create } = await bringPaid();
    await behave({ refundOutcome: 'completed-at-once', webhook: 'lost' });
    const { body } = await create();
    await reach(body.id, 'completed');
    expect(await player.balance()).toBe('0.00');
  });

  test('whose notification comes twice is booked once', async () => {
    const { player, show, create } = await bringPaid();
    const { body } = await create({ amount: '40' });
    await reach(body.id, 'sent');
    await behave({ webhook: 'duplicate' });
    await decide(body.id, 'completed');
    await expect.poll(() => statusOf(body.id)).toBe('completed');
    const again = { status: 'completed', refunded: { amount: '40', currency: 'EUR' } } as const;
    expect(await report(body.id, again)).toMatchObject({ outcome: 'duplicate' });
    expect((await show()).reversals).toHaveLength(1);
    expect(await player.balance()).toBe('60.00');
  });

  test('whose notification is lost is found by a status request', async () => {
    const { create } = await bringPaid();
    const { body } = await create();
    await reach(body.id, 'sent');
    await behave({ webhook: 'lost' });
    await decide(body.id, 'completed');
    await server.later(minute, () => reach(body.id, 'completed'));
  });

  test.each([['declined'], ['failed later']])(
    'that is %s gives the money back to the player',
    async (how) => {
      const { player, show, create } = await bringPaid();
      await behave(how === 'declined' ? { refund: 'declined' } : { refundOutcome: 'undecided' });
      const { body } = await create({ amount: '40' });
      if (how !== 'declined') {
        await reach(body.id, 'sent');
        await decide(body.id, 'failed');
      }
      await reach(body.id, 'failed');
      expect(await player.balance()).toBe('100.00');
      expect((await show()).reversals).toEqual([]);
      // What is left of the payment can be refunded again.
      expect((await create()).status).toBe(200);
    },
  );

  test('is sent again only if the provider certainly did nothing', async () => {
    const { create } = await bringPaid();
    await behave({ refund: 'unavailable' });
    const { body } = await create();
    await expect
      .poll(async () => {
        await followUp();
        return (await showRefund(body.id)).sendCount;
      })
      .toBe(1);
    expect(await statusOf(body.id)).toBe('approved');
    await behave({ refund: 'normal' });
    await server.later(minute, () => reach(body.id, 'sent'));
    expect(await showRefund(body.id)).toMatchObject({ sendCount: 2 });
  });

  test('of unknown outcome is not sent again; its status tells', async () => {
    const { player, create } = await bringPaid();
    await behave({ refund: 'malformed', status: 'unavailable' });
    const { body } = await create();
    await reach(body.id, 'unknown');
    await server.later(hour, followUp);
    expect(await showRefund(body.id)).toMatchObject({ status: 'unknown', sendCount: 1 });
    expect(await player.balance()).toBe('0.00');
    await behave({ refund: 'normal', status: 'normal' });
    await server.later(3 * hour, () => reach(body.id, 'sent'));
    expect(await showRefund(body.id)).toMatchObject({ sendCount: 1 });
  });

  test('whose process died while it was sent is unknown, and followed up', async () => {
    const { create } = await bringPaid();
    const { body } = await create();
    await reach(body.id, 'sent');
    const sending = { status: 'sending', provider_reference: null } as const;
    await server.core.db.updateTable('refunds').set(sending).where('id', '=', body.id).execute();
    await server.core.db
      .insertInto('refund_transitions')
      .values({
        id: '01999999-9999-7999-8999-999999999999',
        brand_id: 'kassa',
        refund_id: body.id,
        from_status: 'approved',
        to_status: 'sending',
        reason: 'a test',
      })
      .execute();
    await server.later(minute, () => reach(body.id, 'sent'));
    const { timeline, sendCount } = await showRefund(body.id);
    expect(timeline.at(-2).text).toContain("the provider's response was lost");
    expect(sendCount).toBe(1);
  });

  test('that the provider does not know waits for the operator, who gives the outcome', async () => {
    for (const status of ['failed', 'completed']) {
      const { player, create } = await bringPaid();
      vi.spyOn(refunds(), 'send').mockResolvedValueOnce({
        kind: 'error',
        error: 'timeoutUnknown',
        detail: 'a test',
      });
      const { body } = await create();
      await reach(body.id, 'unknown');
      await server.later(20 * minute, () => reach(body.id, 'inReview'));
      const resolve = () => operator.ask('refunds-resolve', { refundId: body.id, status, reason });
      expect(await resolve()).toMatchObject({ status: 200, body: { status } });
      expect(await player.balance()).toBe(status === 'failed' ? '100.00' : '0.00');
      expect(await resolve()).toMatchObject({
        status: 409,
        body: { error: { code: 'act.impossible' } },
      });
    }
  });

  test('that is done after it had failed takes the money from the balance', async () => {
    const { player, show, create } = await bringPaid();
    const { body } = await create({ amount: '40' });
    await reach(body.id, 'sent');
    await decide(body.id, 'failed');
    await reach(body.id, 'failed');
    const refunded = { amount: '40', currency: 'EUR' };
    expect(await report(body.id, { status: 'completed', refunded })).toMatchObject({
      outcome: 'reversed',
    });
    expect(await statusOf(body.id)).toBe('completed');
    expect(await player.balance()).toBe('60.00');
    expect((await show()).reversals).toMatchObject([{ id: body.id }]);
  });

  test('of another amount books nothing, and waits for the operator', async () => {
    const { player, create } = await bringPaid();
    const { body } = await create();
    await reach(body.id, 'sent');
    const less = { status: 'completed', refunded: { amount: '99', currency: 'EUR' } } as const;
    expect(await report(body.id, less)).toMatchObject({ outcome: 'conflicting' });
    expect(await statusOf(body.id)).toBe('inReview');
    // A part may have been sent back, so the provider's word releases nothing.
    const failed = { status: 'failed', refunded: null } as const;
    expect(await report(body.id, failed)).toMatchObject({ outcome: 'conflicting' });
    expect(await player.balance()).toBe('0.00');
  });

  test('is matched with a reversal of the same reference at its own account', async () => {
    const { show, create, depositId } = await bringPaid();
    const { body } = await create({ amount: '40' });
    await reach(body.id, 'sent');
    const { id } = await findAtProvider(body.id);
    const event = {
      providerReference: id,
      depositId,
      paymentReference: null,
      reversal: 'refund',
      amount: { amount: '40', currency: 'EUR' },
    } as const;
    const ended = { outcome: 'unpaid', began_at: new Date(), ended_at: new Date() } as const;
    await server.core.db
      .insertInto('deposit_attempts')
      .values({
        brand_id: 'kassa',
        deposit_id: depositId,
        number: 2,
        account: 'elsewhere',
        ...ended,
      })
      .execute();
    // The other account's refund is of a receipt there, which hasn't arrived.
    expect(await reverse({ ...event, connector: 'elsewhere' })).toMatchObject({
      outcome: 'tooEarly',
    });
    await reverse(event);
    expect(await statusOf(body.id)).toBe('completed');
    expect((await show()).reversals).toHaveLength(1);
  });

  test('is not sent while payouts are held', async () => {
    const { create } = await bringPaid();
    await behave({ refund: 'unavailable' });
    const { body } = await create();
    await reach(body.id, 'approved');
    await holdRefunds(server.core);
    expect(await statusOf(body.id)).toBe('inReview');
  });
});

/** Returns the connector's refunds, to mock responses that the sandbox never gives. */
function refunds() {
  const found = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector.refunds ?? null;
  if (found === null) throw new Error('no refunds');
  return found;
}

describe('a void', () => {
  test('cancels the whole payment', async () => {
    const { player, create } = await bringPaid();
    expect((await create({ isVoid: true, amount: '40' })).body.error.code).toBe('amount.invalid');
    const { body } = await create({ isVoid: true });
    await reach(body.id, 'sent');
    expect(await findAtProvider(body.id)).toMatchObject({ kind: 'void', amount: '100' });
    expect(await player.balance()).toBe('0.00');
  });

  test('that comes too late gives the money back', async () => {
    const { player, create } = await bringPaid();
    await behave({ void: 'impossible' });
    const { body } = await create({ isVoid: true });
    await reach(body.id, 'failed');
    expect(await player.balance()).toBe('100.00');
  });
});

describe('a request for a refund', () => {
  test('is done once per key, and recorded in the log of acts', async () => {
    const { player, depositId, create } = await bringPaid();
    const key = crypto.randomUUID();
    const first = await create({ amount: '40' }, key);
    expect((await create({ amount: '40' }, key)).body).toEqual(first.body);
    expect(await player.balance()).toBe('60.00');
    const { body } = await operator.ask('acts-list', { subjectId: depositId });
    const [act] = body.items;
    expect(act).toMatchObject({ action: 'refunds-create', outcome: 'done', reason });
  });

  test('above what is left is rejected; open refunds count as taken', async () => {
    const { create } = await bringPaid();
    await create({ amount: '70' });
    const { status, body } = await create({ amount: '40' });
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'refund.aboveLeft', params: { left: '30.00' } });
  });

  test('that the balance does not cover is rejected, and names the balance', async () => {
    const { player, create } = await bringPaid();
    await player.withdraw('80');
    const { status, body } = await create();
    expect(status).toBe(422);
    expect(body.error).toMatchObject({ code: 'balance.insufficient' });
    expect(body.error.message).toContain('20.00 EUR');
    expect((await operator.ask('refunds-list', { status: 'created' })).body.items).toEqual([]);
  });

  test('for a payment that only an operator has confirmed is rejected', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    const money = { amount: '100', currency: 'EUR' };
    await operator.ask('deposits-confirm', { depositId, ...money, reason });
    const { body } = await operator.ask('refunds-create', { depositId, ...money, reason });
    expect(body.error).toMatchObject({ code: 'act.impossible' });
    expect(body.error.message).toContain('has not reported');
  });

  test('for parked money sends it back whole, and takes nothing from the player', async () => {
    const { player, show, create } = await bringPaid('150');
    expect((await create({ amount: '50' })).status).toBe(409);
    const { body } = await create({ amount: '150' });
    expect(body).toMatchObject({ status: 'approved', accountAmount: null });
    const [{ id: paymentId }] = (await show()).payments;
    const credit = { paymentId, resolution: 'credit', reason };
    expect((await operator.ask('payments-resolve', credit)).status).toBe(409);
    await reach(body.id, 'sent');
    await decide(body.id, 'completed');
    await expect.poll(() => statusOf(body.id)).toBe('completed');
    expect(await show()).toMatchObject({
      status: 'declined',
      payments: [{ status: 'returned' }],
      reversals: [],
    });
    expect(await player.balance()).toBe('0.00');
  });
});

describe("a refund whose payment the release before didn't leave alone", () => {
  /** Acts as a process of the release before, which knows no refunds. */
  async function unseen<Result>(id: string, act: () => Promise<Result>): Promise<Result> {
    const set = (status: 'rejected' | 'sent') =>
      server.core.db.updateTable('refunds').set({ status }).where('id', '=', id).execute();
    await set('rejected');
    const result = await act();
    await set('sent');
    return result;
  }

  test('takes the money from the balance if it was parked and then credited', async () => {
    const { player, show, create } = await bringPaid('150');
    const { body } = await create({ amount: '150' });
    await reach(body.id, 'sent');
    const [{ id: paymentId }] = (await show()).payments;
    const credit = { paymentId, resolution: 'credit', reason };
    const { status } = await unseen(body.id, () => operator.ask('payments-resolve', credit));
    expect([status, await player.balance()]).toEqual([200, '150.00']);
    const refunded = { amount: '150', currency: 'EUR' };
    expect(await report(body.id, { status: 'completed', refunded })).toMatchObject({
      outcome: 'reversed',
    });
    expect((await show()).reversals).toMatchObject([{ id: body.id, covered: '150.00' }]);
    expect(await player.balance()).toBe('0.00');
  });

  test('waits for the operator if a chargeback took the money', async () => {
    const { player, show, create } = await bringPaid();
    const { body } = await create();
    await reach(body.id, 'sent');
    const chargedBack = await show();
    expect(await unseen(body.id, () => bringChargeback(chargedBack))).toBe('reversed');
    const refunded = { amount: '100', currency: 'EUR' };
    expect(await report(body.id, { status: 'completed', refunded })).toMatchObject({
      outcome: 'conflicting',
    });
    const failed = { refundId: body.id, status: 'failed', reason };
    expect((await operator.ask('refunds-resolve', failed)).status).toBe(200);
    expect((await show()).reversals).toMatchObject([{ kind: 'chargeback', receivable: '100' }]);
    expect(await player.balance()).toBe('100.00');
  });
});

describe('a refund that the operator records as paid outside of Kassa', () => {
  const record = (depositId: string, part: object = {}) =>
    operator.ask('deposits-refund', { depositId, amount: '10', currency: 'EUR', reason, ...part });

  test('is refused if it may be the one that the provider was asked for', async () => {
    const { player, depositId, create } = await bringPaid();
    await behave({ refund: 'malformed', status: 'unavailable' });
    const { body } = await create({ amount: '10' });
    await reach(body.id, 'unknown');
    for (const part of [{}, { providerReference: 'ref-of-it' }]) {
      const refused = await record(depositId, part);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'deposit.notOpen' } } });
      expect(refused.body.error.message).toContain('refunds resolve');
    }
    expect((await record(depositId, { amount: '20' })).status).toBe(200);
    expect(await player.balance()).toBe('70.00');
  });

  test("is refused with a requested refund's own reference", async () => {
    const { player, depositId, create } = await bringPaid();
    const { body } = await create({ amount: '10' });
    await reach(body.id, 'sent');
    const { id: providerReference } = await findAtProvider(body.id);
    for (const amount of ['10', '20']) {
      expect((await record(depositId, { amount, providerReference })).status).toBe(409);
    }
    await decide(body.id, 'failed');
    await reach(body.id, 'failed');
    const late = await record(depositId, { providerReference });
    expect(late.body.error.message).toContain(body.id);
    // A part was sent back.
    expect((await record(depositId, { amount: '4', providerReference })).status).toBe(200);
    expect(await player.balance()).toBe('96.00');
  });
});

describe('a chargeback of a payment while its refund is under way', () => {
  test.each([
    ['completed', '0.00', 'refund'],
    ['failed', '0.00', 'chargeback'],
  ])('waits, and takes the money once: the refund is %s', async (status, balance, kind) => {
    const { player, show, create } = await bringPaid();
    const { body } = await create();
    await reach(body.id, 'sent');
    expect(await bringChargeback(await show())).toBe('tooEarly');
    expect((await show()).reversals).toEqual([]);
    const refunded = status === 'completed' ? { amount: '100', currency: 'EUR' } : null;
    await report(body.id, { status: status as 'completed' | 'failed', refunded });
    expect(await bringChargeback(await show())).toBe(
      status === 'completed' ? 'conflicting' : 'reversed',
    );
    expect((await show()).reversals).toMatchObject([{ kind, covered: '100.00' }]);
    expect(await player.balance()).toBe(balance);
  });
});

describe('a chargeback that came while a refund was open, without a notification', () => {
  test('is asked for once the provider has declined the refund', async () => {
    const { show, create, ...paid } = await bringPaid();
    await behave({ refund: 'unavailable' });
    const { body } = await create();
    await chargeBackUnseen(paid);
    await behave({ refund: 'declined' });
    await server.later(hour, () => reach(body.id, 'failed'));
    await expectChargeback(show);
  });
});

/** Brings a chargeback whose notification is lost, after the deposit's last status request. */
async function chargeBackUnseen({
  depositId,
  paymentId,
}: Record<'depositId' | 'paymentId', string>) {
  await behave({ webhook: 'lost' });
  await server.provider('POST', `/v1/payments/${paymentId}/reversals`, { kind: 'chargeback' });
  await server.core.db
    .updateTable('deposits')
    .set({ next_check_at: null })
    .where('id', '=', depositId)
    .execute();
}

/** Follows deposits up until a chargeback of one is booked. */
async function expectChargeback(show: () => Promise<{ reversals: object[] }>) {
  await expect
    .poll(async () => {
      await server.later(hour, () => followUpDeposits(server.core));
      return (await show()).reversals;
    })
    .toMatchObject([{ kind: 'chargeback' }]);
}

/** Applies a chargeback of a deposit's only payment. Returns its outcome. */
async function bringChargeback({ id: depositId }: { id: string }) {
  const { outcome } = await reverse({
    providerReference: `chargeback ${depositId}`,
    depositId,
    paymentReference: null,
    reversal: 'chargeback',
    amount: { amount: '100', currency: 'EUR' },
  });
  return outcome;
}

describe("with the balance in the operator's wallet", () => {
  const wallet = buildFakeWallet();
  let builtIn: TestServer['core']['walletOf'];

  beforeAll(() => {
    builtIn = server.core.walletOf;
    server.core.walletOf = () => wallet;
  });

  afterEach(() => {
    wallet.mood = 'normal';
    server.core.walletOf = () => wallet;
  });

  /** Brings a paid deposit, with the player's balance and the transfers in the wallet. */
  async function bringInWallet() {
    const paid = await bringPaid();
    const { id } = paid.player;
    await expect.poll(() => Number(wallet.balances.get(id))).toBe(100);
    const kinds = () =>
      [...wallet.transfers.values()]
        .filter(({ externalId }) => externalId === id)
        .map(({ kind }) => kind);
    return { ...paid, kinds, has: () => Number(wallet.balances.get(id)) };
  }

  test('the wallet is debited before the provider is asked, and not again once it is done', async () => {
    const { create, kinds, has } = await bringInWallet();
    const { body } = await create({ amount: '40' });
    await reach(body.id, 'sent');
    expect(has()).toBe(60);
    // The wallet is told the id that the reversal will have.
    const subjects = [...wallet.transfers.values()].map(({ subjectId }) => subjectId);
    expect(subjects.at(-1)).toBe(body.id);
    await decide(body.id, 'completed');
    expect(kinds()).toEqual(['credit', 'debit']);
    expect(has()).toBe(60);
  });

  test('the wallet is credited again if the refund fails', async () => {
    const { create, kinds, has } = await bringInWallet();
    await behave({ refund: 'declined' });
    const { body } = await create();
    await reach(body.id, 'failed');
    await expect.poll(kinds).toEqual(['credit', 'debit', 'credit']);
    expect(has()).toBe(100);
  });

  test('a refused debit rejects the refund, and the provider is not asked', async () => {
    const { player, create } = await bringInWallet();
    wallet.balances.set(player.id, '20');
    const { body } = await create();
    await expect.poll(() => statusOf(body.id)).toBe('rejected');
    const { timeline, sendCount } = await showRefund(body.id);
    expect(timeline.at(-1).text).toContain('insufficient');
    expect(sendCount).toBe(0);
    wallet.balances.set(player.id, '100');
  });

  test('a chargeback that came before a refused debit is asked for', async () => {
    const { show, create, ...paid } = await bringInWallet();
    wallet.mood = 'deaf';
    const { body } = await create();
    await chargeBackUnseen(paid);
    wallet.mood = 'refusing';
    await server.later(hour, () => performDueOperations(server.core));
    expect(await statusOf(body.id)).toBe('rejected');
    wallet.mood = 'normal';
    await expectChargeback(show);
  });

  test('a failed refund that is done after all is credited before it is debited', async () => {
    const { show, create, kinds, has } = await bringInWallet();
    await behave({ refund: 'declined' });
    const { body } = await create();
    await expect.poll(has).toBe(0);
    wallet.mood = 'deaf';
    await reach(body.id, 'failed');
    wallet.mood = 'normal';
    const refunded = { amount: '100', currency: 'EUR' };
    await report(body.id, { status: 'completed', refunded });
    await performDueOperations(server.core);
    await server.later(hour, () => performDueOperations(server.core));
    await server.later(hour, () => performDueOperations(server.core));
    await expect.poll(kinds).toEqual(['credit', 'debit', 'credit', 'debit']);
    expect((await show()).reversals).toMatchObject([{ id: body.id, covered: '100.00' }]);
  });

  test('a refund that was held in the ledger is named in the log when it fails', async () => {
    server.core.walletOf = builtIn;
    const { create } = await bringPaid();
    await behave({ refund: 'declined' });
    const { body } = await create();
    server.core.walletOf = () => wallet;
    await reach(body.id, 'failed');
    const line = logLines.find((it) => it.includes('held its money in another wallet'));
    expect(line).toContain(body.id);
  });

  test('a debit without an answer sends nothing yet', async () => {
    const { create } = await bringInWallet();
    wallet.mood = 'silent';
    const { body } = await create();
    await followUp();
    expect(await statusOf(body.id)).toBe('created');
    const early = { refundId: body.id, status: 'failed', reason };
    expect((await operator.ask('refunds-resolve', early)).status).toBe(409);
    wallet.mood = 'normal';
    await server.later(hour, async () => {
      await performDueOperations(server.core);
      await reach(body.id, 'sent');
    });
  });

  test('a refused credit is retried by the operator', async () => {
    const { create, kinds } = await bringInWallet();
    await behave({ refund: 'declined' });
    const { body } = await create();
    wallet.mood = 'refusing';
    await reach(body.id, 'failed');
    const open = async () =>
      (await operator.ask('wallet-operations-list', { state: 'open' })).body.items;
    await expect.poll(async () => (await open()).length).toBe(1);
    const [{ id: operationId }] = await open();
    expect(await checkLedger(server.core.db)).toEqual([
      {
        rule: 'every wallet operation that must happen was not refused, or was retried',
        subject: operationId,
      },
    ]);
    wallet.mood = 'normal';
    await operator.ask('wallet-operations-retry', { operationId, reason });
    await expect.poll(kinds).toEqual(['credit', 'debit', 'credit']);
    const pending = server.core.db
      .selectFrom('wallet_operations')
      .select('id')
      .where('deposit_id', '=', body.depositId)
      .where('status', '=', 'pending');
    await expect.poll(() => pending.execute()).toEqual([]);
    expect(await open()).toEqual([]);
  });
});
