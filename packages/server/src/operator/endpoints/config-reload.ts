import { CallError } from '@kassa/contract';
import * as z from 'zod/mini';
import { orderReload } from '../../brands/config-reloads.ts';
import type { ReloadResult } from '../../core/core.ts';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/config/reload',
  scope: 'config',
  summary: 'Read the files of all brands again, in every process. With a problem, nothing changes.',
  command: { words: 'config reload' },
  request: z.strictObject({}),
  response: z.object({
    changed: z
      .array(z.string())
      .check(z.describe('the brands whose settings or catalogue are different now')),
    unoffered: z
      .array(z.object({ brandId: z.string(), method: z.string() }))
      .check(z.describe("the methods that aren't offered, as all their accounts are off")),
  }),
  beforeTransaction: async (core) => {
    return requireSound(await core.reload.check());
  },
  act: async (core, { tx }, _request, taken) => {
    await orderReload(tx);
    return {
      response: taken,
      after: { changed: taken.changed },
      // The files may be others than those that were checked.
      answer: async () => requireSound(await core.reload.follow()),
    };
  },
});

/** @throws OperatorError config.refused, CallError server.unavailable */
function requireSound(result: ReloadResult | null): Omit<ReloadResult, 'problems'> {
  if (result === null) {
    const message = 'The reload is ordered, but this process could not read the files yet.';
    throw new CallError('server.unavailable', message);
  }
  const { problems, ...taken } = result;
  if (problems.length === 0) return taken;
  const message = "The brands' files are wrong; the earlier settings stay.";
  throw new OperatorError('config.refused', message, problems);
}
