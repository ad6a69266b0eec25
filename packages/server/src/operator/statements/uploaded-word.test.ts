import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { splitReceipt } from '../../money/deposits/split-receipt.ts';
import {
  createOperator,
  type OperatorClient,
  operatorWith,
} from '../../testing/operator-client.ts';
import { reserveForTest } from '../../testing/reserve-for-test.ts';
import { type OwnAccount, useTransferDesk } from '../../testing/transfer-desk.ts';
import { stepStatements } from './step-statements.ts';

const { desk, addIban, importFile, invoice, open, notify, transfersTo } = useTransferDesk({
  brand: { secondApproval: { upTo: { EUR: '60' } } },
});

const today = () => new Date().toISOString().slice(0, 10);
const reason = 'seen at the bank';

interface Line {
  amount?: string;
  text?: string;
  day?: string;
  id?: string;
}

/** A file as anybody can type it. */
const typed = (...lines: Line[]) =>
  [
    'date,amount,id,text',
    ...lines.map(({ amount = '50', text = '', day = today(), id = uuidv7() }) =>
      [day, amount, id, text].join(','),
    ),
  ].join('\n');

const upload = (by: OperatorClient, to: OwnAccount, file: string) =>
  importFile(file, { requisiteId: to.row.id }, by);

const addReferenced = () => addIban({ has_reference: true });

/** Keys of two people, whose acts of earlier tests don't count. */
const people = async () => ({
  ann: await createOperator(desk.server, { name: 'ann' }),
  ben: await createOperator(desk.server, { name: 'ben' }),
});

/** Opens a deposit whose reference a line may name. */
async function named(to: OwnAccount, amount = '50') {
  const deposit = await open({ amount });
  await reserveForTest(desk.server.core, deposit.depositId, to.row, amount);
  return deposit;
}

const balancesOf = (deposits: { balance: () => Promise<string> }[]) =>
  Promise.all(deposits.map((it) => it.balance()));

const approve = (by: OperatorClient, statementId: string) =>
  by.ask('statements-approve', { statementId, reason });

/** A key that another key has created. */
async function createdBy(maker: OperatorClient, name: string): Promise<OperatorClient> {
  const { body } = await maker.ask('keys-create', { name, scopes: ['deposits', 'read'] });
  return operatorWith(desk.server, body.id, body.key);
}

