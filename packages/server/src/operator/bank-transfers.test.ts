import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createOperator } from '../testing/operator-client.ts';
import { type OwnAccount, type Paid, useTransferDesk } from '../testing/transfer-desk.ts';

const { desk, addAccount, importLine, invoice, notify, open, transfersTo } = useTransferDesk({
  brand: { secondApproval: { upTo: { EUR: '300' } } },
});

const reason = 'the player sent the receipt';
const ask = async (name: string, fields: Record<string, unknown>) =>
  desk.operator.ask(name, fields);

/** Has a transfer arrive that waits for review; returns its id. */
async function arrive(paid: Paid & { to: OwnAccount }): Promise<string> {
  expect((await notify(paid)).outcome).toBe('review');
  const id = (await transfersTo(paid.to)).at(-1)?.id;
  if (id === undefined) throw new Error('no transfer');
  return id;
}

const listed = async (transferId: string, fields: object = {}) => {
  const { body } = await ask('bank-transfers-list', { limit: 200, ...fields });
  return body.items.find(({ id }: { id: string }) => id === transferId);
};

describe('the list', () => {
  test('has what waits, with the deposits that may be meant and no words of the payer', async () => {
    const to = await addAccount();
    const exact = await invoice(to);
    // A paid invoice is none of them.
    await invoice(to, '52');
    await notify({ to, amount: '52' });
    const other = await open();
    const text = `for Ada ${other.reference}`;
    const transferId = await arrive({ to, text, payerName: 'Ada Lovelace', amount: '50' });
    const item = await listed(transferId);
    expect(item).toMatchObject({
      connector: 'own',
      maskedAccount: `•••• ${to.number.slice(-4)}`,
      source: 'notification',
      amount: '50',
      currency: 'EUR',
      status: 'review',
      because: 'unknownReference',
      depositId: null,
      bookedAt: expect.stringMatching(/Z$/),
    });
    const candidate = (deposit: typeof exact, amount: string, status: string) => {
      const { depositId, reference } = deposit;
      return { depositId, reference, amount, currency: 'EUR', status };
    };
    expect(item.candidates).toEqual([
      candidate(other, '50.00', 'awaitingPlayer'),
      candidate(exact, '50', 'awaitingPlayer'),
    ]);
    expect(JSON.stringify(item)).not.toMatch(/Ada|Lovelace/);
    expect(JSON.stringify(item)).not.toContain(to.number);
    expect(await listed(transferId, { status: 'matched' })).toBeUndefined();
  });

  test('pages, newest first', async () => {
    const to = await addAccount();
    const ids = [await arrive({ to, amount: '1' }), await arrive({ to, amount: '2' })];
    const { body: first } = await ask('bank-transfers-list', { limit: 1 });
    const { body: second } = await ask('bank-transfers-list', {
      limit: 1,
      cursor: first.nextCursor,
    });
    expect([first.items[0].id, second.items[0].id]).toEqual(ids.reverse());
  });
});

describe('one transfer', () => {
  test('is shown with the words of the payer, and the log of acts says to whom', async () => {
    const to = await addAccount();
    const transferId = await arrive({ to, text: 'for Ada', payerName: 'Ada Lovelace' });
    const { body } = await ask('bank-transfers-show', { transferId });
    expect(body).toMatchObject({ id: transferId, text: 'for Ada', payerName: 'Ada Lovelace' });
    const { body: acts } = await ask('acts-list', { action: 'bank-transfers-show' });
    expect(acts.items[0]).toMatchObject({ subjectId: transferId, outcome: 'done' });
    expect(JSON.stringify(acts)).not.toContain('Lovelace');
  });

  test('is shown only with the scope for it', async () => {
    const transferId = await arrive({ to: await addAccount() });
    const reader = await createOperator(desk.server, { scopes: ['read'] });
    expect(await reader.ask('bank-transfers-show', { transferId })).toMatchObject({ status: 403 });
    expect(await reader.ask('bank-transfers-list')).toMatchObject({ status: 200 });
  });

  test('to an account that is not known shows its masked number', async () => {
    const id = uuidv7();
    await notify({ to: { number: '12345678901234567890' }, id });
    const { body } = await ask('bank-transfers-list', {});
    const item = body.items.find((it: { bankReference: string }) => it.bankReference === id);
    expect(item).toMatchObject({ maskedAccount: '•••• 7890', because: 'unknownAccount' });
  });
});

