import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createOperator } from '../../testing/operator-client.ts';
import { useSweepstakeDesk } from '../../testing/sweepstake-desk.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyProviderEvent } from '../provider-events/apply-provider-event.ts';

const {
  desk,
  rates,
  boxes,
  bring,
  buy,
  atProvider,
  orderInBitcoin,
  sendBitcoin,
  receipts,
  shown,
  deposit,
} = useSweepstakeDesk();

/** Applies the provider's report of the first receipt once more. */
const reportAgain = async (depositId: string, amount: string) => {
  const [first] = await receipts(depositId);
  const { core } = desk.server;
  const evidence = {
    brandId: 'kassa',
    connector: 'sandbox',
    source: 'a repeated report',
    confirmedBy: 'provider',
  } as const;
  const applied = await core.db.transaction().execute((tx) =>
    applyProviderEvent(core, tx, evidence, {
      kind: 'payment',
      depositId,
      status: 'approved',
      providerReference: first?.provider_payment_id ?? '',
      paid: { amount, currency: 'USD' },
      fee: null,
      instrument: null,
    }),
  );
  return applied.outcome;
};

const none = { gcAmount: '0', scAmount: '0' };
const usual = { gcAmount: '100000', scAmount: '10' };

const debts = async (playerId: string) => {
  const rows = await desk.server.core.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['e.currency', sql<string>`-sum(e.amount)`.as('owed')])
    .where('a.kind', '=', 'receivable')
    .where('a.owner', '=', playerId)
    .groupBy('e.currency')
    .orderBy('e.currency')
    .execute();
  return rows.map(({ currency, owed }) => `${Number(owed)} ${currency}`);
};

describe('a package that is paid', () => {
  test('gives both coins in one transfer, and its price to the sales', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    expect(await player.coins()).toEqual(usual);
    const [payment] = await receipts(depositId);
    const lines = await desk.server.core.db
      .selectFrom('ledger_entries as e')
      .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
      .select(['a.kind', 'e.amount', 'e.currency'])
      .where('e.transfer_id', '=', payment?.transfer_id ?? '')
      .execute();
    expect(lines.map((it) => `${it.kind} ${Number(it.amount)} ${it.currency}`).sort()).toEqual(
      [
        'clearing -9.99 USD',
        'sales 9.99 USD',
        'issuance -100000 QGC',
        'player 100000 QGC',
        'issuance -10 QSC',
        'player 10 QSC',
      ].sort(),
    );
    expect(
      await player.call('deposit-status', { depositId, paymentMethod: 'card_us' }),
    ).toMatchObject({ body: { status: 'PAYED', processingAmount: '9.99' } });
  });

  test('without sweep coins gives gold coins alone', async () => {
    const player = await bring();
    await buy(player, 'goldOnly');
    expect(await player.coins()).toEqual({ gcAmount: '100000', scAmount: '0' });
  });

  test('is given once for a repeated report', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    expect(await reportAgain(depositId, '9.99')).toBe('duplicate');
    expect(await player.coins()).toEqual(usual);
    expect(await shown(depositId)).toEqual(['credited  9.99 9.99']);
  });

  test('is not given for less than its price', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    await atProvider(body.depositId, 'approve', { paidAmount: '9.98' });
    expect(await player.coins()).toEqual(none);
    expect(await shown(body.depositId)).toEqual(['parked belowPrice 9.98 ']);
    const { status } = await deposit(body.depositId);
    expect(status).toBe('parked');
  });

  test('is given for more than its price, and the rest is parked', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    await atProvider(body.depositId, 'approve', { paidAmount: '15.00' });
    expect(await player.coins()).toEqual(usual);
    expect(await shown(body.depositId)).toEqual(['credited  9.99 9.99', 'parked abovePrice 5.01 ']);
    const { depositId } = body;
    expect(
      await player.call('deposit-status', { depositId, paymentMethod: 'card_us' }),
    ).toMatchObject({ body: { status: 'PAYED', returnReason: 'abovePrice' } });
    // The same report again is about both parts.
    expect(await reportAgain(body.depositId, '15')).toBe('duplicate');
    expect(await reportAgain(body.depositId, '9.99')).toBe('conflicting');
    expect(await shown(body.depositId)).toHaveLength(2);
  });

  test('is given for the first of two payments; the second is parked', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await atProvider(depositId, 'receipts', { amount: '9.99' });
    expect(await player.coins()).toEqual(usual);
    expect(await shown(depositId)).toEqual(['credited  9.99 9.99', 'parked packageGone 9.99 ']);
  });

  test.each(['on', 'off'])(
    'late is given as long as the player may have it: the sale is %s',
    async (sale) => {
      const player = await bring();
      const { body: first } = await player.order('once');
      await player.call('deposit-cancel', { depositId: first.depositId, paymentMethod: 'card_us' });
      const second = await buy(player, 'once');
      expect(second).not.toBe(first.depositId);
      const [box] = boxes.splice(sale === 'on' ? boxes.length : 2, 1);
      await atProvider(first.depositId, 'receipts', { amount: '1.99' });
      if (box !== undefined) boxes.splice(2, 0, box);
      expect(await shown(first.depositId)).toEqual(['parked packageGone 1.99 ']);
      expect(await player.coins()).toEqual(usual);
    },
  );
});

