import { describe, expect, test } from 'vitest';
import { useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';
import { applyPayout } from './apply-payout.ts';
import { performDueOperations } from './wallet-answers.ts';

/* The fee, the conversion and the rest of payouts, in the ledger and in the operator's wallet. */

const desk = useWithdrawalDesk();
const reason = 'the provider showed me its bank statement';

/** Applies a report of the provider that a payout in euros is paid. */
async function report(withdrawalId: string, amount: string): Promise<string> {
  const { core } = desk.server();
  const evidence = { brandId: 'kassa', connector: 'sandbox', source: 'a test' };
  const paid = { amount, currency: 'EUR' };
  const payout = { providerReference: 'p1', withdrawalId, paid, fee: null };
  const applied = await core.db.transaction().execute((tx) =>
    applyPayout(
      core,
      tx,
      { ...evidence, confirmedBy: 'provider' },
      {
        kind: 'payout',
        status: 'completed',
        ...payout,
      },
    ),
  );
  return applied.outcome;
}

const statusOf = async (id: string) => (await desk.row(id)).status;

describe('the fee of a withdrawal', () => {
  test('stays when it is paid, and comes back when it is returned', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('with_fee', '40');
    await desk.decide(id, { status: 'completed' });
    await expect.poll(() => statusOf(id)).toBe('completed');
    expect(await desk.lines(id, 'capture')).toEqual([
      'clearing 39.1 EUR',
      'held -40 EUR',
      'payoutFees 0.9 EUR',
    ]);
    await desk.decide(id, { status: 'returned' });
    await expect.poll(() => statusOf(id)).toBe('returned');
    expect(await desk.lines(id, 'return')).toEqual([
      'clearing -39.1 EUR',
      'payoutFees -0.9 EUR',
      'player 40 EUR',
    ]);
    expect(await player.balance()).toBe('100.00');
    const { body } = await player.call('withdrawal-status', { withdrawalId: id });
    expect(body).toMatchObject({ endReason: 'returned', fee: '0.90' });
  });

  test('is released with the whole amount when the payout fails', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('in_coin', '40');
    await desk.decide(id, { status: 'failed' });
    await expect.poll(() => statusOf(id)).toBe('failed');
    expect(await desk.lines(id, 'release')).toEqual(['held -40 EUR', 'player 40 EUR']);
    expect(await player.balance()).toBe('100.00');
  });

  test('is taken with the amount of a payout that was paid after it had failed', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('in_coin', '40');
    await desk.followUp();
    await expect.poll(() => statusOf(id)).toBe('sent');
    const resolve = { withdrawalId: id, status: 'failed', reason };
    expect((await desk.operator().ask('withdrawals-resolve', resolve)).status).toBe(200);
    expect(await player.balance()).toBe('100.00');
    await player.withdraw('free', '80');
    await desk.decide(id, { status: 'completed' });
    await expect.poll(() => statusOf(id)).toBe('completed');
    expect(await desk.lines(id, 'reversal')).toEqual([
      'clearing 43.92716044 USDT',
      'exchange -43.9271604499 USDT',
      'exchange 39.1 EUR',
      'payoutFees 0.9 EUR',
      'player -20 EUR',
      'receivable -20 EUR',
      'rounding 9.9e-9 USDT',
    ]);
    expect(await player.balance()).toBe('0.00');
  });

  test('reaches the operator with what is paid, in each event', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('in_coin', '40');
    const events = await desk
      .server()
      .core.db.selectFrom('webhook_events')
      .select('data')
      .where('type', '=', 'withdrawal.status')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(events).toMatchObject([
      {
        data: {
          withdrawalId: id,
          amount: '40.00',
          fee: '0.90',
          payoutAmount: '43.92716044',
          payoutCurrency: 'USDT',
        },
      },
    ]);
  });
});

