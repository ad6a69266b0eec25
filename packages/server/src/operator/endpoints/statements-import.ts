import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type StatementFormat, usualStatementFormat } from '../../brands/statement-format.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import type { ReadStatement } from '../../money/requisites/statement-line.ts';
import { defineAct } from '../define-endpoint.ts';
import { OperatorError } from '../operator-error.ts';
import { readAlone } from '../read-alone.ts';
import { findSaidAccount, requireRequisite } from '../statements/find-account.ts';
import {
  describeWithWaiting,
  findStatement,
  statementSchema,
} from '../statements/find-statement.ts';
import { readStatement } from '../statements/read-statement.ts';
import { stepStatement } from '../statements/step-statements.ts';
import { storeStatement } from '../statements/store-statement.ts';

/** Identifies a file by its bytes; the request has them in base64. */
const digestOf = (file: string) => hash(Buffer.from(file, 'base64'));

const hash = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Digests what the references of lines depend on, beside the file; null: on nothing. */
function digestReading(
  format: ReadStatement['format'],
  { columns, encoding }: StatementFormat,
): string | null {
  if (format === 'csv') return hash(JSON.stringify(columns));
  return format === 'mt940' ? hash(JSON.stringify(['mt940', encoding])) : null;
}

export const endpoint = defineAct({
  method: 'POST',
  path: '/statements',
  scope: 'deposits',
  summary: "Import a bank statement of one of the brand's own accounts, and match its payments.",
  command: { words: 'statements import', arguments: ['file'], file: 'file' },
  file: { field: 'file', maxBytes: 10 * 1024 * 1024, isBinary: true },
  request: z.strictObject({
    file: z.string().check(z.describe('the file: camt.053, MT940, or CSV with a header line')),
    account: z.optional(
      z.string().check(z.describe("the brand's account whose requisite the file names")),
    ),
    requisiteId: z.optional(z.uuid().check(z.describe('the requisite that the file is of'))),
  }),
  response: statementSchema,
  // The file contains payers and their accounts: the log only identifies the file.
  logged: ({ file, ...rest }) => ({ ...rest, file: `SHA-256 ${digestOf(file)}` }),
  beforeTransaction: async (core, { brandId }, { file, account, requisiteId }) => {
    const said = await findSaidAccount(core, brandId, { account, requisiteId });
    const options = {
      format: core.brands.get(brandId)?.statements[said.account] ?? usualStatementFormat,
      currency: said.requisite?.currency ?? null,
    };
    const read = await readAlone(brandId, () =>
      readStatement(Buffer.from(file, 'base64'), options),
    ).catch((error: unknown) => {
      if (!(error instanceof FileProblem)) throw error;
      const message = 'The file is unreadable, and nothing was imported.';
      throw new OperatorError('statement.unreadable', message, error.problems);
    });
    const reading = digestReading(read.format, options.format);
    const requisite = await requireRequisite(core, brandId, said, read.accountNumber);
    return { read, reading, requisite };
  },
  act: async (core, { tx, operator, resourceId }, { file }, { read, reading, requisite }) => {
    const { brandId, actor, keyId } = operator;
    const digest = digestOf(file);
    const added = { id: resourceId, requisite, read, reading, digest, actor, keyId };
    const { statement, isRepeat } = await storeStatement(core, tx, added);
    const response = await describeWithWaiting(tx, statement);
    const subject = { kind: 'statement', id: statement.id };
    const payments = response.lines - response.ignored;
    // A repeat of the request that has loaded it tells what that has done.
    const isEarlier = isRepeat && statement.id !== resourceId;
    if (isEarlier && statement.finished_at !== null) {
      // As the first time, when nothing of it is new any more.
      return { response: { ...response, matched: 0, review: 0, known: payments }, subject };
    }
    return {
      response,
      subject,
      after: { lines: response.lines, payments },
      answer: async () => {
        await stepStatement(core, statement);
        const stepped = await findStatement(core.db, brandId, statement.id);
        return describeWithWaiting(core.db, stepped);
      },
    };
  },
});
