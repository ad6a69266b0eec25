import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient, operatorWith } from '../testing/operator-client.ts';
import {
  about,
  type Payee,
  reason,
  reportOf,
  usePayoutFileDesk,
} from '../testing/payout-file-desk.ts';
import { writePain002 } from '../testing/write-pain002.ts';

const { desk, statusOf, bring, create, download, importAnswer } = usePayoutFileDesk();

/** Has payouts of these amounts written to a file. */
async function send(...amounts: string[]) {
  const payees: Payee[] = [];
  for (const amount of amounts) payees.push(await bring(amount));
  const { body } = await create();
  expect(body.file).toMatchObject({ count: amounts.length });
  return { payees, fileId: body.file.id as string, reference: body.file.reference as string };
}

const resolve = ({ withdrawalId }: Payee, status: 'completed' | 'failed') =>
  desk.operator.ask('withdrawals-resolve', { withdrawalId, status, reason });

describe('a file with a payout whose outcome is known', () => {
  test.each(['failed', 'completed'] as const)('(%s) is for the records only', async (status) => {
    const { payees, fileId } = await send('40', '40');
    const content = await download(fileId);
    const [payee] = payees as [Payee, Payee];
    expect(await resolve(payee, status)).toMatchObject({ status: 200 });
    expect(await desk.operator.ask('payout-files-download', { fileId })).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible', details: [`${payee.reference} is ${status}`] } },
    });
    const kept = { fileId, isForRecords: true };
    expect(await desk.operator.download('payout-files-download', kept)).toBe(content);
  });
});

