import { maintenanceReasons } from '@kassa/contract';
import * as z from 'zod/mini';
import { type MethodSwitch, setMethodSwitch } from '../../catalog/method-switches.ts';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema, reasonSchema } from '../request-fields.ts';

const stateSchema = z.enum(['on', 'maintenance', 'off']);

export const endpoint = defineAct({
  method: 'POST',
  path: '/methods/{method}/switch',
  scope: 'methods',
  summary: 'Switch a payment method on, to maintenance or off, at once.',
  subject: { kind: 'method', field: 'method' },
  command: [
    {
      words: 'methods on',
      summary: 'Offer a payment method again, at once.',
      arguments: ['method'],
      fixed: { state: 'on' },
    },
    {
      words: 'methods maintenance',
      summary: 'Show a payment method as under maintenance, so that nobody can choose it, at once.',
      arguments: ['method'],
      fixed: { state: 'maintenance' },
    },
    {
      words: 'methods off',
      summary: 'Hide a payment method, at once.',
      arguments: ['method'],
      fixed: { state: 'off' },
    },
  ],
  request: z.strictObject({
    method: z.string(),
    state: stateSchema,
    until: z.optional(
      z.iso
        .datetime({ offset: true })
        .check(z.describe('the time at which it is switched on again automatically')),
    ),
    reason: reasonSchema,
    shownReason: z.optional(
      z
        .enum(maintenanceReasons)
        .check(
          z.describe('the reason that players see during maintenance; "technical" if left out'),
        ),
    ),
  }),
  response: z.object({
    method: z.string(),
    state: stateSchema,
    until: z.nullable(instantSchema),
    shownReason: z.nullable(z.enum(maintenanceReasons)),
  }),
  act: async (core, { tx, operator }, { method, state, until, reason, shownReason }) => {
    const { brandId, actor } = operator;
    const change = await setMethodSwitch(core, tx, brandId, method, state, {
      reason,
      shownReason,
      actor,
      until: until === undefined ? null : new Date(until),
    });
    if (change.kind === 'unknownMethod') {
      throw new OperatorError('method.notFound', 'There is no such method.');
    }
    const describeSwitch = (it: MethodSwitch | null) => ({
      state: it?.state ?? ('on' as const),
      until: it?.until?.toISOString() ?? null,
      shownReason: it?.state === 'maintenance' ? it.shown_reason : null,
    });
    return {
      response: { method, ...describeSwitch(change.after) },
      before: describeSwitch(change.before),
      after: describeSwitch(change.after),
      afterCommit: () => core.publisher.methodsChanged(brandId),
    };
  },
});