describe('a package that is paid in a coin', () => {
  test('is given for the exact amount', async () => {
    const player = await bring();
    const { depositId, target } = await orderInBitcoin(player);
    await sendBitcoin(target, 9082);
    expect(await player.coins()).toEqual(usual);
    expect(await shown(depositId)).toEqual(['credited  0.00009082 9.99']);
  });

  test('keeps its price while the rate of the order holds', async () => {
    const player = await bring();
    const { depositId, target } = await orderInBitcoin(player);
    rates.BTC = '0.00002';
    try {
      await sendBitcoin(target, 9082);
    } finally {
      rates.BTC = '0.00001';
    }
    expect(await shown(depositId)).toEqual(['credited  0.00009082 9.99']);
    expect(await player.coins()).toEqual(usual);
  });

  test('follows the rate once that has run out', async () => {
    const player = await bring();
    const { depositId, target } = await orderInBitcoin(player);
    rates.BTC = '0.00002';
    try {
      await desk.server.later(901_000, () => sendBitcoin(target, 9082));
      expect(await shown(depositId)).toEqual(['parked belowPrice 0.00009082 ']);
      const again = await bring();
      const order = await orderInBitcoin(again);
      rates.BTC = '0.00001';
      await desk.server.later(901_000, () => sendBitcoin(order.target, 18164));
      expect(await shown(order.depositId)).toEqual([
        'credited  0.00009082 9.99',
        'parked abovePrice 0.00009082 ',
      ]);
      expect(await again.coins()).toEqual(usual);
    } finally {
      rates.BTC = '0.00001';
    }
  });

  test('keeps the rate of the order while an operator looks at the payment', async () => {
    const player = await bring();
    const operator = await createOperator(desk.server, { name: `op ${player.externalId}` });
    const { depositId, target } = await orderInBitcoin(player);
    const blocked = { player: player.externalId, what: 'deposits', reason: 'a check' };
    const { id: blockId } = (await operator.ask('players-block', blocked)).body;
    await sendBitcoin(target, 9082);
    const lifted = { player: player.externalId, blockId, reason: 'checked' };
    await operator.ask('players-unblock', lifted);
    const [parked] = await receipts(depositId);
    rates.BTC = '0.000005';
    try {
      await desk.server.later(901_000, () =>
        operator.ask('payments-resolve', {
          paymentId: parked?.id,
          resolution: 'credit',
          reason: 'checked',
        }),
      );
    } finally {
      rates.BTC = '0.00001';
    }
    expect(await shown(depositId)).toEqual(['credited playerBlocked 0.00009082 9.99']);
  });

  test('keeps the rate of the order while the provider’s notification waits', async () => {
    const player = await bring();
    const { depositId } = await orderInBitcoin(player);
    const { core } = desk.server;
    const receivedAt = core.now();
    const evidence = {
      brandId: 'kassa',
      connector: (await deposit(depositId)).connector,
      source: 'a late report',
      confirmedBy: 'provider',
      receivedAt,
    } as const;
    rates.BTC = '0.00002';
    try {
      await desk.server.later(901_000, () =>
        core.db.transaction().execute((tx) =>
          applyProviderEvent(core, tx, evidence, {
            kind: 'payment',
            depositId,
            status: 'approved',
            providerReference: `late ${depositId}`,
            paid: { amount: '0.00009082', currency: 'BTC' },
            fee: null,
            instrument: null,
          }),
        ),
      );
    } finally {
      rates.BTC = '0.00001';
    }
    expect(await shown(depositId)).toEqual(['credited  0.00009082 9.99']);
  });

  test('is the one whose order was paid, of several', async () => {
    const player = await bring();
    const dear = await orderInBitcoin(player, 'dear');
    const cheap = await orderInBitcoin(player, 'usual');
    expect(cheap.target).not.toBe(dear.target);
    await sendBitcoin(dear.target, 90_900);
    expect(await shown(dear.depositId)).toEqual(['credited  0.000909 99.99']);
    await sendBitcoin(cheap.target, 9082);
    expect(await shown(cheap.depositId)).toEqual(['credited  0.00009082 9.99']);
    // An address whose order has ended serves the next one.
    expect((await orderInBitcoin(player, 'usual')).target).toBe(dear.target);
  });

  test('is given once more for money that comes again after a reorganisation', async () => {
    const player = await bring();
    const { depositId, target } = await orderInBitcoin(player);
    await sendBitcoin(target, 9082);
    const { watchChains } = await import('../chains/watch-chains.ts');
    desk.bitcoin.undo(5, { areGone: true });
    desk.bitcoin.mine(6);
    await watchChains(desk.server.core);
    desk.bitcoin.mine(5);
    await watchChains(desk.server.core);
    expect(await player.coins()).toEqual(none);
    await sendBitcoin(target, 9082);
    expect(await player.coins()).toEqual(usual);
    expect(await shown(depositId)).toEqual([
      'credited  0.00009082 9.99',
      'credited  0.00009082 9.99',
    ]);
    await sendBitcoin(target, 9082);
    expect((await shown(depositId)).at(-1)).toBe('parked packageGone 0.00009082 ');
  });

  test('goes back with its block', async () => {
    const player = await bring();
    const { depositId, target } = await orderInBitcoin(player);
    await sendBitcoin(target, 20_000);
    expect(await player.coins()).toEqual(usual);
    const { watchChains } = await import('../chains/watch-chains.ts');
    desk.bitcoin.undo(5, { areGone: true });
    desk.bitcoin.mine(6);
    await watchChains(desk.server.core);
    desk.bitcoin.mine(5);
    await watchChains(desk.server.core);
    expect(await player.coins()).toEqual(none);
    expect(await shown(depositId)).toEqual([
      'credited  0.00009082 9.99',
      'returned abovePrice 0.00010918 ',
    ]);
  });
});