describe('a line of an uploaded file', () => {
  test('above the threshold waits for an independent key; the others are credited at once', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const [large, small] = [await named(to, '900'), await named(to)];
    const file = typed({ amount: '900', text: large.reference }, { text: small.reference });
    const { status, body } = await upload(ann, to, file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'done', matched: 1, review: 1, waiting: 1 });
    expect(body).toMatchObject({ word: 'uploader', approvedBy: null });
    expect(await balancesOf([large, small])).toEqual(['0.00', '50.00']);
    const [waiting] = await transfersTo(to);
    expect(waiting).toMatchObject({ status: 'review', because: 'needsSecondKey' });
    const listed = await ann.ask('bank-transfers-list');
    expect(listed.body.items[0]).toMatchObject({
      id: waiting?.id,
      because: 'needsSecondKey',
      proposedDepositId: large.depositId,
    });
    expect(await approve(ann, body.id)).toMatchObject({
      status: 403,
      body: { error: { code: 'approval.notIndependent' } },
    });
    const approved = await approve(ben, body.id);
    expect(approved).toMatchObject({
      status: 200,
      body: { matched: 2, review: 0, waiting: 0, approvedBy: 'key "ben"', approvalReason: reason },
    });
    expect(await balancesOf([large, small])).toEqual(['900.00', '50.00']);
    expect(await approve(ben, body.id)).toEqual(approved);
    expect(await approve(desk.operator, body.id)).toMatchObject({ status: 409 });
  });

  test('that only an id of its payer names is of that deposit when it is approved, too', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const large = await named(to, '900');
    const id = large.reference.toLowerCase().replaceAll('-', '');
    const file = `date,amount,id,endToEndId\n${today()},900,${uuidv7()},${id}`;
    const { body } = await upload(ann, to, file);
    expect(body).toMatchObject({ review: 1, waiting: 1 });
    expect(await approve(ben, body.id)).toMatchObject({ status: 200, body: { matched: 1 } });
    expect(await large.balance()).toBe('900.00');
  });

  test('has its uploader, and who approved it, as the source of its receipt', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposits = [await named(to, '900'), await named(to)];
    const [large, small] = deposits;
    const file = typed({ amount: '900', text: large?.reference }, { text: small?.reference });
    const { body } = await upload(ann, to, file);
    await approve(ben, body.id);
    const receipts = await Promise.all(
      deposits.map(async ({ depositId }) => {
        const { body: shown } = await ann.ask('deposits-show', { depositId });
        return shown.payments[0];
      }),
    );
    const both = 'key "ann", approved by key "ben"';
    expect(receipts).toMatchObject([
      { confirmedBy: 'operator', uploadedBy: both },
      { confirmedBy: 'operator', uploadedBy: 'key "ann"' },
    ]);
    expect(receipts.map(({ evidence }) => evidence)).toEqual([
      `statement ${body.id}, line 2, uploaded by ${both}`,
      `statement ${body.id}, line 3, uploaded by key "ann"`,
    ]);
  });

  test('waits with those that are above the threshold together with it', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const both = [await named(to), await named(to)];
    const { body } = await upload(ann, to, typed(...both.map((it) => ({ text: it.reference }))));
    expect(body).toMatchObject({ matched: 0, review: 2, waiting: 2 });
    expect(await balancesOf(both)).toEqual(['0.00', '0.00']);
    await approve(ben, body.id);
    expect(await balancesOf(both)).toEqual(['50.00', '50.00']);
  });

  test('counts only if it would be credited', async () => {
    const { ann } = await people();
    const to = await addReferenced();
    const deposit = await named(to);
    const file = typed({ amount: '900', text: 'rent' }, { text: deposit.reference }, { text: 'x' });
    const { body } = await upload(ann, to, file);
    expect(body).toMatchObject({ matched: 1, review: 2, waiting: 0 });
  });

  test('is one of two equal payments of a deposit, and a notification is of the first or second', async () => {
    const { ann } = await people();
    const to = await addReferenced();
    const deposit = await named(to, '60');
    const part = { amount: '30', text: deposit.reference };
    await upload(ann, to, typed(part, part));
    expect(await deposit.balance()).toBe('60.00');
    for (const _ of [1, 2]) await notify({ to, amount: '30', text: deposit.reference });
    expect(await deposit.balance()).toBe('60.00');
    expect(await deposit.payments()).toMatchObject([
      { uploaded_by: null, evidence: expect.stringMatching(/uploaded by key "ann"; then /) },
      { uploaded_by: null },
    ]);
  });

  test('that turns out to pay nothing leaves room for another one', async () => {
    const { ann } = await people();
    const to = await addIban();
    const deposits = [await open({ amount: '20' }), await open({ amount: '40' })];
    for (const [index, amount] of ['20', '40'].entries()) {
      const { depositId = '' } = deposits[index] ?? {};
      await reserveForTest(desk.server.core, depositId, to.row, amount);
    }
    const twice = await upload(ann, to, typed({ amount: '20' }, { amount: '20' }));
    expect(twice.body).toMatchObject({ matched: 1, review: 1, waiting: 0 });
    const other = await upload(ann, to, typed({ amount: '40' }));
    expect(other.body).toMatchObject({ matched: 1, waiting: 0 });
  });
});

