import { randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type OwnAccount, type Paid, useTransferDesk } from '../../testing/transfer-desk.ts';
import { openDetails } from './transfer-details.ts';

const debtorName = 'Northwind Casino Ltd';
const debtorIban = 'NL91ABNA0417164300';
const { desk, addAccount, importLine, invoice, notify, transfersTo } = useTransferDesk({
  accounts: {
    bank: {
      connector: 'bank-file',
      settings: { debtorName, iban: debtorIban, country: 'nl' },
    },
  },
});

type Sent = Paid & { to: OwnAccount };

/** The two sources of transfers; both give the outcome. */
const sources = {
  notification: async (paid: Sent) => (await notify(paid)).outcome,
  statement: async (paid: Sent) => (await importLine(paid)).outcome,
};
const sourceNames = ['notification', 'statement'] as const;

const makeDigits = (count: number) =>
  Array.from({ length: count }, () => String(randomInt(10))).join('');

/** Long enough after now that a second report is no repeat of the first. */
const later = () => new Date(desk.server.core.now().getTime() + 10 * 60_000);

/** A reference that no withdrawal has. */
const unknown = 'KW-7Q2M-41XK';

const ownMoney: [string, Omit<Paid, 'to'>, string][] = [
  ['that the bank returns', { kind: 'return' }, 'returnedPayout'],
  ['that names a withdrawal', { text: `${unknown} Kassa Ltd RETURN AC04` }, 'returnedPayout'],
  ['that names one without dashes', { text: 'RETOURE kw7q2m41xk' }, 'returnedPayout'],
  ['that names one in its end-to-end id', { endToEndId: unknown }, 'returnedPayout'],
  ['that names a file of payouts', { text: 'PB-7Q2M-41XK-EUR' }, 'returnedPayout'],
  ['between own accounts, as the bank says', { kind: 'own' }, 'ownTransfer'],
  ['from the account that pays by file', { payerAccount: debtorIban }, 'ownTransfer'],
  ['from it, by its national number', { payerAccount: debtorIban.slice(4) }, 'ownTransfer'],
  ['of its owner, spelt otherwise', { payerName: 'NORTHWIND CASINO LTD.' }, 'ownTransfer'],
  ['that is a charge', { kind: 'charge' }, 'noPayment'],
  ['that is interest', { kind: 'interest' }, 'noPayment'],
];

