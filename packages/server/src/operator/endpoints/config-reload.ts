import * as z from 'zod/mini';
import { orderReload } from '../../brands/config-reloads.ts';
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
  }),
  beforeTransaction: async (core) => {
    const { problems, changed } = await core.reload.check();
    if (problems.length === 0) return changed;
    const message = "The brands' files are wrong; the earlier settings stay.";
    throw new OperatorError('config.refused', message, problems);
  },
  act: async (core, { tx }, _request, changed) => {
    await orderReload(tx);
    return { response: { changed }, after: { changed }, afterCommit: () => core.reload.follow() };
  },
});
