import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOperator } from '../testing/operator-client.ts';
import { reserveForTest } from '../testing/reserve-for-test.ts';
import { type OwnAccount, type Paid, useTransferDesk } from '../testing/transfer-desk.ts';
import { writeCamt } from '../testing/write-camt.ts';

const { desk, addIban, importFile, importLine, notify, open, transfersTo } = useTransferDesk({
  brand: { secondApproval: { upTo: { EUR: '1000000' } } },
});

const reason = 'the player sent the receipt';
const dayMs = 24 * 3600_000;

/** All tests are on one day, ten minutes apart: two notifications of one moment resemble each other. */
const today = '2026-11-23';
let clock = new Date(`${today}T06:00:00Z`);
const daysAgo = (days: number) => new Date(clock.getTime() - days * dayMs);

beforeEach(() => {
  clock = new Date(clock.getTime() + 10 * 60_000);
  vi.spyOn(desk.server.core, 'now').mockReturnValue(clock);
});
afterEach(() => void vi.restoreAllMocks());
const ask = async (name: string, fields: Record<string, unknown>) =>
  desk.operator.ask(name, fields);
const assign = (transferId: string, depositId: string, more: object = {}) =>
  ask('bank-transfers-assign', { transferId, depositId, reason, ...more });
const confirm = (depositId: string, more: object = {}) =>
  ask('deposits-confirm', { depositId, amount: '700', currency: 'EUR', reason, ...more });

/** A deposit that has a requisite, with another amount to pay if `asked` says so. */
async function wanted(to: OwnAccount, amount = '700', asked = amount, person?: object) {
  const deposit = await open({ amount, ...(person && { person }) });
  await reserveForTest(desk.server.core, deposit.depositId, to.row, asked);
  return deposit;
}

let count = 0;

/** An amount that no other test has confirmed. */
function oddAmount(): string {
  count += 1;
  return `800.${String(count).padStart(2, '0')}`;
}

interface Line {
  text?: string | null;
  payerName?: string | null;
}

async function importLines(to: OwnAccount, file: string) {
  const imported = await importFile(file, { requisiteId: to.row.id });
  expect([imported.status, imported.body.error]).toEqual([200, undefined]);
  return (await transfersTo(to)).filter((row) => row.statement_id === imported.body.id);
}

/** The last column makes the file another one than that of any other account. */
const importCsv = (to: OwnAccount, ...lines: Line[]) =>
  importLines(
    to,
    [
      `date,amount,currency,text,payer,${uuidv7()}`,
      ...lines.map(({ text, payerName }) =>
        [today, '700.00', 'EUR', text ?? '', payerName ?? '', ''].join(','),
      ),
    ].join('\n'),
  );

const importCamt = (to: OwnAccount, ...lines: Line[]) =>
  importLines(
    to,
    writeCamt('08', {
      accountNumber: to.number,
      lines: lines.map(({ text = null, payerName = null }) => ({
        bankId: uuidv7(),
        amount: '700.00',
        currency: 'EUR',
        booked: today,
        isCredit: true,
        isReversal: false,
        text,
        payerName,
      })),
    }),
  );

async function arrive(paid: Paid & { to: OwnAccount }): Promise<string> {
  const before = new Set((await transfersTo(paid.to)).map(({ id }) => id));
  await notify({ amount: '700', ...paid });
  const added = (await transfersTo(paid.to)).find(({ id }) => !before.has(id));
  if (added === undefined) throw new Error('no transfer');
  expect(added.status).toBe('review');
  return added.id;
}

const idOf = ([row]: readonly { id: string }[]) => row?.id ?? '';

/** The refusal of an act, with the ids of what the money resembles. */
const refusal = (...ids: string[]) => ({
  status: 409,
  body: {
    error: {
      code: 'money.resembles',
      details: ids.map((id) => expect.stringContaining(id)),
      params: { separateFrom: ids.join(',') },
    },
  },
});

