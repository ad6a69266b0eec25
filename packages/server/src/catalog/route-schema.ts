import { compareDecimals, countrySchema, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';
import { accountNameSchema } from '../brands/account-name.ts';
import { playerGroupSchema } from './player-group.ts';

/** The amounts of one currency, inclusive. */
const amountRangeSchema = z
  .strictObject({ min: z.optional(decimalSchema), max: z.optional(decimalSchema) })
  .check(
    z.refine(({ min, max }) => min !== undefined || max !== undefined, 'names neither min nor max'),
    z.refine(
      ({ min = '0', max = min }) => compareDecimals(min, max) <= 0,
      'has a min above its max',
    ),
  );

/** A way of a method's payments to a provider. Every condition that is set must hold. */
const routeSchema = z.strictObject({
  account: accountNameSchema,
  /** The player's countries. */
  countries: z.optional(z.array(countrySchema).check(z.minLength(1))),
  currencies: z.optional(z.array(currencySchema).check(z.minLength(1))),
  /** By currency; a payment in any other currency doesn't take the route. */
  amount: z.optional(
    z
      .record(currencySchema, amountRangeSchema)
      .check(
        z.refine((ranges) => Object.keys(ranges).length > 0, 'must have at least one currency'),
      ),
  ),
  /** The player's groups. */
  groups: z.optional(z.array(playerGroupSchema).check(z.minLength(1))),
  /** The percentage of the payments that try it first, among the routes of its split. */
  share: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
});

export type Route = z.infer<typeof routeSchema>;

/** A method's routes in the order of the attempts. */
export const routesSchema = z.array(routeSchema).check(z.minLength(1), (context) => {
  const { value: routes, issues } = context;
  const report = (index: number, field: keyof Route, message: string) =>
    issues.push({ code: 'custom', path: [index, field], message, input: routes });
  for (const [index, { account }] of routes.entries()) {
    const first = routes.findIndex((route) => route.account === account);
    if (first < index) report(index, 'account', `"${account}" has a route already, at ${first}`);
  }
  let end = 0;
  for (const part of listSplits(routes)) {
    end += part.length;
    if (part[0]?.share === undefined) continue;
    const sum = part.reduce((total, { share = 0 }) => total + share, 0);
    if (sum === 100) continue;
    report(end - 1, 'share', `the shares of this split add up to ${sum}, not 100`);
  }
});

/**
 * Divides routes, in their order, into splits and single routes. A split consists of consecutive
 * routes with shares and equal conditions.
 */
export function listSplits<Part extends Route>(routes: readonly Part[]): Part[][] {
  const parts: Part[][] = [];
  for (const route of routes) {
    const before = parts.at(-1);
    const isSameSplit =
      route.share !== undefined &&
      before?.[0]?.share !== undefined &&
      conditionsOf(before[0]) === conditionsOf(route);
    if (isSameSplit) before.push(route);
    else parts.push([route]);
  }
  return parts;
}

/** Returns a route's conditions as a text that is equal for equal conditions. */
function conditionsOf({
  countries = [],
  currencies = [],
  amount = {},
  groups = [],
}: Route): string {
  const ranges = Object.entries(amount)
    .map(([currency, { min, max }]) => `${currency} ${min} ${max}`)
    .sort();
  const lists = [countries, currencies, ranges, groups];
  return JSON.stringify(lists.map((list) => [...list].sort()));
}