describe('one key alone can’t credit more', () => {
  test('by several files, of several accounts', async () => {
    const { ann } = await people();
    const accounts = [await addReferenced(), await addReferenced(), await addReferenced()];
    const deposits = [];
    for (const to of accounts) {
      const deposit = await named(to);
      await upload(ann, to, typed({ text: deposit.reference }));
      deposits.push(deposit);
    }
    expect(await balancesOf(deposits)).toEqual(['50.00', '0.00', '0.00']);
  });

  test('by files at the same moment, or by keys of one origin', async () => {
    const { ann } = await people();
    const keys = [ann, await createdBy(ann, 'one'), await createdBy(ann, 'two')];
    const accounts = await Promise.all(keys.map(addReferenced));
    const deposits = await Promise.all(accounts.map((to) => named(to)));
    await Promise.all(
      deposits.map((deposit, index) => {
        const [to, by] = [accounts[index], keys[index]];
        if (to === undefined || by === undefined) throw new Error('too few');
        return importBetween(by, to, typed({ text: deposit.reference }));
      }),
    );
    await stepStatements(desk.server.core);
    expect((await balancesOf(deposits)).sort()).toEqual(['0.00', '0.00', '50.00']);
  });

  test('by assigning the lines that wait, or lines that matched nothing', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposits = [await named(to), await named(to), await named(to)];
    const other = await createdBy(ann, 'other');
    await upload(ann, to, typed(...deposits.slice(0, 2).map((it) => ({ text: it.reference }))));
    await upload(ann, to, typed({ text: 'a typed line' }));
    const transfers = await transfersTo(to);
    const assign = (by: OperatorClient, index: number) =>
      by.ask('bank-transfers-assign', {
        transferId: transfers[index]?.id,
        depositId: deposits[index]?.depositId,
        reason,
      });
    expect((await assign(ann, 0)).status).toBe(200);
    expect((await assign(ann, 1)).status).toBe(202);
    expect((await assign(other, 2)).status).toBe(202);
    expect(await balancesOf(deposits)).toEqual(['50.00', '0.00', '0.00']);
    // Another person's assignment is a second key's.
    expect((await assign(ben, 1)).status).toBe(200);
    const [payment] = (await deposits[1]?.payments()) ?? [];
    expect(payment).toMatchObject({ uploaded_by: 'key "ann"' });
    expect(payment?.evidence).toContain('uploaded by key "ann", assigned by operator key "ben"');
  });

  test('by a key that it created, which approves', async () => {
    const { ann } = await people();
    const to = await addReferenced();
    const deposit = await named(to, '900');
    const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
    const { body: key } = await ann.ask('keys-create', { name: 'own', scopes: ['approvals'] });
    const own = operatorWith(desk.server, key.id, key.key);
    expect((await approve(own, body.id)).status).toBe(403);
    const foreign = await createOperator(desk.server, { brandId: 'other' });
    expect((await approve(foreign, body.id)).status).toBe(404);
    expect(await deposit.balance()).toBe('0.00');
  });

  test('by naming its own deposit before the bank reports another player’s payment', async () => {
    const { ann } = await people();
    const to = await addReferenced();
    const own = await named(to, '900');
    await upload(ann, to, typed({ amount: '900', text: own.reference }));
    await notify({ to, amount: '900', text: null, bookedAt: new Date(today()) });
    expect(await own.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ because: 'needsSecondKey' }]);
  });
});

/** Imports a file again while another one of the brand is being read. */
async function importBetween(by: OperatorClient, to: OwnAccount, file: string): Promise<void> {
  await expect.poll(async () => (await upload(by, to, file)).status).toBe(200);
}

describe('a line that waits', () => {
  test('is credited by the bank’s own notification, once', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposits = [await named(to), await named(to)];
    const { body } = await upload(
      ann,
      to,
      typed(...deposits.map((it) => ({ text: it.reference }))),
    );
    await notify({ to, text: deposits[0]?.reference ?? '', bookedAt: new Date(today()) });
    expect(await balancesOf(deposits)).toEqual(['50.00', '0.00']);
    const { body: shown } = await ann.ask('statements-show', { statementId: body.id });
    expect(shown).toMatchObject({ waiting: 1 });
    await approve(ben, body.id);
    expect(await balancesOf(deposits)).toEqual(['50.00', '50.00']);
    expect(await deposits[0]?.payments()).toMatchObject([{ uploaded_by: null }]);
  });

  test('is the bank’s word with all parts of its receipt, once the bank has reported it', async () => {
    const { ann } = await people();
    const to = await addReferenced();
    const deposit = await named(to);
    await upload(ann, to, typed({ text: deposit.reference }));
    const { core } = desk.server;
    const [receipt] = await deposit.payments();
    if (receipt === undefined) throw new Error('There is no receipt.');
    const { rest } = await core.db
      .transaction()
      .execute((tx) => splitReceipt(core, tx, receipt, '1'));
    expect(rest).toMatchObject({ uploaded_by: 'key "ann"' });
    await notify({ to, text: deposit.reference, bookedAt: new Date(today()) });
    const payments = await deposit.payments();
    expect(payments.map(({ uploaded_by }) => uploaded_by)).toEqual([null, null]);
    // The ledger knows nothing of this split.
    await core.db.deleteFrom('payments').where('id', '=', rest.id).execute();
    await sql`update payments set amount = ${receipt.amount}, received_amount = null
      where id = ${receipt.id}`.execute(core.db);
  });

  test('is matched again when it is approved: an invoice takes one payment', async () => {
    const { ann, ben } = await people();
    const to = await addIban();
    const paid = await invoice(to);
    const { body } = await upload(ann, to, typed({ id: 'one' }, { id: 'two' }));
    expect(body).toMatchObject({ waiting: 2 });
    const approved = await approve(ben, body.id);
    expect(approved.body).toMatchObject({ matched: 1, review: 1, waiting: 0, status: 'done' });
    expect(await paid.balance()).toBe('50.00');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched' },
      { status: 'review', because: 'alreadyPaid' },
    ]);
  });

  test('may be dismissed, and is then approved no more', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposit = await named(to, '900');
    const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
    const [transfer] = await transfersTo(to);
    await ben.ask('bank-transfers-dismiss', { transferId: transfer?.id, reason });
    expect(await approve(ben, body.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
  });

  test('isn’t approved once its uploader’s key is revoked', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposit = await named(to, '900');
    const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
    await ben.ask('keys-revoke', { keyId: ann.keyId, reason });
    expect(await approve(ben, body.id)).toMatchObject({ status: 409 });
    expect(await deposit.balance()).toBe('0.00');
  });

  test('is approved twice at one moment, and credited once', async () => {
    const { ann, ben } = await people();
    const to = await addReferenced();
    const deposit = await named(to, '900');
    const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
    await Promise.all([approve(ben, body.id), approve(desk.operator, body.id)]);
    expect(await deposit.balance()).toBe('900.00');
    expect(await deposit.payments()).toHaveLength(1);
  });
});