describe('a transfer in a CSV file and in a camt.053, without a reference', () => {
  test.each([
    ['the CSV first', importCsv, importCamt],
    ['the camt.053 first', importCamt, importCsv],
  ])('%s, is assigned once', async (_, importFirst, importSecond) => {
    const to = await addIban({ has_reference: true });
    const [one, two] = [await open({ amount: '700' }), await open({ amount: '700' })];
    const first = idOf(await importFirst(to, { payerName: 'Ada Lovelace' }));
    const second = idOf(await importSecond(to, { payerName: 'LOVELACE ADA' }));
    const { body } = await ask('bank-transfers-show', { transferId: second });
    expect(body.resembles).toMatchObject([
      { kind: 'bankTransfer', id: first, status: 'review', depositReference: null },
    ]);
    // While both wait, neither may be assigned unseen.
    expect(await assign(first, one.depositId)).toMatchObject(refusal(second));
    const closing = { transferId: second, sameAs: first, reason: 'the same booking' };
    expect(await ask('bank-transfers-dismiss', closing)).toMatchObject({
      status: 200,
      body: { status: 'dismissed', sameAs: first, resembles: [] },
    });
    expect(await assign(first, one.depositId)).toMatchObject({ status: 200 });
    expect(await assign(second, two.depositId)).toMatchObject({ status: 409 });
    expect(await one.balance()).toBe('700.00');
    expect(await two.balance()).toBe('0.00');
  });

  test('is refused beside the deposit that has the first one, until a person has seen that', async () => {
    const to = await addIban({ has_reference: true });
    const [one, two] = [await wanted(to), await open({ amount: '700' })];
    const first = idOf(await importCsv(to, { text: one.reference }));
    expect(await one.balance()).toBe('700.00');
    const second = idOf(await importCamt(to, {}));
    const refused = await assign(second, two.depositId);
    expect(refused).toMatchObject(refusal(first));
    expect(refused.body.error.details[0]).toBe(
      `bank transfer ${first} of ${today}T00:00:00.000Z: matched to ${one.reference}`,
    );
    // Neither does it pay the first deposit again.
    expect(await assign(second, one.depositId)).toMatchObject(refusal(first));
    const strange = { separateFrom: [first, uuidv7()] };
    expect(await assign(second, two.depositId, strange)).toMatchObject({
      status: 409,
      body: { error: { code: 'money.resembles' } },
    });
    expect(await two.balance()).toBe('0.00');
    const seen = { separateFrom: [first] };
    expect(await assign(second, two.depositId, seen)).toMatchObject({ status: 200 });
    expect(await two.balance()).toBe('700.00');
  });

  test('is refused again if a further twin came after a person looked', async () => {
    const to = await addIban({ has_reference: true });
    const deposit = await open({ amount: '700' });
    const first = idOf(await importCsv(to, {}));
    const second = idOf(await importCamt(to, {}));
    const bookedAt = daysAgo(6);
    const third = await arrive({ to, bookedAt });
    const seen = { separateFrom: [second] };
    expect(await assign(first, deposit.depositId, seen)).toMatchObject(refusal(second, third));
    const all = { separateFrom: [third, second] };
    expect(await assign(first, deposit.depositId, all)).toMatchObject({ status: 200 });
    // What was said of the two counts for both.
    const { body } = await ask('bank-transfers-show', { transferId: third });
    expect(body.resembles.map(({ id }: { id: string }) => id)).toEqual([second]);
  });

  test('by two operators at the same moment is credited once', async () => {
    const to = await addIban({ has_reference: true });
    const [one, two] = [await open({ amount: '700' }), await open({ amount: '700' })];
    const first = idOf(await importCsv(to, {}));
    const second = idOf(await importCamt(to, {}));
    const third = { transferId: second, sameAs: first, reason: 'a duplicate' };
    const answers = await Promise.all([
      assign(first, one.depositId),
      assign(second, two.depositId),
      ask('bank-transfers-dismiss', third),
    ]);
    expect(answers[1]?.status).toBe(409);
    expect(await two.balance()).toBe('0.00');
  });
});