describe('a package whose payment is taken back', () => {
  test('takes both coins', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    expect([await player.coins(), await debts(player.ref.playerId)]).toEqual([none, []]);
  });

  test('leaves a debt of the coins that were played', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    const operator = await createOperator(desk.server, { name: `op ${depositId}` });
    await operator.ask('corrections-create', {
      player: player.externalId,
      direction: 'debit',
      amount: '7.5',
      currency: 'QSC',
      reason: 'played',
    });
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    expect(await player.coins()).toEqual(none);
    expect(await debts(player.ref.playerId)).toEqual(['7.5 QSC']);
  });

  test('in parts takes the same part of the coins, and all of them at the end', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    const refund = (amount: string) =>
      atProvider(depositId, 'reversals', { kind: 'refund', amount });
    await refund('3.33');
    expect(await player.coins()).toEqual({ gcAmount: '66666.67', scAmount: '6.67' });
    await refund('3.33');
    expect(await player.coins()).toEqual({ gcAmount: '33333.34', scAmount: '3.34' });
    await refund('3.33');
    expect(await player.coins()).toEqual(none);
  });

  test('of more than its price returns the rest as well', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    await atProvider(body.depositId, 'approve', { paidAmount: '15.00' });
    await atProvider(body.depositId, 'reversals', { kind: 'chargeback', amount: '15.00' });
    expect(await player.coins()).toEqual(none);
    expect(await shown(body.depositId)).toEqual([
      'credited  9.99 9.99',
      'returned abovePrice 5.01 ',
    ]);
  });
});

describe('gold coins', () => {
  const db = () => desk.server.core.db;

  test.each(['held', 'exchange', 'clearing', 'fees', 'payoutFees', 'bonus', 'promotions', 'sales'])(
    'have no account of the kind %s',
    async (kind) => {
      const insert = sql`insert into ledger_accounts (id, brand_id, kind, owner, currency, balance)
        values (gen_random_uuid(), 'kassa', ${kind}, 'x', 'QGC',
          ${['held', 'bonus'].includes(kind) ? '0' : null})`.execute(db());
      await expect(insert).rejects.toThrow(/ledger_accounts_(gold_coins|sales)/);
    },
  );

  test('are not exchanged within a transfer', async () => {
    const player = await bring();
    await buy(player, 'usual');
    const { postTransfer, moveMoney } = await import('../ledger/transfers.ts');
    const { v7 } = await import('uuid');
    const own = { kind: 'player', owner: player.ref.playerId } as const;
    const house = { kind: 'issuance', owner: 'coins' } as const;
    const convert = db()
      .transaction()
      .execute((tx) =>
        postTransfer(tx, {
          id: v7(),
          brandId: 'kassa',
          kind: 'adjustment',
          playerId: player.ref.playerId,
          lines: [
            ...moveMoney({ amount: '100', currency: 'QGC' }, own, house),
            ...moveMoney({ amount: '1', currency: 'QSC' }, house, own),
          ],
        }),
      );
    await expect(convert).rejects.toThrow(/gives something for gold coins/);
    expect(await player.coins()).toEqual(usual);
  });
});

test('the ledger has no problem', async () => {
  expect(await checkLedger(desk.server.core.db)).toEqual([]);
});