describe('a payout in part', () => {
  test('waits for a person at a provider that has to pay all', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('with_fee', '40');
    await desk.decide(id, { status: 'completed', paidAmount: '30.00' });
    await expect.poll(async () => (await desk.row(id)).misreported_at).not.toBeNull();
    expect(await statusOf(id)).toBe('sent');
    expect(await player.balance()).toBe('60.00');
  });

  test('gives the rest back, and is told to its player', async () => {
    const player = await desk.bring();
    desk.payInPart();
    const id = await player.withdraw('with_fee', '40');
    await desk.decide(id, { status: 'completed', paidAmount: '30.00' });
    await expect.poll(() => statusOf(id)).toBe('completed');
    expect(await desk.lines(id, 'return')).toEqual(['clearing -9.1 EUR', 'player 9.1 EUR']);
    expect(await player.balance()).toBe('69.10');
    const { body } = await player.call('withdrawal-status', { withdrawalId: id });
    expect(body).toMatchObject({
      status: 'PAID',
      amount: '40.00',
      fee: '0.90',
      arrives: { amount: '30.00', currency: 'EUR' },
      paidAmount: '30.90',
    });
  });

  test('that is reported again changes nothing, and with another part waits for a person', async () => {
    const player = await desk.bring();
    desk.payInPart();
    const id = await player.withdraw('free', '40');
    await desk.decide(id, { status: 'completed', paidAmount: '10.00' });
    await expect.poll(() => statusOf(id)).toBe('completed');
    expect(await report(id, '10.000')).toBe('duplicate');
    expect(await report(id, '12.00')).toBe('conflicting');
    expect(await player.balance()).toBe('90.00');
  });

  test('in a coin gives back its share, rounded in the player’s favour', async () => {
    const player = await desk.bring();
    desk.payInPart();
    const id = await player.withdraw('in_coin', '40');
    await desk.decide(id, { status: 'completed', paidAmount: '14.00000000' });
    await expect.poll(() => statusOf(id)).toBe('completed');
    // 39.10 * 14 / 43.92716044 = 12.4615…
    expect(await desk.lines(id, 'return')).toEqual([
      'clearing -29.92716044 USDT',
      'exchange -26.64 EUR',
      'exchange 29.92716044 USDT',
      'player 26.64 EUR',
    ]);
    await desk.decide(id, { status: 'returned', paidAmount: '14.00000000' });
    await expect.poll(() => statusOf(id)).toBe('returned');
    expect(await player.balance()).toBe('100.00');
  });
});

describe("in the operator's wallet", () => {
  test('a payout in part credits the rest, and its return what was left', async () => {
    const player = await desk.meet();
    const { wallet, end } = desk.useWallet();
    try {
      wallet.balances.set(player.externalId, '100');
      desk.payInPart();
      const id = await player.withdraw('with_fee', '40');
      expect(wallet.balances.get(player.externalId)).toBe('60');
      await desk.decide(id, { status: 'completed', paidAmount: '30.00' });
      await expect.poll(() => statusOf(id)).toBe('completed');
      await performDueOperations(desk.server().core);
      await expect.poll(() => wallet.balances.get(player.externalId)).toBe('69.1');
      await desk.decide(id, { status: 'returned', paidAmount: '30.00' });
      await expect.poll(() => statusOf(id)).toBe('returned');
      await performDueOperations(desk.server().core);
      await expect.poll(() => wallet.balances.get(player.externalId)).toBe('100');
      const kinds = () =>
        [...wallet.transfers.values()]
          // Withdrawals of other tests are captured by the same job.
          .filter(({ externalId }) => externalId === player.externalId)
          .map(({ kind, money }) => [kind, money.amount]);
      // The capture and the credit of the rest come in any order.
      await expect
        .poll(() => kinds().sort())
        .toEqual([
          ['capture', '40.00'],
          ['credit', '30.9'],
          ['credit', '9.1'],
          ['hold', '40.00'],
        ]);
      await expect
        .poll(async () => (await desk.lines(id, 'return')).filter((it) => it.startsWith('wallet')))
        .toEqual(['wallet 30.9 EUR', 'wallet 9.1 EUR']);
    } finally {
      end();
    }
  });

  test('a withdrawal with a fee in a coin that fails releases all of it', async () => {
    const player = await desk.meet();
    const { wallet, end } = desk.useWallet();
    try {
      wallet.balances.set(player.externalId, '100');
      const id = await player.withdraw('in_coin', '40');
      await desk.decide(id, { status: 'failed' });
      await expect.poll(() => statusOf(id)).toBe('failed');
      await performDueOperations(desk.server().core);
      await expect.poll(() => wallet.balances.get(player.externalId)).toBe('100');
    } finally {
      end();
    }
  });
});