describe('equal transfers that are two', () => {
  test('of one file, of one format and of one source go through', async () => {
    const to = await addIban({ has_reference: true });
    const ids = [
      ...(await importCsv(to, {}, {})),
      ...(await importCsv(to, { text: 'another export' })),
    ].map(({ id }) => id);
    expect(ids).toHaveLength(3);
    for (const id of ids) {
      const deposit = await open({ amount: '700' });
      expect(await assign(id, deposit.depositId)).toMatchObject({ status: 200 });
      expect(await deposit.balance()).toBe('700.00');
    }
    const clock = new Date(Date.UTC(2026, 9, 20, 12));
    const day = await addIban({ has_reference: true });
    const apart = [0, 1, 2].map((hours) => new Date(clock.getTime() + hours * 3600_000));
    for (const bookedAt of apart) {
      const id = await arrive({ to: day, bookedAt });
      const deposit = await open({ amount: '700' });
      expect(await assign(id, deposit.depositId)).toMatchObject({ status: 200 });
    }
  });

  test('of different payers go through, in whatever sources', async () => {
    const to = await addIban({ has_reference: true });
    const first = idOf(await importCsv(to, { payerName: 'Ada Lovelace' }));
    const second = idOf(await importCamt(to, { payerName: 'Charles Babbage' }));
    for (const id of [first, second]) {
      const deposit = await open({ amount: '700' });
      expect(await assign(id, deposit.depositId)).toMatchObject({ status: 200 });
    }
  });

  test('of different payers are not paired', async () => {
    const to = await addIban({ has_reference: true });
    const first = await arrive({ to, payerName: 'Ada Lovelace' });
    const deposit = await open({ amount: '700' });
    const line = { to, amount: '700', payerName: 'Charles Babbage', text: deposit.reference };
    await importLine(line);
    const rows = await transfersTo(to);
    expect(rows).toMatchObject([{ id: first, paired_reference: null }, { status: 'review' }]);
  });

  test('of different payers are credited by their exact amounts', async () => {
    const to = await addIban();
    const one = await wanted(to);
    await importCsv(to, { payerName: 'Ada Lovelace' });
    const charles = { given_name: 'Charles', family_name: 'Babbage' };
    const two = await wanted(to, '700', '700', charles);
    await importCamt(to, { payerName: 'Charles Babbage' });
    expect(await one.balance()).toBe('700.00');
    expect(await two.balance()).toBe('700.00');
  });
});

describe('one transfer by other sources', () => {
  test('a notification and a statement that are too far apart to be paired', async () => {
    const to = await addIban({ has_reference: true });
    const deposit = await open({ amount: '700' });
    const bookedAt = daysAgo(5);
    const first = await arrive({ to, bookedAt });
    await importLine({ to, amount: '700' });
    const second = (await transfersTo(to)).at(-1)?.id ?? '';
    expect(await assign(first, deposit.depositId)).toMatchObject(refusal(second));
    expect(await assign(second, deposit.depositId)).toMatchObject(refusal(first));
  });

  test('a notification, its CSV line and then a camt.053', async () => {
    const to = await addIban();
    const one = await wanted(to);
    await notify({ to, amount: '700' });
    expect(await importCsv(to, {})).toEqual([]);
    expect(await one.balance()).toBe('700.00');
    const two = await wanted(to);
    const [third] = await importCamt(to, {});
    expect(third).toMatchObject({ status: 'review', because: 'perhapsKnown' });
    const [first] = await transfersTo(to);
    expect(await assign(third?.id ?? '', two.depositId)).toMatchObject(refusal(first?.id ?? ''));
    expect(await two.balance()).toBe('0.00');
  });

  test('two CSV files that were read by different columns', async () => {
    const to = await addIban({ has_reference: true });
    const first = idOf(await importCsv(to, { text: 'one' }));
    await desk.server.core.db
      .updateTable('bank_statements')
      .set({ reading: 'by other columns' } as never)
      .where('requisite_id', '=', to.row.id)
      .execute();
    const second = idOf(await importCsv(to, { text: 'one as another column says' }));
    const deposit = await open({ amount: '700' });
    expect(await assign(second, deposit.depositId)).toMatchObject(refusal(first));
  });

  test('notifications of two adapters, each with an id of its own', async () => {
    const to = await addIban({ has_reference: true });
    const deposit = await open({ amount: '700' });
    const bookedAt = new Date(Date.UTC(2026, 9, 20, 12));
    const first = await arrive({ to, bookedAt });
    const later = new Date(bookedAt.getTime() + 40_000);
    const second = await arrive({ to, bookedAt: later, payerName: 'Ada' });
    expect(await assign(second, deposit.depositId)).toMatchObject(refusal(first));
  });

  test('a notification that names the account as nobody knows it, and a statement', async () => {
    // No other account of these tests ends so.
    const to = await addIban({}, 'DE02120300000000202051');
    const masked = `**** ${to.number.slice(-4)}`;
    const id = uuidv7();
    await notify({ to: { number: masked }, id, amount: '700' });
    const one = await wanted(to);
    const [line] = await importCsv(to, {});
    expect(line).toMatchObject({ status: 'review', because: 'perhapsKnown' });
    expect(await one.balance()).toBe('0.00');
    const { body } = await ask('bank-transfers-list', { limit: 200 });
    const row = body.items.find((it: { bankReference: string }) => it.bankReference === id);
    expect(row.resembles).toMatchObject([{ id: line?.id }]);
    expect(await assign(row.id, one.depositId)).toMatchObject(refusal(line?.id ?? ''));
    await ask('bank-transfers-dismiss', { transferId: row.id, sameAs: line?.id, reason });
    expect(await assign(line?.id ?? '', one.depositId)).toMatchObject({ status: 200 });
    expect(await one.balance()).toBe('700.00');
  });

  test('an account that was removed and added again', async () => {
    const to = await addIban({ has_reference: true });
    const first = idOf(await importCsv(to, {}));
    const { db } = desk.server.core;
    const removed = { is_on: false, removed_at: clock };
    await db.updateTable('requisites').set(removed).where('id', '=', to.row.id).execute();
    const again = await addIban({ has_reference: true }, to.number);
    const second = idOf(await importCamt(again, {}));
    const deposit = await open({ amount: '700' });
    expect(await assign(second, deposit.depositId)).toMatchObject(refusal(first));
  });
});