test('a file of an account that was removed from the pool waits, too', async () => {
  const { ann } = await people();
  const to = await addReferenced();
  const deposit = await named(to, '900');
  await desk.server.core.db
    .updateTable('requisites')
    .set({ removed_at: desk.server.core.now(), is_on: false })
    .where('id', '=', to.row.id)
    .execute();
  const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
  expect(body).toMatchObject({ matched: 0, waiting: 1 });
});

/** Runs what loses the database after some transactions. */
async function crashAfter<Result>(count: number, run: () => Promise<Result>): Promise<Result> {
  const { db } = desk.server.core;
  const begin = db.transaction.bind(db);
  let left = count;
  const spy = vi.spyOn(db, 'transaction').mockImplementation(() => {
    left -= 1;
    if (left < 0) throw new Error('the database is away');
    return begin();
  });
  return run().finally(() => spy.mockRestore());
}

test('a line that the bank has reported before the decision keeps no file open', async () => {
  const { ann } = await people();
  const to = await addReferenced();
  const deposits = [await named(to), await named(to, '900')];
  const lines = [{ text: deposits[0]?.reference }, { text: deposits[1]?.reference, amount: '900' }];
  // After the import and two lines.
  const { body } = await crashAfter(3, () => upload(ann, to, typed(...lines)));
  expect(body).toMatchObject({ status: 'running', matched: 0 });
  await notify({ to, text: deposits[0]?.reference ?? '', bookedAt: new Date(today()) });
  await desk.server.later(180_000, () => stepStatements(desk.server.core));
  expect(await balancesOf(deposits)).toEqual(['50.00', '0.00']);
  const { body: shown } = await ann.ask('statements-show', { statementId: body.id });
  expect(shown).toMatchObject({ status: 'done', waiting: 1 });
});

test('a crash between the decision and the crediting changes neither', async () => {
  const { ann } = await people();
  const to = await addReferenced();
  const deposits = [await named(to), await named(to, '900')];
  const { core } = desk.server;
  const lines = [{ text: deposits[0]?.reference }, { text: deposits[1]?.reference, amount: '900' }];
  // After the import, two lines and the decision.
  const { body } = await crashAfter(4, () => upload(ann, to, typed(...lines)));
  expect(body).toMatchObject({ status: 'running', matched: 0, waiting: 1 });
  expect(await balancesOf(deposits)).toEqual(['0.00', '0.00']);
  await desk.server.later(180_000, () => stepStatements(core));
  expect(await balancesOf(deposits)).toEqual(['50.00', '0.00']);
  const { body: shown } = await ann.ask('statements-show', { statementId: body.id });
  expect(shown).toMatchObject({ status: 'done', matched: 1, review: 1, waiting: 1 });
});

test('a file of the bank’s own channel waits for nobody, and is the bank’s word', async () => {
  const { ann } = await people();
  const brand = desk.server.core.brands.get('kassa');
  if (brand === undefined) throw new Error('There is no brand');
  brand.signedFiles = ['own'];
  try {
    const to = await addReferenced();
    const deposit = await named(to, '900');
    const { body } = await upload(ann, to, typed({ amount: '900', text: deposit.reference }));
    expect(body).toMatchObject({ matched: 1, waiting: 0, word: 'bank' });
    expect(await deposit.payments()).toMatchObject([
      { status: 'credited', uploaded_by: null, evidence: expect.stringContaining('key "ann"') },
    ]);
  } finally {
    brand.signedFiles = [];
  }
});

test('a day later the uploader’s files count anew', async () => {
  const { ann } = await people();
  const to = await addReferenced();
  const [first, second] = [await named(to), await named(to)];
  await upload(ann, to, typed({ text: first.reference }));
  await desk.server.later(24 * 3600_000 + 1, () =>
    upload(ann, to, typed({ text: second.reference })),
  );
  expect(await balancesOf([first, second])).toEqual(['50.00', '50.00']);
});