describe.each(sourceNames)('money that a %s reports', (source) => {
  const receive = sources[source];

  test.each(ownMoney)('%s is no payment of an open invoice', async (_, paid, because) => {
    const to = await addAccount();
    const deposit = await invoice(to);
    expect(await receive({ to, ...paid })).toBe('review');
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because, amount: '50' }]);
    // The invoice is still paid by the player.
    expect(await receive({ to, payerName: 'Ada Lovelace', bookedAt: later() })).toBe('credited');
    expect(await deposit.balance()).toBe('50.00');
  });

  test('from a number that only looks like that of the own account is a payment', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    const lookalike = debtorIban.replace(/[A-Z]/g, (letter) =>
      String.fromCharCode(letter.charCodeAt(0) + 0xfee0),
    );
    expect(await receive({ to, payerAccount: lookalike })).toBe('credited');
    expect(await deposit.balance()).toBe('50.00');
  });

  test.each(ownMoney.filter(([, { payerName }]) => payerName === undefined))(
    '%s is none of a deposit that its text names, either',
    async (_, { text = '', ...paid }, because) => {
      const to = await addAccount({ has_reference: true });
      const deposit = await invoice(to);
      expect(await receive({ to, ...paid, text: `${deposit.reference} ${text}` })).toBe('review');
      expect(await deposit.balance()).toBe('0.00');
      expect(await transfersTo(to)).toMatchObject([{ because, reference: deposit.reference }]);
    },
  );

  test('from another account of the pool waits, also after it was switched off or removed', async () => {
    for (const state of [{}, { is_on: false }, { removed_at: new Date() }]) {
      const from = await addAccount();
      const to = await addAccount();
      const deposit = await invoice(to);
      await desk.server.core.db
        .updateTable('requisites')
        .set({ ...state, updated_at: new Date() })
        .where('id', '=', from.row.id)
        .execute();
      const payerAccount = `${from.number.slice(0, 4)} ${from.number.slice(4)}`;
      expect(await receive({ to, payerAccount })).toBe('review');
      expect(await deposit.balance()).toBe('0.00');
      expect(await transfersTo(to)).toMatchObject([{ because: 'ownTransfer' }]);
    }
  });

  test('from an account by another of its numbers waits', async () => {
    const phone = `+99890${makeDigits(7)}`;
    const card = `8600${makeDigits(12)}`;
    await addAccount({ kind: 'card', payee: { number: card, phone } });
    const to = await addAccount();
    const deposit = await invoice(to);
    expect(await receive({ to, payerAccount: phone })).toBe('review');
    expect(await deposit.balance()).toBe('0.00');
  });

  test.each([
    ['owner', () => ({ owner: 'Zoë Rivera' })],
    ['holder', () => ({ payee: { account_number: makeDigits(20), fullName: 'Zoë Rivera' } })],
  ])('from the %s of an account waits, unless it names a deposit', async (_, makePart) => {
    await addAccount(makePart());
    const to = await addAccount();
    const deposit = await invoice(to);
    const payerName = 'RIVERA ZOE';
    expect(await receive({ to, payerName })).toBe('review');
    expect(await deposit.balance()).toBe('0.00');
    // A player may have the same name.
    const again = { to, payerName, bookedAt: later() };
    expect(await receive({ ...again, text: deposit.reference })).toBe('credited');
    expect(await deposit.balance()).toBe('50.00');
  });

  test('of a payer who merely has an id of that form, or a similar name, is credited', async () => {
    const endToEndId = '0199d1f07c0070008000000000000001';
    for (const part of [{ endToEndId }, { payerName: 'Ada Lovelace' }, { payerAccount: '40817' }]) {
      const to = await addAccount({ owner: 'Lovelace' });
      const deposit = await invoice(to);
      expect(await receive({ to, ...part })).toBe('credited');
      expect(await deposit.balance()).toBe('50.00');
    }
  });
});

describe('own money that both sources report', () => {
  test.each([
    ['notification', 'statement'],
    ['statement', 'notification'],
  ] as const)('is one transfer, of a %s first', async (first, second) => {
    const to = await addAccount();
    const deposit = await invoice(to);
    expect(await sources[first]({ to, kind: 'return' })).toBe('review');
    // The other source says less of it, and names the deposit of an old payment.
    expect(await sources[second]({ to, text: deposit.reference })).toBe('duplicate');
    expect(await deposit.balance()).toBe('0.00');
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because: 'returnedPayout' }]);
  });

  test('gets its reason by the second report, if the first one had less words', async () => {
    const to = await addAccount();
    expect(await sources.notification({ to })).toBe('review');
    expect(await sources.statement({ to, text: unknown, kind: 'return' })).toBe('duplicate');
    const [row, ...others] = await transfersTo(to);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ status: 'review', because: 'returnedPayout' });
    if (row === undefined) throw new Error('no transfer');
    expect(openDetails(desk.server.core.vault, row)).toMatchObject({ text: unknown });
  });

  test('is never taken for a payment that was credited', async () => {
    const to = await addAccount();
    const deposit = await invoice(to);
    expect(await sources.notification({ to })).toBe('credited');
    expect(await sources.statement({ to, kind: 'return' })).toBe('review');
    expect(await sources.statement({ to })).toBe('duplicate');
    expect(await deposit.balance()).toBe('50.00');
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched' },
      { status: 'review', because: 'returnedPayout' },
    ]);
  });
});
