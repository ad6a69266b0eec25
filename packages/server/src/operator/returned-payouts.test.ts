import { beforeAll, describe, expect, test } from 'vitest';
import { createOperator } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { type OwnAccount, type Paid, useTransferDesk } from '../testing/transfer-desk.ts';

const { desk, addAccount, addIban, importFile, importLine, invoice, notify, transfersTo } =
  useTransferDesk({
    brand: {
      withdrawals: { approveUpTo: { EUR: '500' } },
      secondApproval: { upTo: { EUR: '60' } },
      // Lines of an uploader's files would count together with each other's.
      signedFiles: ['own'],
    },
    accounts: {
      bank: {
        connector: 'bank-file',
        settings: { debtorName: 'Kassa Ltd', iban: 'NL91ABNA0417164300', country: 'nl' },
      },
    },
  });

beforeAll(() => {
  const { core } = desk.server;
  const catalog = core.catalogOf('kassa');
  const methods = catalog.methods.map((method) =>
    method.name === 'payout' ? { ...method, routes: [{ account: 'bank' }] } : method,
  );
  core.catalogOf = () => ({ ...catalog, methods });
});

const reason = 'the statement of today';
const ask = (name: string, fields: object) => desk.operator.ask(name, { reason, ...fields });

/** A player with 100 EUR whose payout was taken to the bank, and paid there unless a test says no. */
async function payOut({ amount = '50', isPaid = true } = {}) {
  const player = await bringPlayer(desk.server);
  const { paymentId } = await player.deposit();
  await approve(desk.server, paymentId);
  await expect.poll(player.balance).toBe('100.00');
  const fields = { iban: 'DE89370400440532013000', holder: 'Ada Lovelace' };
  const { status, body } = await player.withdraw(amount, fields);
  expect({ status, body }).toMatchObject({ status: 200 });
  const { withdrawalId, reference } = body;
  expect(await ask('payout-files-create', { account: 'bank' })).toMatchObject({ status: 200 });
  if (isPaid) await resolve(withdrawalId, 'completed');
  const statusOf = async () => {
    const { db } = desk.server.core;
    const found = db.selectFrom('withdrawals').select('status').where('id', '=', withdrawalId);
    return (await found.executeTakeFirstOrThrow()).status;
  };
  return { player, withdrawalId, reference, statusOf };
}

const resolve = async (withdrawalId: string, status: string) =>
  expect(await ask('withdrawals-resolve', { withdrawalId, status })).toMatchObject({ status: 200 });

/** The payouts of the file are 50 EUR, and so is the invoice that they must not pay. */
async function comeBack(paid: Omit<Paid, 'to'>) {
  const to = await addAccount();
  const deposit = await invoice(to);
  expect((await notify({ to, ...paid })).outcome).toBe('review');
  expect(await deposit.balance()).toBe('0.00');
  return { to, deposit, transferId: await idOf(to) };
}

async function idOf(to: OwnAccount): Promise<string> {
  const id = (await transfersTo(to)).at(-1)?.id;
  if (id === undefined) throw new Error('no transfer');
  return id;
}

