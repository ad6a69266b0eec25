import { describe, expect, test } from 'vitest';
import { useTransferDesk } from '../../testing/transfer-desk.ts';
import { type BankLine, writeCamt } from '../../testing/write-camt.ts';

const { desk, addAccount, addIban, importFile, invoice, notify, open, transfersTo } =
  useTransferDesk();

const line: BankLine = {
  bankId: 'B1',
  amount: '104.004',
  currency: 'EUR',
  booked: '2026-11-28',
  isCredit: true,
  isReversal: false,
  text: null,
  payerName: null,
  payerAccount: null,
};

describe('an amount that its currency cannot have', () => {
  test('in a notification is kept for a person with its place, and credits nobody', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    const malformed = await notify({ to, amount: '50.005', text: deposit.reference });
    expect(malformed).toMatchObject({ outcome: 'unreadable', processed_at: expect.any(Date) });
    expect([await deposit.balance(), await transfersTo(to)]).toEqual(['0.00', []]);
    const { body } = await desk.operator.ask('notifications-list', {});
    expect(body.items).toContainEqual(
      expect.objectContaining({ id: malformed.id, events: ['unreadable: transfers.0.amount'] }),
    );
    expect(await notify({ to, amount: '50.000' })).toMatchObject({ outcome: 'credited' });
    expect(await deposit.balance()).toBe('50.00');
  });

  test('or one with two readings, in a CSV statement refuses the file', async () => {
    const to = await addAccount();
    const deposit = await invoice(to, '1');
    const file = (amount: string) =>
      `date,amount,currency,text\n2026-11-28,${amount},EUR,${deposit.reference}\n`;
    const answers = {
      '1.000': 'line 2: "amount" may be 1 or 1000: state groupMark',
      '1.004': 'line 2: "amount" has more decimals than EUR',
    };
    for (const [amount, problem] of Object.entries(answers)) {
      const { status, body } = await importFile(file(amount), { requisiteId: to.row.id });
      expect({ status, text: JSON.stringify(body.error) }).toEqual({
        status: 422,
        text: expect.stringContaining(JSON.stringify(problem).slice(1, -1)),
      });
    }
    expect([await deposit.balance(), await transfersTo(to)]).toEqual(['0.00', []]);
  });

  test('in a camt.053 statement refuses the file', async () => {
    const to = await addIban();
    const file = writeCamt('08', { accountNumber: to.number, lines: [line] });
    const { status, body } = await importFile(file);
    expect(status).toBe(422);
    expect(JSON.stringify(body.error)).toContain('has more decimals than EUR');
    expect(await transfersTo(to)).toEqual([]);
  });

  test.each([
    ['deposits-confirm', '1.005', 'EUR'],
    ['deposits-confirm', '10.5', 'JPY'],
    ['deposits-refund', '1.005', 'EUR'],
    ['deposits-refund', '-1', 'EUR'],
    ['refunds-create', '1.005', 'EUR'],
  ])('in the act %s of %s %s is refused', async (act, amount, currency) => {
    const { depositId, balance } = await open();
    const { body } = await desk.operator.ask(act, {
      depositId,
      amount,
      currency,
      reason: 'a test',
    });
    expect(body.error?.code).toBe('amount.invalid');
    expect(await balance()).toBe('0.00');
  });

  test('of a coin may be one of its chain', async () => {
    const { depositId } = await open();
    const ether = { amount: '0.123456789012345678', currency: 'ETH' };
    const act = { depositId, ...ether, reason: 'a test' };
    const { status, body } = await desk.operator.ask('deposits-confirm', act);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'parked' } });
  });
});
