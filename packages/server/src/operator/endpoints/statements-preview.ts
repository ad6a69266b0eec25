import * as z from 'zod/mini';
import { defineReading } from '../define-endpoint.ts';
import { readAlone } from '../read-alone.ts';
import { findSaidAccount } from '../statements/find-account.ts';
import { previewSchema, previewStatement } from '../statements/preview/preview-statement.ts';

export const endpoint = defineReading({
  method: 'POST',
  path: '/statements/preview',
  scope: 'deposits',
  summary:
    "Propose the account's format from a bank statement, and show what it reads. Books nothing.",
  command: { words: 'statements preview', arguments: ['file'], file: 'file' },
  file: { field: 'file', maxBytes: 10 * 1024 * 1024, isBinary: true },
  request: z.strictObject({
    file: z.string().check(z.describe('the file: camt.053, MT940, or CSV with a header line')),
    account: z.optional(
      z.string().check(z.describe("the brand's account whose format is proposed")),
    ),
    requisiteId: z.optional(z.uuid().check(z.describe('the requisite that the file is of'))),
  }),
  response: previewSchema,
  read: async (core, { brandId }, { file, account, requisiteId }) => {
    const said = await findSaidAccount(core, brandId, { account, requisiteId });
    const currency = said.requisite?.currency ?? null;
    return readAlone(brandId, () =>
      previewStatement(Buffer.from(file, 'base64'), { account: said.account, currency }),
    );
  },
});
