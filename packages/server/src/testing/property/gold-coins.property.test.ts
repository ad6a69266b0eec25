import { addDecimals, type CallName } from '@kassa/contract';
import fc from 'fast-check';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { createOperator, type OperatorClient } from '../operator-client.ts';
import { isLongRun, seed, seedLabel } from '../run-scale.ts';
import { cashOut, packages, type SweepstakePlayer, useSweepstakeDesk } from '../sweepstake-desk.ts';

/*
 * No sequence of calls turns gold coins into anything: two players do the same, one of them with a
 * thousand times the gold, and nothing but gold may differ between them.
 */

// Every redemption waits for the operator, so that no payout changes a player while the test looks.
const withdrawals = { approveUpTo: { QSC: '0.01' } };
const { desk, boxes, bring, atProvider, receipts } = useSweepstakeDesk({ brand: { withdrawals } });

const histories = isLongRun ? 200 : 10;
const goldFactor = 1000;
const goldOfEntry = '2000';

/** A player of the pair, and what happened to them. */
interface Twin {
  player: SweepstakePlayer;
  isRich: boolean;
  /** Packages that were credited and not taken back. */
  credited: { depositId: string; price: string }[];
  redemptions: string[];
  wagered: string;
}

const hostileCalls: [CallName, object][] = [
  ...(['QGC', 'qgc', ' QGC'] as const).flatMap((currency): [CallName, object][] => [
    ['withdrawal-quote', redemption('10', { currency })],
    ['withdrawal-create', redemption('10', { currency })],
    ['deposit-create', { amount: '10', currency, paymentType: 'card_us' }],
    ['deposit-create-sweepstake', packageOrder('usual', { currency, amount: '100000' })],
    ['session-start', { amount: '10', currency }],
    ['withdrawal-limits', { currency, paymentMethod: 'bitcoin_out' }],
  ]),
  ['withdrawal-quote', redemption('10', { currency: 'QGC', paymentType: 'gold_out' })],
  ['withdrawal-create', redemption('10', { currency: 'QGC', paymentType: 'gold_out' })],
  ['withdrawal-create', redemption('10', { paymentType: 'gold_out' })],
  ['deposit-create', { amount: '10', currency: 'QSC', paymentType: 'card_us' }],
  ['deposit-create', { amount: '9.99', currency: 'USD', paymentType: 'card_us' }],
  ['deposit-create-sweepstake', packageOrder('usual', { amount: '0.01' })],
  ...['QSC', 'USD', 'USDT', 'BTC', 'EUR'].flatMap((other): [CallName, object][] => [
    ['payment-convert-v2', { amount: '10', currency: 'QGC', toCurrency: other }],
    ['payment-convert-v2', { amount: '10', currency: other, toCurrency: 'QGC' }],
  ]),
];

/** A mistake of an operator that the files would refuse: a method that pays gold coins out. */
const goldOut: CatalogMethod = {
  ...cashOut,
  name: 'gold_out',
  amount_rules: { QGC: { min: '1', max: '100000000' } },
};

let operator: OperatorClient;

beforeAll(async () => {
  operator = await createOperator(desk.server);
  const { core } = desk.server;
  const { catalogOf } = core;
  Object.assign(core, {
    catalogOf: (brandId: string) => {
      const catalog = catalogOf(brandId);
      return { ...catalog, methods: [...catalog.methods, goldOut] };
    },
  });
  for (const box of [packages.usual, packages.dear]) {
    const gcAmount = String(Number(box.gcAmount) * goldFactor);
    boxes.push({ ...box, boxId: `${box.boxId}-rich`, gcAmount });
  }
});

afterAll(async () => {
  const gold = await readGold(sql<{ gold: string }>`
    select (select count(*) from withdrawals where 'QGC' in (currency, payout_currency))
      + (select count(*) from deposits where 'QGC' in (currency, account_currency))
      + (select count(*) from payments where currency = 'QGC') as gold`);
  expect(gold).toBe(0);
});

