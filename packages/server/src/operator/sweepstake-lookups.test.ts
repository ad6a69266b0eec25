import { parse } from 'csv-parse/sync';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { useSweepstakeDesk } from '../testing/sweepstake-desk.ts';

const { desk, bring, buy, atProvider, orderInBitcoin } = useSweepstakeDesk();
const reason = 'for a test';

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

const ask = async (name: string, fields: object) => {
  const { status, body } = await operator.ask(name, { ...fields });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};

describe('an operator sees of a deposit', () => {
  test('its package as it was ordered', async () => {
    const depositId = await buy(await bring(), 'usual');
    const shown = {
      boxId: 'usual',
      gcAmount: '100000',
      scAmount: '10',
      price: '9.99',
      priceCurrencyCode: 'USD',
      priceLock: null,
    };
    expect((await ask('deposits-show', { depositId })).package).toEqual(shown);
    const { items } = await ask('deposits-search', { id: depositId });
    expect(items).toMatchObject([{ id: depositId, package: shown, accountCurrency: 'USD' }]);
  });

  test('the rate that holds for a price in a coin', async () => {
    const { depositId } = await orderInBitcoin(await bring());
    const { priceLock } = (await ask('deposits-show', { depositId })).package;
    expect(Number(priceLock.rate)).toBe(110_000);
    expect(new Date(priceLock.until).getTime()).toBeGreaterThan(Date.now() + 800_000);
  });

  test('both parts of a payment above the price', async () => {
    const player = await bring();
    const { body } = await player.order('usual');
    const { depositId } = body;
    await atProvider(depositId, 'approve', { paidAmount: '15.00' });
    const { payments, timeline } = await ask('deposits-show', { depositId });
    const [price, rest] = payments;
    expect(price).toMatchObject({ amount: '9.99', receivedAmount: '15.00', partOf: null });
    const parked = { amount: '5.01', receivedAmount: '15.00', partOf: price.id };
    expect(rest).toMatchObject({ ...parked, parkedCode: 'abovePrice' });
    const texts = timeline.map(({ text }: { text: string }) => text).join('\n');
    expect(texts).toContain('5.01 of 15.00 USD arrived');
    const { items } = await ask('payments-parked', {});
    expect(items).toContainEqual(expect.objectContaining({ id: rest.id, ...parked }));
  });

  test('the coins that a reversal took, and those that are owed', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    const spent = { direction: 'debit', amount: '7.5', currency: 'QSC', reason };
    await ask('corrections-create', { player: player.externalId, ...spent });
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    const { reversals } = await ask('deposits-show', { depositId });
    expect(reversals).toMatchObject([
      {
        coins: {
          covered: { gcAmount: '100000', scAmount: '2.5' },
          receivable: { gcAmount: '0', scAmount: '7.5' },
        },
      },
    ]);
  });
});

describe('an operator sees of a player', () => {
  test('both balances, what can be redeemed, and what gave the coins', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    const { externalId } = player;
    const entry = uuidv7();
    await ask('players-grant-free-entry', { player: externalId, entry, sweep: '5', reason });
    await ask('players-report-turnover', { player: externalId, currency: 'QSC', total: '4' });
    const shown = await ask('players-show', { player: externalId });
    const balances = shown.balances.map(
      (it: { balance: string; currency: string }) => `${Number(it.balance)} ${it.currency}`,
    );
    expect(balances).toEqual(expect.arrayContaining(['100000 QGC', '15 QSC']));
    expect(shown.redeemable).toEqual({ amount: '4.00', unplayed: '11.00', missingPlay: '11.00' });
    expect(shown.coinGrants).toMatchObject([
      { kind: 'freeEntry', entry, depositId: null, scAmount: '5', requiredPlay: '5', reason },
      {
        kind: 'package',
        entry: null,
        depositId,
        gcAmount: '100000',
        scAmount: '10',
        taken: { gcAmount: '0', scAmount: '0' },
        requiredPlay: '10',
      },
    ]);
  });

  test('each line of their coins in the export of the ledger', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    const entry = uuidv7();
    const free = { player: player.externalId, entry, sweep: '5', reason };
    await ask('players-grant-free-entry', free);
    const today = new Date().toISOString().slice(0, 10);
    const csv = await operator.download('ledger-export', { from: today, to: today });
    const rows: Record<string, string>[] = parse(csv, { columns: true });
    const own = rows.filter((row) => row.player === player.externalId);
    const { reference } = await ask('deposits-show', { depositId });
    const lines = own.map((row) => `${row.account} ${row.amount} ${row.currency} ${row.reference}`);
    expect(lines.toSorted()).toEqual(
      [
        `clearing -9.99 USD ${reference}`,
        `sales 9.99 USD ${reference}`,
        `issuance -100000 QGC ${reference}`,
        `player 100000 QGC ${reference}`,
        `issuance -10 QSC ${reference}`,
        `player 10 QSC ${reference}`,
        `issuance -5 QSC ${entry}`,
        `player 5 QSC ${entry}`,
      ].toSorted(),
    );
  });

  test('nothing of it at a brand without sweepstakes', async () => {
    const other = await createOperator(desk.server, { brandId: 'other' });
    await other.ask('players-register', { player: 'somebody' });
    const { body } = await other.ask('players-show', { player: 'somebody' });
    expect(body).toMatchObject({ redeemable: null, coinGrants: [] });
  });
});
