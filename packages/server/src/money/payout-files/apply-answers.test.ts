import { describe, expect, test } from 'vitest';
import { about, type Payee, reportOf, usePayoutFileDesk } from '../../testing/payout-file-desk.ts';
import { writePain002 } from '../../testing/write-pain002.ts';

const { desk, find, statusOf, bring, create, importAnswer, importFile } = usePayoutFileDesk();

/** Has payouts of 40 EUR written to a file. */
async function send(count: number) {
  const payees: Payee[] = [];
  for (let index = 0; index < count; index += 1) payees.push(await bring());
  const { body } = await create();
  expect(body.file).toMatchObject({ count });
  return { payees, fileId: body.file.id as string, reference: body.file.reference as string };
}

const none = { completed: 0, failed: 0, pending: 0, known: 0, unmentioned: 0, problems: [] };

describe('a bank’s answer', () => {
  test('that the file is received changes nothing', async () => {
    const { payees, fileId, reference } = await send(2);
    const { status, body } = await importAnswer({ messageId: reference, groupStatus: 'ACTC' });
    expect({ status, body }).toEqual({
      status: 200,
      body: { ...none, fileId, reference, pending: 2 },
    });
    expect(await Promise.all(payees.map(statusOf))).toEqual(['sent', 'sent']);
  });

  test('that payouts are paid, rejected or under way is applied to each', async () => {
    const { payees, reference } = await send(4);
    const [paid, rejected, underway, silent] = payees as [Payee, Payee, Payee, Payee];
    const report = reportOf(
      reference,
      about(paid, { status: 'ACSC', bankReference: 'BANK-7', amount: '40.00' }),
      about(rejected, { status: 'RJCT', code: 'AC04', text: 'Ada Lovelace moved away' }),
      about(underway, { status: 'ACSP' }),
    );
    const { body } = await importAnswer(report);
    expect(body).toMatchObject({ ...none, completed: 1, failed: 1, pending: 1, unmentioned: 1 });
    expect(await find(paid.withdrawalId)).toMatchObject({
      status: 'completed',
      provider_reference: 'BANK-7',
    });
    expect(await paid.player.balance()).toBe('60.00');
    expect(await statusOf(rejected)).toBe('failed');
    expect(await rejected.player.balance()).toBe('100.00');
    expect(await statusOf(underway)).toBe('sent');
    expect(await statusOf(silent)).toBe('sent');
    const { body: shown } = await desk.operator.ask('withdrawals-show', {
      withdrawalId: rejected.withdrawalId,
    });
    const timeline = JSON.stringify(shown.timeline);
    expect(timeline).toContain(`answer to the file ${reference}: RJCT AC04`);
    expect(timeline).not.toContain('moved away');
    const { body: file } = await desk.operator.ask('payout-files-show', { fileId: reference });
    expect(file.payouts).toMatchObject([
      { status: 'completed' },
      { status: 'failed' },
      { status: 'sent' },
      { status: 'sent' },
    ]);
  });

  test('for the second time changes nothing', async () => {
    const { payees, reference } = await send(2);
    const [paid, rejected] = payees as [Payee, Payee];
    const report = reportOf(
      reference,
      about(paid, { status: 'ACCC' }),
      about(rejected, { status: 'RJCT', code: 'AM04' }),
    );
    expect((await importAnswer(report)).body).toMatchObject({ completed: 1, failed: 1 });
    expect((await importAnswer(report)).body).toMatchObject({ ...none, known: 2 });
    expect(await paid.player.balance()).toBe('60.00');
    expect(await rejected.player.balance()).toBe('100.00');
  });

  test('that the file is rejected releases all of its payouts', async () => {
    const { payees, reference } = await send(3);
    const { body } = await importAnswer({
      messageId: reference,
      groupStatus: 'RJCT',
      groupCode: 'FF01',
    });
    expect(body).toMatchObject({ ...none, failed: 3 });
    for (const { player } of payees) expect(await player.balance()).toBe('100.00');
  });

  test('that the file came twice releases nothing: the first one may be paid', async () => {
    const { payees, reference } = await send(2);
    const { body } = await importAnswer({
      messageId: reference,
      groupStatus: 'RJCT',
      groupCode: 'DU01',
    });
    const problem = { problem: 'unclearStatus', reason: 'RJCT DU01' };
    expect(body).toMatchObject({ ...none, problems: [problem, problem] });
    for (const payee of payees) {
      expect(await payee.player.balance()).toBe('60.00');
      expect(await statusOf(payee)).toBe('sent');
    }
    const paid = { messageId: reference, groupStatus: 'ACSC' };
    expect((await importAnswer(paid)).body).toMatchObject({ completed: 2, problems: [] });
  });

  test('about one payout counts before that about the file', async () => {
    const { payees, reference } = await send(2);
    const [paid, rejected] = payees as [Payee, Payee];
    const payments = [
      {
        id: `${reference}-EUR`,
        status: 'ACSC',
        answers: [about(rejected, { status: 'RJCT', code: 'AC01' })],
      },
    ];
    await importAnswer({ messageId: reference, groupStatus: 'ACCP', payments });
    expect(await statusOf(paid)).toBe('completed');
    expect(await statusOf(rejected)).toBe('failed');
  });

  test('that a payout is paid after it was rejected takes the money back, and says so', async () => {
    const { payees, reference } = await send(1);
    const [payee] = payees as [Payee];
    await importAnswer(reportOf(reference, about(payee, { status: 'RJCT' })));
    expect(await payee.player.balance()).toBe('100.00');
    const { body } = await importAnswer(reportOf(reference, about(payee, { status: 'ACSC' })));
    expect(body).toMatchObject({ ...none, completed: 1 });
    expect(await payee.player.balance()).toBe('60.00');
  });

  test('that contradicts what is known, or itself, is left to a person', async () => {
    const { payees, reference } = await send(4);
    const [paid, twofold, unclear, other] = payees as [Payee, Payee, Payee, Payee];
    await importAnswer(reportOf(reference, about(paid, { status: 'ACSC' })));
    const { body } = await importAnswer(
      reportOf(
        reference,
        about(paid, { status: 'RJCT', code: 'AC04' }),
        about(twofold, { status: 'ACSC' }),
        about(twofold, { status: 'RJCT' }),
        about(unclear, { status: 'XXXX' }),
        about(other, { status: 'ACSC', amount: '39.00' }),
      ),
    );
    expect(body).toMatchObject({
      ...none,
      problems: [
        { subject: paid.withdrawalId, problem: 'contradicting', reason: 'RJCT AC04' },
        { subject: twofold.withdrawalId, problem: 'severalStatuses' },
        { subject: unclear.withdrawalId, problem: 'unclearStatus', reason: 'XXXX' },
        { subject: other.withdrawalId, problem: 'otherAmount' },
      ],
    });
    expect(await Promise.all(payees.map(statusOf))).toEqual(['completed', 'sent', 'sent', 'sent']);
    // The reports without effect wait for a person, too.
    const { body: waiting } = await desk.operator.ask('notifications-list', { connector: 'bank' });
    expect(waiting.items).toHaveLength(2);
    const resolve = { withdrawalId: other.withdrawalId, status: 'completed', reason: 'asked' };
    expect((await desk.operator.ask('withdrawals-resolve', resolve)).status).toBe(200);
  });

  test('about payouts and currencies that the file doesn’t have reports them', async () => {
    const { payees, reference } = await send(1);
    const [payee] = payees as [Payee];
    const stranger = await bring();
    const report = reportOf(
      reference,
      about(payee, { status: 'ACSC' }),
      about(stranger, { status: 'ACSC' }),
      { endToEndId: 'NOTPROVIDED', status: 'RJCT' },
    );
    report.payments?.push({ id: `${reference}-USD`, status: 'RJCT' });
    report.payments?.push({ id: 'PB-OTHER-EUR', status: 'RJCT' });
    expect((await importAnswer(report)).body).toMatchObject({
      ...none,
      completed: 1,
      problems: [
        { subject: stranger.withdrawalId, problem: 'unknownPayout', reason: 'ACSC' },
        { subject: 'NOTPROVIDED', problem: 'unknownPayout', reason: 'RJCT' },
        { subject: 'USD', problem: 'unknownCurrency', reason: 'RJCT' },
        { subject: 'PB-OTHER-EUR', problem: 'unknownCurrency', reason: 'RJCT' },
      ],
    });
    expect(await statusOf(stranger)).toBe('approved');
    await create();
  });

  test('of the sandbox’s bank, which reads the file, is read back', async () => {
    const { payees, fileId } = await send(3);
    const file = await desk.operator.download('payout-files-download', { fileId });
    const body = new URLSearchParams({ file, answer: 'reject-first' });
    const url = `${desk.server.sandbox.url}/bank/payout-files`;
    const response = await fetch(url, { method: 'POST', body });
    const answer = await response.text();
    expect((await importFile(answer)).body).toMatchObject({ ...none, completed: 2, failed: 1 });
    expect(await Promise.all(payees.map(statusOf))).toEqual(['failed', 'completed', 'completed']);
  });

  test('to a file that the brand doesn’t have, and no answer at all, change nothing', async () => {
    expect(await importAnswer({ messageId: 'PB-0000-0000', groupStatus: 'RJCT' })).toMatchObject({
      status: 404,
      body: { error: { code: 'payoutFile.notFound' } },
    });
    const entity = writePain002({}).replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document');
    for (const content of ['status;RJCT', entity, '']) {
      expect(await importFile(content)).toMatchObject({
        status: 422,
        body: { error: { code: 'payoutFile.unreadable' } },
      });
    }
    const { body: acts } = await desk.operator.ask('acts-list', {});
    expect(JSON.stringify(acts)).not.toContain('DOCTYPE');
  });
});
