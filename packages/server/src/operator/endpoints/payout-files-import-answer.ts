import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PayoutFileAnswer, PayoutFileConnector } from '../../connectors/payout-connector.ts';
import type { Db } from '../../ground/database/connect.ts';
import { decodeXml } from '../../ground/files/decode-file.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { applyAnswers } from '../../money/payout-files/apply-answers.ts';
import { findBatch } from '../../money/payout-files/find-batch.ts';
import { recordAnswerImport } from '../acts/record-answer-import.ts';
import { defineAct } from '../define-endpoint.ts';
import { requireFileAccount } from '../lookup/payout-files.ts';
import { OperatorError } from '../operator-error.ts';
import { readAlone } from '../read-alone.ts';

export const endpoint = defineAct({
  method: 'POST',
  path: '/payout-files/answers',
  scope: 'withdrawals',
  summary: "Import a bank's answer to a file of payouts.",
  command: { words: 'payout-files import-answer', arguments: ['file'], file: 'file' },
  file: { field: 'file', maxBytes: 10 * 1024 * 1024, isBinary: true },
  request: z.strictObject({
    file: z.string().check(z.describe('the file: pain.002')),
    account: z.string().check(z.describe("the brand's account that the payouts are paid from")),
  }),
  response: z.object({
    /** The file of payouts that the answer is about. */
    fileId: z.string(),
    reference: z.string(),
    /** Each payout of the file counts once. */
    completed: z.int(),
    failed: z.int(),
    /** Received by the bank, and not final yet. */
    pending: z.int(),
    /** Their outcome was known before. */
    known: z.int(),
    /** The answer doesn't mention them. */
    unmentioned: z.int(),
    /** What had no effect and needs a person. */
    problems: z.array(z.object({ subject: z.string(), problem: z.string(), reason: z.string() })),
  }),
  // The file contains payees and their accounts: the log only identifies it.
  logged: ({ file, account }) => ({ account, file: `SHA-256 ${digestOf(file)}` }),
  beforeTransaction: async (core, { brandId }, { file, account }) => {
    const reader = requireFileAccount(core, brandId, account);
    const read = await readAlone(brandId, () => readAnswer(reader, Buffer.from(file, 'base64')));
    if (read.kind === 'unreadable') {
      const message = 'The answer is unreadable, and nothing was imported.';
      throw new OperatorError('payoutFile.unreadable', message, [read.detail]);
    }
    const batch = await findBatch(core.db, brandId, read.batchReference);
    if (batch === undefined) throw await describeUnknown(core.db, brandId, read.answers);
    if (batch.account !== account) {
      const message = `The answer is about a file of the account "${batch.account}".`;
      throw new OperatorError('payoutFile.unreadable', message);
    }
    return { batch, answers: read.answers };
  },
  // What follows is applied payout by payout after the commit, and may be repeated safely.
  act: async (core, { tx, operator }, { file }, { batch, answers }) => {
    const { id: fileId, reference } = batch;
    const imported = { batchId: fileId, digest: digestOf(file) };
    const importer = await recordAnswerImport(core, tx, operator, imported);
    const none = { completed: 0, failed: 0, pending: 0, known: 0, unmentioned: 0, problems: [] };
    return {
      response: { fileId, reference, ...none },
      subject: { kind: 'payoutFile', id: fileId },
      after: { reference, answers: answers.length },
      answer: async () => {
        const applied = await applyAnswers(core, batch, answers, importer);
        return { fileId, reference, ...applied };
      },
    };
  },
});

/** Identifies a file by its bytes; the request has them in base64. */
const digestOf = (file: string) =>
  createHash('sha256').update(Buffer.from(file, 'base64')).digest('hex');

/**
 * The error of an answer to a file that isn't known. After a restore that may be a file written
 * after the copy was made: the bank may have paid its payouts, which the error names.
 */
async function describeUnknown(
  db: Db,
  brandId: string,
  answers: readonly PayoutFileAnswer[],
): Promise<OperatorError> {
  const words = new Map(
    answers.flatMap(({ about, reason }) =>
      about !== 'file' && 'withdrawalId' in about && isUuid(about.withdrawalId)
        ? [[about.withdrawalId, reason]]
        : [],
    ),
  );
  const mentioned =
    words.size === 0
      ? []
      : await db
          .selectFrom('withdrawals')
          .select(['id', 'reference', 'status'])
          .where('brand_id', '=', brandId)
          .where('id', 'in', [...words.keys()])
          .orderBy('id')
          .execute();
  const details = mentioned.map(
    ({ id, reference, status }) => `${reference} is ${status}, and the bank says ${words.get(id)}`,
  );
  const message =
    mentioned.length === 0
      ? 'There is no such file of payouts.'
      : 'There is no such file of payouts, and nothing was imported. But the answer mentions ' +
        'withdrawals of yours: look at your account before any of them is paid.';
  return new OperatorError('payoutFile.notFound', message, details);
}

async function readAnswer(
  reader: PayoutFileConnector,
  bytes: Uint8Array,
): ReturnType<PayoutFileConnector['read']> {
  try {
    return await reader.read(decodeXml(bytes));
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    return { kind: 'unreadable', detail: error.message };
  }
}