describe('a payout that came back', () => {
  test.each([
    ['its reference', (it: { reference: string }) => ({ text: `${it.reference} RETURN AC04` })],
    [
      'its reference in another spelling',
      (it: { reference: string }) => ({ text: `RETURN${it.reference.replace('K', 'К')}AC04` }),
    ],
    [
      'its id in the file',
      (it: { withdrawalId: string }) => ({ endToEndId: it.withdrawalId.replaceAll('-', '') }),
    ],
    [
      'its id in the text',
      (it: { withdrawalId: string }) => ({ text: `EREF+${it.withdrawalId.replaceAll('-', '')}` }),
    ],
  ])('by %s is offered, and returned by one act', async (_, describePaid) => {
    const { player, withdrawalId, reference, statusOf } = await payOut();
    const { to, transferId } = await comeBack(describePaid({ withdrawalId, reference }));
    const offered = { because: 'returnedPayout', withdrawalId, withdrawalReference: reference };
    const { body } = await desk.operator.ask('bank-transfers-list', { limit: 200 });
    const listed = body.items.find(({ id }: { id: string }) => id === transferId);
    expect(listed).toMatchObject({ ...offered, candidates: [] });
    const shown = await desk.operator.ask('bank-transfers-show', { transferId });
    expect(shown.body).toMatchObject(offered);
    expect(await player.balance()).toBe('50.00');
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({
      status: 200,
      body: { id: withdrawalId, status: 'returned', wasReturned: false },
    });
    expect(await statusOf()).toBe('returned');
    expect(await player.balance()).toBe('100.00');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'dismissed', withdrawal_id: withdrawalId, deposit_id: null },
    ]);
    // Neither a second act nor the other source's report gives it back again.
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 409 });
    const paid = { to, ...describePaid({ withdrawalId, reference }) };
    expect((await importLine(paid)).outcome).toBe('duplicate');
    expect(await player.balance()).toBe('100.00');
  });

  test('that the bank had not reported as paid is returned, too', async () => {
    const { player, reference, statusOf } = await payOut({ isPaid: false });
    const { transferId } = await comeBack({ text: reference });
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 200 });
    expect(await statusOf()).toBe('returned');
    expect(await player.balance()).toBe('100.00');
  });

  test('that was reported as returned before closes the transfer only', async () => {
    const { player, withdrawalId, reference } = await payOut();
    await resolve(withdrawalId, 'returned');
    const { to, transferId } = await comeBack({ text: reference });
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({
      status: 200,
      body: { status: 'returned', wasReturned: true },
    });
    expect(await player.balance()).toBe('100.00');
    expect(await transfersTo(to)).toMatchObject([{ status: 'dismissed' }]);
  });

  test('a second time is other money, which stays in review', async () => {
    const { player, reference } = await payOut();
    const first = await comeBack({ text: reference });
    expect(await ask('bank-transfers-return', first)).toMatchObject({ status: 400 });
    const { transferId } = first;
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 200 });
    const second = await comeBack({ text: reference });
    expect(await ask('bank-transfers-return', { transferId: second.transferId })).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
    expect(await transfersTo(second.to)).toMatchObject([{ status: 'review' }]);
    expect(await player.balance()).toBe('100.00');
  });

  test('by two operators at the same moment is given back once', async () => {
    const { player, reference } = await payOut();
    const both = [await comeBack({ text: reference }), await comeBack({ text: reference })];
    const answers = await Promise.all(
      both.map(({ transferId }) => ask('bank-transfers-return', { transferId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await player.balance()).toBe('100.00');
  });

  test('with less than was paid is not given back, unless you bear the difference', async () => {
    const { player, withdrawalId, reference } = await payOut();
    const { to, transferId } = await comeBack({ text: reference, amount: '47.50' });
    expect(await transfersTo(to)).toMatchObject([{ withdrawal_id: withdrawalId }]);
    const refused = await ask('bank-transfers-return', { transferId });
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error: { code: 'bankTransfer.otherAmount', params: { came: '47.50', paid: '50.00' } },
      },
    });
    expect(await player.balance()).toBe('50.00');
    const request = { transferId, isWhole: true };
    expect(await ask('bank-transfers-return', request)).toMatchObject({ status: 200 });
    expect(await player.balance()).toBe('100.00');
  });

  test.each([
    ['more', { amount: '50.01' }],
    ['another currency', { currency: 'USD' }],
  ])('with %s is offered for no withdrawal, nor given back for it', async (_, part) => {
    const { player, withdrawalId, reference } = await payOut();
    const { to, transferId } = await comeBack({ text: reference, ...part });
    expect(await transfersTo(to)).toMatchObject([
      { because: 'returnedPayout', withdrawal_id: null },
    ]);
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 409 });
    const request = { transferId, withdrawalId, isWhole: true };
    expect(await ask('bank-transfers-return', request)).toMatchObject({
      status: 409,
      body: { error: { code: 'bankTransfer.otherAmount' } },
    });
    expect(await player.balance()).toBe('50.00');
  });

  test('that names nothing is given back for the withdrawal that a person names', async () => {
    const { player, reference } = await payOut();
    const { transferId } = await comeBack({ kind: 'return', text: 'AC04' });
    const request = { transferId, withdrawalId: reference };
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 409 });
    expect(await ask('bank-transfers-return', request)).toMatchObject({ status: 200 });
    expect(await player.balance()).toBe('100.00');
  });

  test('that names two withdrawals is offered for neither', async () => {
    const references = [(await payOut()).reference, (await payOut()).reference];
    const { to } = await comeBack({ text: references.join(' ') });
    expect(await transfersTo(to)).toMatchObject([
      { because: 'returnedPayout', withdrawal_id: null },
    ]);
  });

  test('above the brand’s threshold needs a second key', async () => {
    const { player, withdrawalId, reference } = await payOut({ amount: '70', isPaid: false });
    const { transferId } = await comeBack({ text: reference, amount: '70' });
    const { body } = await ask('bank-transfers-return', { transferId });
    expect(await player.balance()).toBe('30.00');
    const second = await createOperator(desk.server, { name: 'second desk' });
    const approval = { pendingActId: body.pendingAct.id, reason };
    expect(await second.ask('pending-acts-approve', approval)).toMatchObject({ status: 200 });
    expect(await player.balance()).toBe('100.00');
    expect(body.pendingAct).toMatchObject({ subjectKind: 'withdrawal', subjectId: withdrawalId });
  });

  test('is assigned to a deposit only by an operator who says that it is a payment', async () => {
    const { withdrawalId, reference } = await payOut();
    const { to, deposit, transferId } = await comeBack({ text: reference });
    const request = { transferId, depositId: deposit.depositId };
    expect(await ask('bank-transfers-assign', request)).toMatchObject({
      status: 409,
      body: { error: { code: 'bankTransfer.ownMoney', params: { because: 'returnedPayout' } } },
    });
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ withdrawal_id: withdrawalId }]);
    const confirmed = { ...request, isPayment: true };
    expect(await ask('bank-transfers-assign', confirmed)).toMatchObject({ status: 200 });
    expect(await deposit.balance()).toBe('50.00');
    // From now on it is no return.
    expect(await transfersTo(to)).toMatchObject([{ status: 'matched', withdrawal_id: null }]);
  });

  test('keeps its player from being erased until it is decided', async () => {
    const { player, reference } = await payOut();
    const { to, transferId } = await comeBack({ text: reference });
    const erasing = await ask('players-erase', { player: player.id });
    expect(JSON.stringify(erasing.body)).toContain('bankTransfer');
    const exported = await desk.operator.ask('players-export', { player: player.id });
    expect(JSON.stringify(exported.body)).toContain('returnedPayout');
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 200 });
    const forced = { player: player.id, isForced: true };
    expect(await ask('players-erase', forced)).toMatchObject({ status: 200 });
    expect(await transfersTo(to)).toMatchObject([
      { status: 'dismissed', details_sealed: null, resolved_reason: null },
    ]);
  });
});