describe('money that an operator confirms', () => {
  /** A deposit at the pool's account whose invoice has another amount, so that nothing is matched to it. */
  async function unmatched(to: OwnAccount, amount: string) {
    const deposit = await wanted(to, amount, '1');
    const { db } = desk.server.core;
    const { depositId } = deposit;
    await db
      .updateTable('deposits')
      .set({ connector: 'own' })
      .where('id', '=', depositId)
      .execute();
    await desk.server.core.db
      .deleteFrom('requisite_reservations')
      .where('deposit_id', '=', depositId)
      .execute();
    return deposit;
  }

  test('is refused while a transfer in review resembles it', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await unmatched(to, amount)];
    const transferId = await arrive({ to, amount });
    expect(await confirm(one.depositId, { amount })).toMatchObject(refusal(transferId));
    expect(await assign(transferId, two.depositId)).toMatchObject({ status: 200 });
    // A person has given the transfer to another deposit meanwhile.
    const refused = await confirm(one.depositId, { amount });
    expect(refused).toMatchObject(refusal(transferId));
    expect(refused.body.error.details[0]).toContain(`matched to ${two.reference}`);
    expect(await one.balance()).toBe('0.00');
    const seen = { amount, separateFrom: [transferId] };
    expect(await confirm(one.depositId, seen)).toMatchObject({ status: 200 });
    expect(await one.balance()).toBe(amount);
  });

  test('and then a transfer: no other deposit gets it unseen, and its own gets it once', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await unmatched(to, amount)];
    expect(await confirm(one.depositId, { amount })).toMatchObject({ status: 200 });
    const receiptId = idOf(await one.payments());
    const transferId = await arrive({ to, amount });
    const { body } = await ask('bank-transfers-show', { transferId });
    expect(body.resembles).toMatchObject([
      { kind: 'payment', id: receiptId, depositReference: one.reference, status: 'credited' },
    ]);
    expect(await assign(transferId, two.depositId)).toMatchObject(refusal(receiptId));
    expect(await assign(transferId, one.depositId)).toMatchObject({ status: 200 });
    expect(await one.balance()).toBe(amount);
    expect(await two.balance()).toBe('0.00');
  });

  test('and that is said to be other money than a transfer, which is then assigned', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await unmatched(to, amount)];
    const transferId = await arrive({ to, amount });
    const seen = { amount, separateFrom: [transferId] };
    expect(await confirm(one.depositId, seen)).toMatchObject({ status: 200 });
    expect(await assign(transferId, two.depositId)).toMatchObject({ status: 200 });
    expect([await one.balance(), await two.balance()]).toEqual([amount, amount]);
  });

  test('is not credited again by the exact amount of another invoice', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await wanted(to, amount)];
    expect(await confirm(one.depositId, { amount })).toMatchObject({ status: 200 });
    await notify({ to, amount });
    expect(await transfersTo(to)).toMatchObject([{ status: 'review', because: 'perhapsKnown' }]);
    expect(await two.balance()).toBe('0.00');
  });

  test('is no doubt about a transfer that names another deposit', async () => {
    const to = await addIban({ has_reference: true });
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await wanted(to, amount)];
    expect(await confirm(one.depositId, { amount })).toMatchObject({ status: 200 });
    await notify({ to, amount, text: two.reference });
    expect(await two.balance()).toBe(amount);
  });

  test('for two deposits at the same moment is one, unless the bank has two ids', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await unmatched(to, amount)];
    const answers = await Promise.all(
      [one, two].map(({ depositId }) => confirm(depositId, { amount })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const balances = [await one.balance(), await two.balance()];
    expect(balances.sort()).toEqual(['0.00', amount]);
    const more = oddAmount();
    for (const providerReference of [uuidv7(), uuidv7()]) {
      const { depositId } = await unmatched(to, more);
      const named = { amount: more, providerReference };
      expect(await confirm(depositId, named)).toMatchObject({ status: 200 });
    }
  });

  test('at the same moment as an assignment is credited once', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await unmatched(to, amount)];
    const transferId = await arrive({ to, amount });
    const answers = await Promise.all([
      confirm(one.depositId, { amount }),
      assign(transferId, two.depositId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 200]);
    expect([await one.balance(), await two.balance()]).toEqual(['0.00', amount]);
  });

  test('at the same moment as its report is credited once', async () => {
    const to = await addIban();
    const amount = oddAmount();
    const [one, two] = [await unmatched(to, amount), await wanted(to, amount)];
    await Promise.all([confirm(one.depositId, { amount }), notify({ to, amount })]);
    const balances = [await one.balance(), await two.balance()];
    expect(balances.sort()).toEqual(['0.00', amount]);
  });

  test('at a provider that names the deposit needs no look at others', async () => {
    for (const { depositId } of [await open({ amount: '700' }), await open({ amount: '700' })]) {
      expect(await confirm(depositId)).toMatchObject({ status: 200 });
    }
  });
});