const amount = fc.integer({ min: 1, max: 1500 }).map((cents) => (cents / 100).toFixed(2));

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      box: fc.constantFrom('usual' as const, 'dear' as const),
      pays: fc.constantFrom('exactly', 'exactly', 'more', 'less', 'nothing'),
    }),
  },
  fc.record({ kind: fc.constant('chargeBack' as const), isWhole: fc.boolean() }),
  fc.record({ kind: fc.constant('freeEntry' as const), sweep: amount }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('play' as const), bets: amount }) },
  fc.record({
    kind: fc.constant('correct' as const),
    direction: fc.constantFrom('credit', 'debit'),
    amount,
  }),
  fc.record({
    kind: fc.constant('correctGold' as const),
    direction: fc.constantFrom('credit', 'debit'),
    amount: fc.constantFrom('1', '50000', '100000000'),
  }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('redeem' as const), amount }) },
  fc.record({ kind: fc.constant('cancel' as const) }),
  fc.record({ kind: fc.constant('reject' as const) }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('hostile' as const),
      at: fc.nat({ max: hostileCalls.length - 1 }),
    }),
  },
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test(`nothing depends on how much gold a player has, whatever is called (${seedLabel})`, async () => {
  const history = fc.array(step, { minLength: 3, maxLength: 14, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const [poor, rich] = [await bringTwin(false), await bringTwin(true)];
      for (const one of steps) {
        const outcomes = [await act(poor, one), await act(rich, one)];
        expect(outcomes[1], JSON.stringify(one)).toEqual(outcomes[0]);
      }
      expect(await describe(rich)).toEqual(await describe(poor));
      for (const twin of [poor, rich]) expect(await goldOf(twin)).toEqual(await goldGiven(twin));
    }),
    { numRuns: histories, seed },
  );
}, 900_000);

test('each hostile call is refused, or answers zero, also with much gold', async () => {
  const rich = await bringTwin(true);
  await act(rich, { kind: 'buy', box: 'dear', pays: 'exactly' });
  for (let at = 0; at < hostileCalls.length; at += 1) await act(rich, { kind: 'hostile', at });
});

/** Brings a player; the rich one signs in with an account in gold coins, which is read as the other. */
async function bringTwin(isRich: boolean): Promise<Twin> {
  const player = await bring({}, 'us', isRich ? 'QGC' : 'QSC');
  return { player, isRich, credited: [], redemptions: [], wagered: '0' };
}

/** Lets a player, the provider or an operator act. Returns what both twins must see alike. */
function act(twin: Twin, one: Step): Promise<unknown> {
  switch (one.kind) {
    case 'buy':
      return buy(twin, one);
    case 'chargeBack':
      return chargeBack(twin, one.isWhole);
    case 'freeEntry': {
      const entry = `${twin.player.externalId} ${twin.wagered} ${one.sweep}`;
      const gold = twin.isRich ? String(Number(goldOfEntry) * goldFactor) : goldOfEntry;
      return order(twin, 'players-grant-free-entry', { entry, sweep: one.sweep, gold });
    }
    case 'play': {
      twin.wagered = addDecimals(twin.wagered, one.bets);
      const report = { player: twin.player.externalId, currency: 'QSC', total: twin.wagered };
      return operator.ask('players-report-turnover', report).then(seen);
    }
    case 'correct': {
      const { direction, amount } = one;
      return order(twin, 'corrections-create', { direction, amount, currency: 'QSC' });
    }
    case 'correctGold': {
      if (!twin.isRich) return Promise.resolve();
      const { direction, amount } = one;
      const fields = { direction, amount, currency: 'QGC' };
      return order(twin, 'corrections-create', fields).then(() => undefined);
    }
    case 'redeem':
      return redeem(twin, one.amount);
    case 'cancel': {
      const withdrawalId = twin.redemptions.at(-1) ?? '';
      return twin.player.call('withdrawal-cancel', { withdrawalId }).then(seen);
    }
    case 'reject': {
      const withdrawalId = twin.redemptions.at(-1);
      if (withdrawalId === undefined) return Promise.resolve();
      return operator.ask('withdrawals-reject', { withdrawalId, reason: 'a test' }).then(seen);
    }
    case 'hostile':
      return tryHostile(twin, one.at);
  }
}

function order({ player }: Twin, name: string, fields: object): Promise<string> {
  const request = { player: player.externalId, ...fields, reason: 'a test' };
  return operator.ask(name, request).then(seen);
}