describe('a bank’s answer', () => {
  test('settles no payout that one key may not settle alone', async () => {
    const { payees, reference } = await send('70', '25', '25');
    const [large, small, other] = payees as [Payee, Payee, Payee];
    const brand = desk.server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('There is no brand');
    brand.secondApproval = { upTo: { EUR: '50' } };
    try {
      const withdrawalId = large.withdrawalId;
      for (const status of ['RJCT', 'ACSC']) {
        const { body } = await importAnswer(reportOf(reference, about(large, { status })));
        const problem = { subject: withdrawalId, problem: 'needsSecondKey', reason: status };
        expect(body).toMatchObject({ completed: 0, failed: 0, problems: [problem] });
      }
      expect(await statusOf(large)).toBe('sent');
      expect(await large.player.balance()).toBe('30.00');
      const rejected = { messageId: reference, groupStatus: 'RJCT' };
      expect((await importAnswer(rejected)).body).toMatchObject({
        failed: 2,
        problems: [{ subject: withdrawalId, problem: 'needsSecondKey' }],
      });
      expect(await Promise.all([small, other].map(statusOf))).toEqual(['failed', 'failed']);
      const proposed = await resolve(large, 'failed');
      expect(proposed.status).toBe(202);
      const ben = await createOperator(desk.server, { name: 'ben' });
      const { id: pendingActId } = proposed.body.pendingAct;
      expect((await ben.ask('pending-acts-approve', { pendingActId })).status).toBe(200);
      expect(await statusOf(large)).toBe('failed');
      expect((await importAnswer(rejected)).body).toMatchObject({ known: 3, problems: [] });
    } finally {
      brand.secondApproval = null;
    }
  });

  test('settles no more together, nor with the answers of the day, without a second key', async () => {
    const brand = desk.server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('There is no brand');
    const people = ['ann', 'ben'];
    const keys = people.map((name) => createOperator(desk.server, { name }));
    const [ann, ben] = await Promise.all(keys);
    if (!ann || !ben) throw new Error('There is no key');
    const rejecting = ({ ask }: OperatorClient, reference: string) => {
      const content = writePain002({ messageId: reference, groupStatus: 'RJCT' });
      const file = Buffer.from(content).toString('base64');
      return ask('payout-files-import-answer', { account: 'bank', file });
    };
    const first = await send('40', '40');
    const second = await send('40');
    const third = await send('40');
    brand.secondApproval = { upTo: { EUR: '50' } };
    try {
      const alone = await rejecting(ann, first.reference);
      expect(alone.body).toMatchObject({ failed: 0, problems: [{}, {}] });
      expect((await rejecting(ann, second.reference)).body).toMatchObject({ failed: 1 });
      const later = await rejecting(ann, third.reference);
      expect(later.body).toMatchObject({ failed: 0, problems: [{ problem: 'needsSecondKey' }] });
      const { body: made } = await ann.ask('keys-create', {
        name: 'own',
        scopes: ['withdrawals', 'approvals'],
      });
      const own = operatorWith(desk.server, made.id, made.key);
      expect((await rejecting(own, first.reference)).body).toMatchObject({ failed: 0 });
      // Another person imports the same file.
      expect((await rejecting(ben, first.reference)).body).toMatchObject({
        failed: 2,
        problems: [],
      });
      const shown = await ben.ask('withdrawals-show', {
        withdrawalId: first.payees[0]?.withdrawalId,
      });
      expect(JSON.stringify(shown.body)).toContain('uploaded by key \\"ann\\", and by key');
      brand.signedFiles = ['bank'];
      expect((await rejecting(ann, third.reference)).body).toMatchObject({ failed: 1 });
    } finally {
      brand.secondApproval = null;
      brand.signedFiles = [];
    }
  });

  test('is applied for a repeat, too, while its import is at work', async () => {
    const { payees, fileId, reference } = await send('40', '40', '40');
    const [paid, rejected, unclear] = payees as [Payee, Payee, Payee];
    const report = reportOf(
      reference,
      about(paid, { status: 'ACSC' }),
      about(rejected, { status: 'RJCT' }),
      about(unclear, { status: 'XXXX' }),
    );
    const key = uuidv7();
    const file = Buffer.from(writePain002(report)).toString('base64');
    const importIt = () =>
      desk.operator.ask('payout-files-import-answer', { account: 'bank', file }, key);
    const problems = [{ subject: unclear.withdrawalId, problem: 'unclearStatus' }];
    const { db } = desk.server.core;
    const countActs = async () => {
      const acts = await db
        .selectFrom('operator_acts')
        .select('id')
        .where('action', '=', 'payout-files-import-answer')
        .where('subject_id', '=', fileId)
        .execute();
      return acts.length;
    };
    // A slow wallet, or another act on the first payout, keeps the import waiting.
    const both = await db.transaction().execute(async (tx) => {
      await tx
        .selectFrom('withdrawals')
        .select('id')
        .where('id', '=', paid.withdrawalId)
        .forUpdate()
        .execute();
      const first = importIt();
      await expect.poll(countActs).toBe(1);
      const repeat = importIt();
      await expect.poll(countActs).toBe(2);
      return [first, repeat];
    });
    for (const { status, body } of await Promise.all(both)) {
      expect({ status, body }).toMatchObject({ status: 200, body: { reference, problems } });
      expect(body.completed + body.failed + body.known).toBe(2);
    }
    expect(await Promise.all(payees.map(statusOf))).toEqual(['completed', 'failed', 'sent']);
    expect(await paid.player.balance()).toBe('60.00');
    expect(await rejected.player.balance()).toBe('100.00');
    expect((await importIt()).body).toMatchObject({ problems });
  });

  test('to a file that is not known names the payouts that it mentions', async () => {
    const { payees } = await send('40');
    const [payee] = payees as [Payee];
    const report = reportOf(
      'PB-0000-0000',
      about(payee, { status: 'ACSC' }),
      about({ withdrawalId: uuidv7() }, { status: 'ACSC' }),
      { endToEndId: 'NOTPROVIDED', status: 'RJCT' },
    );
    expect(await importAnswer(report)).toMatchObject({
      status: 404,
      body: {
        error: {
          code: 'payoutFile.notFound',
          details: [`${payee.reference} is sent, and the bank says ACSC`],
        },
      },
    });
    expect(await statusOf(payee)).toBe('sent');
  });
});
