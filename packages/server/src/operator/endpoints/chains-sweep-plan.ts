import { blockchains, CallError, currencySchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { fromUnits } from '../../connectors/coin-units.ts';
import { chainFields, findCoin, findRail } from '../chains/find-chain.ts';
import { loadCollectable } from '../chains/load-collectable.ts';
import { describePlan, planSweep, sweepPlanSchema } from '../chains/plan-sweep.ts';
import { defineReading } from '../define-endpoint.ts';
import { buildPage, decodeCursor, pageFields } from '../paging.ts';
import { rangeEndSchema, resolveFrom, resolveTo } from '../request-fields.ts';

// A POST and logged: it shows who prepared to collect players' money, and where to.
export const endpoint = defineReading({
  method: 'POST',
  path: '/chains/{account}/{blockchain}/sweep-plan',
  scope: 'chains',
  summary: "Plan the collection of money at players' addresses, to be signed with your own key.",
  isLogged: true,
  command: { words: 'chains sweep-plan', arguments: ['account', 'blockchain'] },
  request: z.strictObject({
    ...chainFields,
    coin: currencySchema.check(z.describe('such as BTC')),
    destination: z.string().check(z.minLength(1), z.maxLength(200)),
    feeRate: z.optional(
      z
        .int()
        .check(
          z.minimum(1),
          z.maximum(10_000),
          z.describe('satoshi per virtual byte, on Bitcoin, Litecoin and Dogecoin'),
        ),
    ),
    since: z.optional(
      rangeEndSchema.check(z.describe('only payments that were confirmed since then')),
    ),
    until: z.optional(rangeEndSchema.check(z.describe('only payments that were confirmed before'))),
    ...pageFields,
    limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 100),
  }),
  response: sweepPlanSchema,
  read: async (core, { brandId }, request) => {
    const { account, blockchain, destination, feeRate, limit } = request;
    const rail = findRail(core, brandId, { account, blockchain });
    const coin = findCoin(rail, request.coin);
    const isWithOutputs = blockchains[blockchain].family === 'utxo';
    if (isWithOutputs && feeRate === undefined) {
      const message = 'feeRate: must be set on this chain';
      throw new CallError('request.invalid', message, { field: 'feeRate' });
    }
    const since = request.since === undefined ? null : resolveFrom(request.since);
    const until = request.until === undefined ? core.now() : resolveTo(request.until);
    const after = decodeCursor(request.cursor);
    const sought = { brandId, account, rail, coin, since, until, after, limit };
    const found = await loadCollectable(core.db, isWithOutputs, sought);
    const { items, nextCursor } = buildPage(found, limit, ({ input }) => input);
    const plan = await planSweep(rail, items, { destination, feeRate: feeRate ?? 0 });
    const units = items.reduce((sum, input) => sum + input.units, 0n);
    return {
      ...{ account, blockchain, coin: coin.currency, destination },
      since: since?.toISOString() ?? null,
      until: until.toISOString(),
      inputs: items.length,
      amount: fromUnits(units, coin.decimals),
      hasMore: nextCursor !== null,
      nextCursor,
      ...describePlan(plan, coin.decimals),
    };
  },
});
