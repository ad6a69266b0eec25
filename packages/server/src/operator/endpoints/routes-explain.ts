import { countrySchema, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { routesOf } from '../../catalog/plan-routes.ts';
import { playerGroupSchema } from '../../catalog/player-group.ts';
import { findBrandMethod, findMethod } from '../../catalog/select-methods.ts';
import type { RouteReason } from '../../ground/database/tables/attempts.ts';
import { routePayment, stateOf } from '../../money/policy/route-payment.ts';
import { defineReading } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';

const reasons: Record<RouteReason, string> = {
  rule: "the order of the method's routes",
  share: 'by its share of the payments; here in the order of the file',
  success: 'its payments succeed far less often than those of the route before it',
  country: "not for the player's country",
  currency: 'not for this currency',
  amount: 'not for this amount',
  group: "not for the player's group",
  accountOff: 'its account is off',
  circuitOpen: 'its provider fails at present',
  onlyFirst: 'only the first route is asked for such a payment',
};

export const endpoint = defineReading({
  method: 'GET',
  path: '/methods/{method}/routes',
  scope: 'read',
  summary: 'Explain which routes a payment would take now, in the order of its attempts, and why.',
  command: { words: 'routes explain' },
  request: z.strictObject({
    method: z.string(),
    country: countrySchema.check(z.describe("the player's country")),
    currency: currencySchema,
    amount: decimalSchema,
    group: z.optional(
      playerGroupSchema.check(z.describe("the player's group, the claim `group` of the token")),
    ),
  }),
  response: z.object({
    items: z.array(
      z.object({
        /** 1 for the first attempt; null if the route isn't taken. */
        order: z.nullable(z.int()),
        account: z.string(),
        reason: z.string(),
        /** The percentage of the payments that try it first, among the routes of its split. */
        share: z.nullable(z.int()),
        isAccountOn: z.boolean(),
        /** Whether the process that answers sends no requests to the provider at present. */
        isCircuitOpen: z.boolean(),
        /** The measured attempts, 200 at most, of players of the country, and the paid ones. */
        attempts: z.int(),
        credits: z.int(),
      }),
    ),
  }),
  read: async (core, { brandId }, { method: name, country, currency, amount, group = null }) => {
    const player = { brandId, country, group };
    const catalog = core.catalogOf(brandId);
    const found = findBrandMethod(catalog, name);
    const offer = { name, countries: [country], currency };
    const method = found && findMethod({ ...catalog, methods: [found] }, offer, found.transaction);
    if (method === undefined) {
      const message = `There is no method "${name}" in ${country} and ${currency}.`;
      throw new OperatorError('method.notFound', message);
    }
    // Splits are drawn for each payment; here each stands in the order of the file, and no route
    // is tried for its recovery only.
    const draw = (decision: string) => (decision === 'probe' ? 1 : 0);
    const state = stateOf(core, player, method);
    const items = routePayment(core, player, method, { amount, currency }, draw).map(
      ({ account, order, because }) => {
        const { attempts, credits } = state.successOf(account) ?? { attempts: 0, credits: 0 };
        const share = routesOf(method).find((route) => route.account === account)?.share ?? null;
        return {
          order,
          account,
          reason: reasons[because],
          share,
          isAccountOn: state.isOn(account),
          isCircuitOpen: state.isCircuitOpen(account),
          attempts,
          credits,
        };
      },
    );
    return { items };
  },
});