async function buy(twin: Twin, { box, pays }: Extract<Step, { kind: 'buy' }>): Promise<string> {
  const boxId = twin.isRich ? `${box}-rich` : box;
  const { price } = packages[box];
  const created = await twin.player.call('deposit-create-sweepstake', packageOrder(box, { boxId }));
  const { depositId } = created.body;
  if (depositId === undefined) return seen(created);
  const paid = { exactly: price, more: addDecimals(price, '3'), less: addDecimals(price, '-1') };
  if (pays === 'nothing') await atProvider(depositId, 'decline', {});
  else {
    const paidAmount = paid[pays as keyof typeof paid];
    await atProvider(depositId, 'approve', { paidAmount });
    if (pays !== 'less') twin.credited.push({ depositId, price });
  }
  return seen(created);
}

async function chargeBack(twin: Twin, isWhole: boolean): Promise<void> {
  const found = twin.credited.pop();
  if (found === undefined) return;
  const amount = isWhole ? found.price : '1.50';
  await atProvider(found.depositId, 'reversals', { kind: 'chargeback', amount });
}

async function redeem(twin: Twin, amount: string): Promise<string> {
  const created = await twin.player.call('withdrawal-create', redemption(amount));
  if (created.body.withdrawalId !== undefined) twin.redemptions.push(created.body.withdrawalId);
  return seen(created);
}

/** Makes a call that would give something for gold; it must be refused, or answer zero. */
async function tryHostile({ player }: Twin, at: number): Promise<string> {
  const [name, request] = hostileCalls[at] ?? ['user-get', {}];
  const reply = await player.call(name, request);
  if (name === 'payment-convert-v2' && reply.status === 200) {
    expect(Number(reply.body.amount), JSON.stringify(request)).toBe(0);
    expect(reply.body.rate).toBeNull();
  } else {
    expect(reply.body.error?.code, JSON.stringify(request)).toBeDefined();
    expect(reply.status, JSON.stringify(request)).toBeLessThan(500);
  }
  return seen(reply);
}

function seen({ status, body }: { status: number; body: { error?: { code: string } } }): string {
  return `${status} ${body.error?.code ?? ''}`;
}

function redemption(amount: string, part: object = {}) {
  const fields = { address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' };
  return { amount, currency: 'QSC', paymentType: 'bitcoin_out', fields, ...part };
}

function packageOrder(boxId: keyof typeof packages, part: object = {}) {
  const { price: amount, priceCurrencyCode: currency } = packages[boxId];
  return { amount, currency, boxId, paymentType: 'card_us', ...part };
}

/** Everything about a player that gold must not change. */
async function describe({ player }: Twin) {
  const { db } = desk.server.core;
  const { playerId } = player.ref;
  const entries = await sql<{ line: string }>`
    select concat_ws(' ', a.kind, e.currency, trim_scale(e.amount)) as line
    from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.owner = ${playerId} and e.currency <> 'QGC' order by line`.execute(db);
  const redemptions = await db
    .selectFrom('withdrawals')
    .select(['status', 'amount', 'currency', 'payout_amount', 'payout_currency'])
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .execute();
  const deposits = await db
    .selectFrom('deposits')
    .select(['id', 'status', 'amount', 'currency', 'sweep_amount'])
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .execute();
  const paid = await Promise.all(deposits.map(({ id }) => receipts(id)));
  return {
    entries: entries.rows,
    redemptions,
    deposits: deposits.map(({ id, ...shown }) => shown),
    receipts: paid.flat().map(({ status, parked_code, amount: of }) => [status, parked_code, of]),
    redeemable: (await player.call('sweepstake-recoup-sum', { currency: 'QSC' })).body,
  };
}

/** The gold that a player has, less what they owe. */
function goldOf({ player }: Twin): Promise<number> {
  return readGold(sql<{ gold: string }>`
    select coalesce(sum(e.amount), 0) as gold
    from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where a.owner = ${player.ref.playerId} and e.currency = 'QGC'`);
}

/** The gold of packages and free entries, less what was taken back, and corrections. */
function goldGiven({ player }: Twin): Promise<number> {
  const { playerId } = player.ref;
  return readGold(sql<{ gold: string }>`
    select coalesce((select sum(gold - gold_taken) from coin_grants where player_id = ${playerId}), 0)
      + coalesce((select sum(case direction when 'credit' then amount else -amount end)
        from corrections where player_id = ${playerId} and currency = 'QGC'), 0) as gold`);
}

async function readGold(query: RawBuilder<{ gold: string }>): Promise<number> {
  const { rows } = await query.execute(desk.server.core.db);
  return Number(rows[0]?.gold);
}