test('a parked receipt is credited only once a person has seen what it resembles', async () => {
  const to = await addIban({ has_reference: true });
  const deposit = await wanted(to, '50');
  const second = await arrive({ to, bookedAt: daysAgo(5) });
  const line = { to, amount: '700', text: deposit.reference };
  await importLine(line);
  const first = (await transfersTo(to)).at(-1);
  expect(first).toMatchObject({ status: 'review', because: 'perhapsKnown' });
  await assign(first?.id ?? '', deposit.depositId, { separateFrom: [second] });
  const [parked] = await deposit.payments();
  expect(parked).toMatchObject({ status: 'parked', parked_code: 'aboveCeiling' });
  // A further report comes before the receipt is resolved.
  const third = await arrive({ to, bookedAt: daysAgo(4) });
  const resolving = { paymentId: parked?.id, resolution: 'credit', reason };
  expect(await ask('payments-resolve', resolving)).toMatchObject(refusal(third));
  expect(await deposit.balance()).toBe('0.00');
  const seen = { ...resolving, separateFrom: [third] };
  expect(await ask('payments-resolve', seen)).toMatchObject({ status: 200 });
  expect(await deposit.balance()).toBe('700.00');
});

test('an act that waits for a second key is refused if a twin came meanwhile', async () => {
  const to = await addIban({ has_reference: true });
  const deposit = await open({ amount: '700' });
  const amount = '2000000';
  const first = await arrive({ to, amount });
  const { body } = await assign(first, deposit.depositId);
  const bookedAt = daysAgo(5);
  await importLine({ to, amount, bookedAt });
  const twin = (await transfersTo(to)).at(-1)?.id ?? '';
  const second = await createOperator(desk.server, { name: 'second desk' });
  const approval = { pendingActId: body.pendingAct.id, reason };
  expect(await second.ask('pending-acts-approve', approval)).toMatchObject(refusal(twin));
  expect(await deposit.balance()).toBe('0.00');
});

test('only an equal transfer that is none’s duplicate is the same money', async () => {
  const to = await addIban({ has_reference: true });
  const first = await arrive({ to });
  const second = idOf(await importCamt(to, { payerName: 'Ada' }).then(() => transfersTo(to)));
  const dismiss = (transferId: string, sameAs: string) =>
    ask('bank-transfers-dismiss', { transferId, sameAs, reason });
  const odd = await arrive({ to, amount: '1', bookedAt: daysAgo(1) });
  expect(second).toBe(first);
  for (const sameAs of [first, odd]) {
    expect(await dismiss(first, sameAs)).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
  }
  expect(await dismiss(first, uuidv7())).toMatchObject({ status: 404 });
});

test('a second report of a transfer is no credit while a third one resembles it', async () => {
  const to = await addIban();
  const payerName = 'Ada Lovelace';
  const one = await wanted(to);
  await importCamt(to, { payerName });
  expect(await one.balance()).toBe('700.00');
  // The same money waits in CSV, and is then named by a notification.
  await importCsv(to, { payerName });
  const other = await wanted(to, '700', '1');
  await notify({ to, amount: '700', text: other.reference, payerName });
  expect(await other.balance()).toBe('0.00');
  const doubtful = (await transfersTo(to)).filter(({ status }) => status === 'review');
  expect(doubtful).toMatchObject([
    { because: 'perhapsKnown', proposed_deposit_id: other.depositId },
  ]);
});
