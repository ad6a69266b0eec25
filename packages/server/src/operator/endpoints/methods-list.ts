import { maintenanceReasons } from '@kassa/contract';
import * as z from 'zod/mini';
import { listMethodSwitches } from '../../catalog/method-switches.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import { defineReading } from '../define-endpoint.ts';
import { instantSchema } from '../request-fields.ts';

export const endpoint = defineReading({
  method: 'GET',
  path: '/methods',
  scope: 'read',
  summary: "List the brand's payment methods and the state of each.",
  command: { words: 'methods list' },
  request: z.strictObject({}),
  response: z.object({
    items: z.array(
      z.object({
        method: z.string(),
        transaction: z.string(),
        /** For one release: `accounts` has what a method with routes has instead. */
        connector: z.string(),
        /** The accounts of its routes, in their order. */
        accounts: z.array(z.string()),
        state: z.enum(['on', 'maintenance', 'off']),
        until: z.nullable(instantSchema),
        reason: z.nullable(z.string()),
        /** The reason that players see during maintenance. */
        shownReason: z.nullable(z.enum(maintenanceReasons)),
        actor: z.nullable(z.string()),
      }),
    ),
  }),
  read: async (core, { brandId }) => {
    const switches = await listMethodSwitches(core.db, brandId, core.now());
    const items = core.catalogOf(brandId).methods.map((one) => {
      const { name, transaction, connector } = one;
      const switched = switches.find(({ method }) => method === name);
      return {
        method: name,
        transaction,
        connector,
        accounts: routesOf(one).map(({ account }) => account),
        state: switched?.state ?? ('on' as const),
        until: switched?.until?.toISOString() ?? null,
        reason: switched?.reason ?? null,
        shownReason: switched?.state === 'maintenance' ? switched.shown_reason : null,
        actor: switched?.actor ?? null,
      };
    });
    return { items };
  },
});
