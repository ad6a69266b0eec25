import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { applyProviderEvent } from '../../money/provider-events/apply-provider-event.ts';
import { createOperator, type OperatorClient } from '../operator-client.ts';
import { isLongRun, seed, seedLabel } from '../run-scale.ts';
import { useSweepstakeDesk } from '../sweepstake-desk.ts';

/*
 * Whatever a provider and an operator take back of a payment for a package, in whatever parts and order:
 * each sum leaves once, none leaves that didn't arrive, and the coins follow the money of the price.
 */

const { desk, bring, atProvider, receipts } = useSweepstakeDesk();
const histories = isLongRun ? 150 : 12;
const [price, sweepCoins] = [999, 1000];

let operator: OperatorClient;
beforeAll(async () => {
  operator = await createOperator(desk.server);
});

const cents = (amount: string) => Math.round(Number(amount) * 100);
const money = (amount: number) => (amount / 100).toFixed(2);

/** What is left of a payment, in cents, and what was taken back of it by hand. */
interface Left {
  ofPrice: number;
  ofRest: number;
  byHand: boolean;
}

const part = fc.constantFrom('price', 'rest', 'all', 'whole', 'aThird', 'aCent', 'tooMuch');
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('chargeback' as const, 'refund' as const),
      part,
      isNamed: fc.boolean(),
    }),
  },
  fc.record({ kind: fc.constantFrom('handOfPrice' as const, 'handOfRest' as const), part }),
);

type Sum = typeof part extends fc.Arbitrary<infer Value> ? Value : never;

function amountOf(of: Sum, left: Left, whole: number): number {
  const all = left.ofPrice + left.ofRest;
  const amounts = {
    price: left.ofPrice,
    rest: left.ofRest,
    all,
    whole,
    aThird: Math.floor(all / 3),
    aCent: 1,
    tooMuch: all + 1,
  };
  return amounts[of];
}

/** Reads what is left, and checks that the coins are those of the price that is left. */
async function readLeft(depositId: string): Promise<Omit<Left, 'byHand'>> {
  const { db } = desk.server.core;
  const parts = await receipts(depositId);
  const reversals = await db
    .selectFrom('reversals')
    .select('amount')
    .where('deposit_id', '=', depositId)
    .execute();
  const reversed = reversals.reduce((sum, { amount }) => sum + cents(amount), 0);
  const parked = parts.filter(({ status }) => status === 'parked');
  const grant = await db
    .selectFrom('coin_grants')
    .select('sweep_taken')
    .where('deposit_id', '=', depositId)
    .executeTakeFirstOrThrow();
  const taken = reversed === price ? sweepCoins : Math.floor((sweepCoins * reversed) / price);
  expect(cents(grant.sweep_taken)).toBe(taken);
  return {
    ofPrice: price - reversed,
    ofRest: parked.reduce((sum, { amount }) => sum + cents(amount), 0),
  };
}

async function report(
  depositId: string,
  reversal: 'chargeback' | 'refund',
  amount: number,
  paymentReference: string | null,
  providerReference: string,
): Promise<string> {
  const { core } = desk.server;
  const source = 'a report';
  const evidence = {
    brandId: 'kassa',
    connector: 'sandbox',
    source,
    confirmedBy: 'provider',
  } as const;
  const { outcome } = await core.db.transaction().execute((tx) =>
    applyProviderEvent(core, tx, evidence, {
      kind: 'reversal',
      reversal,
      depositId,
      providerReference,
      paymentReference,
      amount: { amount: money(amount), currency: 'USD' },
    }),
  );
  return outcome;
}

test(
  `what is taken back of a package leaves once, with its coins (${seedLabel})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(price, price + 1, 1500, 2 * price),
        fc.array(step, { minLength: 1, maxLength: 7 }),
        async (paid, steps) => {
          const player = await bring();
          const { depositId } = (await player.order('usual')).body;
          await atProvider(depositId, 'approve', { paidAmount: money(paid) });
          const [whole, rest] = await receipts(depositId);
          const left: Left = { ofPrice: price, ofRest: paid - price, byHand: false };
          for (const { kind, part, ...how } of steps) {
            const amount = amountOf(part, left, paid);
            if (amount === 0) continue;
            const before = left.ofPrice + left.ofRest;
            let isTaken: boolean;
            if (kind === 'handOfPrice' || kind === 'handOfRest') {
              const paymentId = (kind === 'handOfPrice' ? whole : rest)?.id;
              if (paymentId === undefined) continue;
              const act = { depositId, amount: money(amount), currency: 'USD', paymentId };
              const { status } = await operator.ask('deposits-refund', {
                ...act,
                reason: 'by hand',
              });
              expect([200, 409, 422]).toContain(status);
              isTaken = status === 200;
              left.byHand ||= isTaken;
            } else {
              const isNamed = 'isNamed' in how && how.isNamed;
              const named = isNamed ? (whole?.provider_payment_id ?? null) : null;
              const id = uuidv7();
              const outcome = await report(depositId, kind, amount, named, id);
              expect(['reversed', 'duplicate', 'conflicting', 'tooEarly']).toContain(outcome);
              // Only a refund by hand can be what a report is about, or make it doubtful.
              // A chargeback of the whole takes what is left, whatever was returned before.
              const isWhole = kind === 'chargeback' && amount === paid && paid > price;
              const fits = amount <= before || (isWhole && before > 0);
              if (!left.byHand) expect(outcome).toBe(fits ? 'reversed' : 'conflicting');
              isTaken = outcome === 'reversed';
              if (outcome === 'reversed' || outcome === 'duplicate') {
                expect(await report(depositId, kind, amount, named, id)).toBe('duplicate');
              }
            }
            Object.assign(left, await readLeft(depositId));
            const gone = before - left.ofPrice - left.ofRest;
            // A report of several parts may be about some that were taken back by hand.
            if (left.byHand) expect(isTaken ? gone > 0 && gone <= amount : gone === 0).toBe(true);
            else expect(gone).toBe(isTaken ? Math.min(amount, before) : 0);
          }
        },
      ),
      { numRuns: histories, seed },
    );
    expect(await checkLedger(desk.server.core.db)).toEqual([]);
  },
  isLongRun ? 600_000 : 60_000,
);