describe('assigning', () => {
  test('credits the deposit once, by its reference, whatever the amount', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    const paid = { to, id: uuidv7(), amount: '49.5', payerName: 'Ada Lovelace' };
    const transferId = await arrive(paid);
    const request = { transferId, depositId: deposit.reference.toLowerCase(), reason };
    const answer = await ask('bank-transfers-assign', request);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: deposit.depositId, status: 'processed', creditedAmount: '49.50' },
    });
    expect(await deposit.balance()).toBe('49.50');
    expect(await listed(transferId, { status: 'matched' })).toMatchObject({
      because: 'noInvoice',
      depositId: deposit.depositId,
      resolvedReason: `key "test desk": ${reason}`,
      candidates: [],
    });
    expect(await deposit.payments()).toMatchObject([
      { provider_payment_id: transferId, connector: 'own', confirmed_by: 'provider' },
    ]);
    // Neither a second act nor another report of the same transfer credits it again.
    expect(await ask('bank-transfers-assign', request)).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
    expect((await notify(paid)).outcome).toBe('duplicate');
    expect((await importLine({ ...paid, id: uuidv7() })).outcome).toBe('duplicate');
    expect(await deposit.balance()).toBe('49.50');
    const { body: shown } = await ask('deposits-show', { depositId: deposit.depositId });
    const kinds = shown.timeline.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toContain('notification');
  });

  test('by two operators at the same moment credits once', async () => {
    const to = await addAccount();
    const deposits = [await invoice(to), await open()];
    const transferId = await arrive({ to, amount: '40' });
    const answers = await Promise.all(
      deposits.map(({ depositId }) =>
        ask('bank-transfers-assign', { transferId, depositId, reason }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const balances = await Promise.all(deposits.map((deposit) => deposit.balance()));
    expect(balances.sort()).toEqual(['0.00', '40.00']);
  });

  test('to a deposit that never had the account is allowed', async () => {
    const to = await addAccount();
    const deposit = await open();
    const transferId = await arrive({ to });
    const request = { transferId, depositId: deposit.depositId, reason };
    expect(await ask('bank-transfers-assign', request)).toMatchObject({ status: 200 });
    expect(await deposit.balance()).toBe('50.00');
    expect(await deposit.payments()).toMatchObject([{ connector: 'own' }]);
  });

  test('keeps the rules of every receipt: more than was asked for is parked', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    await notify({ to });
    const bookedAt = new Date(desk.server.core.now().getTime() + 10 * 60_000);
    const second = await arrive({ to, bookedAt });
    const request = { transferId: second, depositId: deposit.depositId, reason };
    expect(await ask('bank-transfers-assign', request)).toMatchObject({ status: 200 });
    expect(await deposit.balance()).toBe('50.00');
    expect(await deposit.payments()).toMatchObject([
      { status: 'credited' },
      { status: 'parked', parked_code: 'aboveCeiling' },
    ]);
  });

  test('of money that was confirmed before is the same receipt', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    const { depositId } = deposit;
    const confirmed = { depositId, amount: '45', currency: 'EUR', reason };
    expect(await ask('deposits-confirm', confirmed)).toMatchObject({ status: 200 });
    const transferId = await arrive({ to, amount: '45' });
    const request = { transferId, depositId, reason };
    expect(await ask('bank-transfers-assign', request)).toMatchObject({ status: 200 });
    expect(await deposit.balance()).toBe('45.00');
    expect(await deposit.payments()).toHaveLength(1);
    expect(await transfersTo(to)).toMatchObject([{ status: 'matched', deposit_id: depositId }]);
  });

  test('above the brand’s threshold needs a second key', async () => {
    const to = await addAccount();
    const deposit = await open({ amount: '400' });
    const transferId = await arrive({ to, amount: '400' });
    const request = { transferId, depositId: deposit.depositId, reason };
    const { body } = await ask('bank-transfers-assign', request);
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ status: 'review' }]);
    const second = await createOperator(desk.server, { name: 'second desk' });
    const pendingActId = body.pendingAct.id;
    const approval = await second.ask('pending-acts-approve', { pendingActId, reason });
    expect(approval).toMatchObject({ status: 200 });
    expect(await deposit.balance()).toBe('400.00');
  });

  test('to a deposit that does not exist, or is of another brand, changes nothing', async () => {
    const to = await addAccount();
    const transferId = await arrive({ to });
    const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
    const token = await desk.server.otherToken({ playerId: uuidv7() });
    const { body: foreign } = await desk.server.call('deposit-create', order, { token });
    for (const depositId of [uuidv7(), 'KS-0000-0000', foreign.depositId, foreign.reference]) {
      const answer = await ask('bank-transfers-assign', { transferId, depositId, reason });
      expect(answer).toMatchObject({ status: 404, body: { error: { code: 'deposit.notFound' } } });
    }
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', resolved_at: null }]);
  });
});

describe('dismissing', () => {
  test('closes the transfer for good, also for its other reports', async () => {
    const to = await addAccount();
    const deposit = await invoice(to, '77');
    const paid = { to, id: uuidv7(), amount: '49' };
    const transferId = await arrive(paid);
    const answer = await ask('bank-transfers-dismiss', { transferId, reason: 'a supplier' });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'dismissed', resolvedReason: 'key "test desk": a supplier' },
    });
    for (const [name, fields] of [
      ['bank-transfers-dismiss', { transferId, reason }],
      ['bank-transfers-assign', { transferId, depositId: deposit.depositId, reason }],
    ] as const) {
      expect(await ask(name, fields)).toMatchObject({ status: 409 });
    }
    expect((await notify(paid)).outcome).toBe('duplicate');
    // One that names a deposit may be another transfer: a person decides.
    const named = await importLine({ ...paid, text: deposit.reference });
    expect(named.outcome).toBe('review');
    expect(await deposit.balance()).toBe('0.00');
    expect(await listed(transferId)).toBeUndefined();
  });
});