/** An entry of 50 EUR of a camt.053 statement. */
const entry = (head: string, ...details: string[]) =>
  `<Ntry><Amt Ccy="EUR">50</Amt><CdtDbtInd>CRDT</CdtDbtInd>${head}<Sts>BOOK</Sts>
    <BookgDt><Dt>${new Date().toISOString().slice(0, 10)}</Dt></BookgDt>
    <NtryDtls>${details.map((it) => `<TxDtls>${it}</TxDtls>`).join('')}</NtryDtls></Ntry>`;

const camt = (iban: string, entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>
  <Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S1</Id>
  <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

const code = (family: string, sub: string) =>
  `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${family}</Cd><SubFmlyCd>${sub}</SubFmlyCd></Fmly></Domn></BkTxCd>`;

describe('a statement', () => {
  test('in camt.053 has a returned payout that credits nobody', async () => {
    const { player, withdrawalId, reference } = await payOut();
    const to = await addIban();
    const deposit = await invoice(to);
    const file = camt(
      to.number,
      entry(
        code('ICDT', 'RRTN'),
        `<Refs><EndToEndId>${withdrawalId.replaceAll('-', '')}</EndToEndId></Refs>
        <RltdPties><Dbtr><Nm>Case SL</Nm></Dbtr></RltdPties>
        <RmtInf><Ustrd>${reference} Kassa Ltd RETURN AC04</Ustrd></RmtInf>
        <RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></RtrInf>`,
      ),
    );
    const imported = await importFile(file);
    expect(imported.body).toMatchObject({ lines: 1, matched: 0, review: 1, ignored: 0 });
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([
      { because: 'returnedPayout', withdrawal_id: withdrawalId, status: 'review' },
    ]);
    const transferId = await idOf(to);
    expect(await ask('bank-transfers-return', { transferId })).toMatchObject({ status: 200 });
    expect(await player.balance()).toBe('100.00');
  });

  test.each([
    ['an end-to-end id alone', '', (id: string) => `<Refs><EndToEndId>${id}</EndToEndId></Refs>`],
    ['a debit that is reversed', '<RvslInd>true</RvslInd>', () => '<Refs/>'],
  ])('in camt.053 has a return by %s', async (_, head, detail) => {
    const { withdrawalId } = await payOut();
    const to = await addIban();
    const deposit = await invoice(to);
    const file = camt(to.number, entry(head, detail(withdrawalId.replaceAll('-', ''))));
    const imported = await importFile(file);
    expect(imported.body).toMatchObject({ matched: 0, review: 1, ignored: 0 });
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ because: 'returnedPayout' }]);
  });

  test('in camt.053 may have one return among the payments of a batch', async () => {
    const to = await addIban();
    const deposit = await invoice(to, '20');
    const other = await invoice(to, '30');
    const part = (amount: string, more: string) => `<Amt Ccy="EUR">${amount}</Amt>${more}`;
    const file = camt(
      to.number,
      entry(code('RCDT', 'ESCT'), part('20', '<RtrInf/>'), part('30', '<Refs/>')),
    );
    const imported = await importFile(file);
    expect(imported.body).toMatchObject({ lines: 2, matched: 1, review: 1 });
    expect(await deposit.balance()).toBe('0.00');
    expect(await other.balance()).toBe('30.00');
  });

  test('in CSV has a return by its text, its kind, or its end-to-end id', async () => {
    const { withdrawalId, reference } = await payOut();
    const id = withdrawalId.replaceAll('-', '');
    const to = await addAccount({ time_zone: 'UTC' });
    const deposit = await invoice(to);
    const today = new Date().toISOString().slice(0, 10);
    const file = [
      'date,amount,currency,id,text,kind,end-to-end id,payer account',
      `${today},50,EUR,B1,${reference} returned,,,`,
      `${today},50,EUR,B2,AC04,Return,,`,
      `${today},50,EUR,B3,,,${id},`,
      `${today},50,EUR,B4,,fee,,`,
      `${today},50,EUR,B5,,,,${to.number}`,
    ].join('\n');
    const imported = await importFile(file, { requisiteId: to.row.id });
    expect(imported.body).toMatchObject({ lines: 5, matched: 0, review: 5 });
    expect(await deposit.balance()).toBe('0.00');
    const returned = { because: 'returnedPayout', withdrawal_id: withdrawalId };
    expect(await transfersTo(to)).toMatchObject([
      returned,
      { because: 'returnedPayout', withdrawal_id: null },
      returned,
      { because: 'noPayment' },
      { because: 'ownTransfer' },
    ]);
  });
});
