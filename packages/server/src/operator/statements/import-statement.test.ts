import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test, vi } from 'vitest';
import { addRequisite } from '../../money/requisites/add-requisite.ts';
import { buildRequisite, makeIban } from '../../testing/build-requisite.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { type OwnAccount, useTransferDesk } from '../../testing/transfer-desk.ts';
import { type BankLine, type BankStatement, writeCamt } from '../../testing/write-camt.ts';
import { stepStatement, stepStatements } from './step-statements.ts';

const statements = {
  own: {
    delimiter: ';',
    dateFormat: 'dd.mm.yyyy',
    hasDecimalComma: true,
    columns: { text: 'Verwendungszweck', amount: 'Betrag', date: 'Buchungstag' },
  },
};

const { desk, addAccount, addIban, importFile, invoice, notify, transfersTo } = useTransferDesk({
  brand: { statements },
});

/** The day of the accounts' time zone. */
const today = () => new Date().toISOString().slice(0, 10);

let lastId = 0;

/** A payment of 50 EUR of today, with an id of its own. */
function payment(part: Partial<BankLine> = {}): BankLine {
  lastId += 1;
  return {
    bankId: `BOOKING${lastId}`,
    amount: '50.00',
    currency: 'EUR',
    booked: today(),
    isCredit: true,
    isReversal: false,
    text: null,
    payerName: 'Ada Lovelace',
    ...part,
  };
}

const camtOf = (to: OwnAccount, lines: BankLine[], more: Partial<BankStatement> = {}) =>
  writeCamt('08', { accountNumber: to.number, lines, ...more });

const countsOf = ({ body }: { body: Record<string, unknown> }) => {
  const { lines, matched, known, review, ignored } = body;
  return { lines, matched, known, review, ignored };
};

describe('an imported statement', () => {
  test('credits what it matches, leaves the rest to a person, and ignores other lines', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const file = camtOf(to, [
      payment(),
      payment({ amount: '51' }),
      payment({ isCredit: false }),
      payment({ isReversal: true }),
      payment({ isCredit: false, isReversal: true }),
      payment({ amount: '0' }),
      payment({ status: 'PDNG' }),
      payment({ currency: 'USD' }),
    ]);
    const imported = await importFile(file);
    expect(imported).toMatchObject({
      status: 200,
      body: {
        account: 'own',
        requisiteId: to.row.id,
        format: 'camt.053',
        bankReference: 'S1',
        status: 'done',
        takenBack: [5],
        actor: expect.stringContaining('test desk'),
      },
    });
    expect(countsOf(imported)).toEqual({ lines: 8, matched: 1, known: 0, review: 3, ignored: 4 });
    expect(await paid.status()).toBe('processed');
    expect(await paid.balance()).toBe('50.00');
    expect(await transfersTo(to)).toMatchObject([
      { line: 1, statement_id: imported.body.id, status: 'matched', deposit_id: paid.depositId },
      { line: 2, amount: '51', status: 'review' },
      // A debit that the bank has taken back.
      { line: 4, status: 'review', because: 'returnedPayout' },
      { line: 7, currency: 'USD', status: 'review' },
    ]);
    const shown = await desk.operator.ask('statements-show', { statementId: imported.body.id });
    expect(shown.body).toEqual(imported.body);
    const { body } = await desk.operator.ask('statements-list');
    expect(body.items[0]).toEqual(imported.body);
  });

  test('loaded twice has known lines only, and changes nothing', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const file = camtOf(to, [payment(), payment({ amount: '3' })]);
    const first = await importFile(file);
    const again = await importFile(file);
    expect(again.body).toEqual({ ...first.body, matched: 0, review: 0, known: 2 });
    const shown = await desk.operator.ask('statements-show', { statementId: first.body.id });
    expect(shown.body).toEqual(first.body);
    expect(await transfersTo(to)).toHaveLength(2);
    expect(await paid.balance()).toBe('50.00');
  });

  test('whose response was lost with its process is told of by a repeat', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const file = Buffer.from(camtOf(to, [payment(), payment({ amount: '3' })])).toString('base64');
    const key = uuidv7();
    const importIt = () => desk.operator.ask('statements-import', { file, account: 'own' }, key);
    const first = await importIt();
    await desk.server.core.db
      .updateTable('operator_requests')
      .set({ answer: null })
      .where('idempotency_key', '=', key)
      .execute();
    const again = await importIt();
    expect(countsOf(again)).toMatchObject({ matched: 1, known: 0, review: 1 });
    expect(again).toEqual(first);
    expect(await paid.balance()).toBe('50.00');
  });

  test('in MT940 is known by its content, credits, and overlaps another one', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const [, month, date] = today().split('-');
    const day = `${today().slice(2, 4)}${month}${date}`;
    const movement = (amount: string, words: string) =>
      `:61:${day}${month}${date}C${amount},00NTRFNONREF\r\n:86:166?20SVWZ+${words}?32ADA LOVELACE`;
    const file = (sum: string, ...movements: string[]) =>
      [
        ':20:S1',
        `:25:${to.number}`,
        ':28C:7/1',
        `:60F:C${day}EUR0,`,
        ...movements,
        `:62F:C${day}EUR${sum},`,
      ].join('\r\n');
    const first = await importFile(file('50', movement('50', 'for Ada')));
    expect(first).toMatchObject({ status: 200, body: { format: 'mt940', bankReference: '7/1' } });
    expect(countsOf(first)).toEqual({ lines: 1, matched: 1, known: 0, review: 0, ignored: 0 });
    const both = [movement('50', 'for Ada'), movement('20', `KW${'7'.repeat(8)}`)];
    const second = await importFile(file('70', ...both));
    expect(countsOf(second)).toEqual({ lines: 2, matched: 0, known: 1, review: 1, ignored: 0 });
    expect(await paid.balance()).toBe('50.00');
  });

  test('that overlaps another one knows the lines of both', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const twin = payment({ bankId: null, amount: '9', text: 'rent' });
    const [one, two] = [payment(), payment({ amount: '7' })];
    await importFile(camtOf(to, [one, twin]));
    const second = await importFile(camtOf(to, [twin, twin, one, two]));
    expect(countsOf(second)).toEqual({ lines: 4, matched: 0, known: 2, review: 2, ignored: 0 });
    expect(await transfersTo(to)).toHaveLength(4);
    expect(await paid.balance()).toBe('50.00');
  });

  test('in the other format credits nothing that the first one may have credited', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    await importFile(camtOf(to, [payment()]));
    // The amount is given out again.
    const later = await invoice(to);
    const day = today().split('-').reverse().join('.');
    const csv = `Buchungstag;Betrag;Verwendungszweck\n${day};50,00;rent`;
    const second = await importFile(csv, { requisiteId: to.row.id });
    expect(second).toMatchObject({ status: 200, body: { matched: 0, review: 1 } });
    expect(await transfersTo(to)).toMatchObject([
      { status: 'matched', deposit_id: paid.depositId },
      { status: 'review' },
    ]);
    expect(await later.balance()).toBe('0.00');
  });

  test('knows what the bank has notified', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    await notify({ to });
    expect(countsOf(await importFile(camtOf(to, [payment()])))).toMatchObject({
      known: 1,
      matched: 0,
    });
    expect(await paid.balance()).toBe('50.00');
  });

  test('in CSV is read as the account is configured', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const [year, month, day] = today().split('-');
    const csv = [
      'Buchungstag;Betrag;Verwendungszweck',
      `${day}.${month}.${year};50,00;"=cmd|' /C calc'!A0"`,
      `${day}.${month}.${year};-3,00;fee`,
    ].join('\r\n');
    const imported = await importFile(csv, { requisiteId: to.row.id });
    expect(countsOf(imported)).toEqual({ lines: 2, matched: 1, known: 0, review: 0, ignored: 1 });
    expect(imported.body).toMatchObject({ format: 'csv', account: 'own' });
    expect(await paid.status()).toBe('processed');
    expect(await importFile(csv)).toMatchObject({
      status: 422,
      body: { error: { code: 'statement.unreadable' } },
    });
  });
});

describe('a crash in the middle', () => {
  test('leaves lines that the job matches, each once', async () => {
    const to = await addIban();
    const paid = await invoice(to);
    const { core } = desk.server;
    // The process dies between two lines: the lines after it stay.
    const begin = core.db.transaction.bind(core.db);
    let left = 2;
    const spy = vi.spyOn(core.db, 'transaction').mockImplementation(() => {
      left -= 1;
      if (left < 0) throw new Error('the database is away');
      return begin();
    });
    const imported = await importFile(camtOf(to, [payment(), payment({ amount: '4' })]));
    spy.mockRestore();
    expect(imported).toMatchObject({
      status: 200,
      body: { status: 'running', matched: 1, review: 0 },
    });
    await stepStatements(core);
    const show = () => desk.operator.ask('statements-show', { statementId: imported.body.id });
    expect((await show()).body).toMatchObject({ status: 'running' });
    await desk.server.later(180_000, () => stepStatements(core));
    expect(countsOf(await show())).toEqual({
      lines: 2,
      matched: 1,
      known: 0,
      review: 1,
      ignored: 0,
    });
    expect((await show()).body).toMatchObject({ status: 'done', finishedAt: expect.any(String) });
    expect(await paid.balance()).toBe('50.00');
  });

  test('is finished by loading the file again', async () => {
    const to = await addIban();
    const { core } = desk.server;
    const file = camtOf(to, [payment(), payment({ amount: '4' })]);
    const statement = await storeOnly(() => importFile(file));
    expect(statement).toMatchObject({ finished_at: null, review: 0 });
    const again = await importFile(file);
    expect(again.body).toMatchObject({ id: statement.id, status: 'done', review: 2, known: 0 });
    await Promise.all([stepStatement(core, statement), stepStatement(core, statement)]);
    expect(await transfersTo(to)).toHaveLength(2);
  });

  test('of two processes at once matches each line once', async () => {
    const to = await addIban();
    const { core } = desk.server;
    const lines = Array.from({ length: 30 }, (_, index) => payment({ amount: String(index + 1) }));
    const statement = await storeOnly(() => importFile(camtOf(to, lines)));
    await Promise.all([1, 2, 3].map(() => stepStatement(core, statement)));
    const shown = await desk.operator.ask('statements-show', { statementId: statement.id });
    expect(shown.body).toMatchObject({ status: 'done', review: 30, known: 0 });
    expect(await transfersTo(to)).toHaveLength(30);
  });

  /** Imports a file up to the commit that stores it; returns the statement. */
  async function storeOnly(act: () => Promise<unknown>) {
    const { core } = desk.server;
    const begin = core.db.transaction.bind(core.db);
    let isStored = false;
    const spy = vi.spyOn(core.db, 'transaction').mockImplementation(() => {
      if (isStored) throw new Error('the process is killed');
      isStored = true;
      return begin();
    });
    await act();
    spy.mockRestore();
    return core.db
      .selectFrom('bank_statements')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  }
});

describe('a file is refused', () => {
  test('as a whole, with the places of its problems and nothing of its content', async () => {
    const to = await addIban();
    const file = camtOf(to, [payment(), payment({ amount: 'secret', payerName: 'Private' })]);
    const refused = await importFile(file);
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'statement.unreadable',
          message: 'The file is unreadable, and nothing was imported.',
          details: [expect.stringMatching(/^line \d+: the amount \(Amt\)/)],
        },
      },
    });
    expect(JSON.stringify(refused)).not.toMatch(/secret|Private/);
    expect(await transfersTo(to)).toEqual([]);
  });

  test('if it is of an account of nobody, of another pool or another brand', async () => {
    const { core } = desk.server;
    const to = await addIban();
    const iban = makeIban();
    const elsewhere = makeIban();
    await core.db
      .transaction()
      .execute((tx) => addRequisite(core, tx, 'other', buildRequisite({ payee: { iban } })));
    await addAccount({ account: 'second', payee: { iban: elsewhere } });
    for (const number of [iban, elsewhere, makeIban()]) {
      const file = writeCamt('04', { accountNumber: number, lines: [payment()] });
      const refused = await importFile(file);
      expect(refused).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'statement.otherAccount',
            message: expect.stringContaining(`•••• ${number.slice(-4)}`),
          },
        },
      });
      expect(JSON.stringify(refused)).not.toContain(number);
      expect(await importFile(file, { requisiteId: to.row.id })).toMatchObject({
        status: 422,
        body: { error: { code: 'statement.otherAccount' } },
      });
    }
    expect(await transfersTo(to)).toEqual([]);
  });

  test('if a card is named and the file is of another requisite, but not of its account', async () => {
    const card = await addAccount({ kind: 'card', payee: { number: '8600 1234 5678 9012' } });
    const to = await addIban();
    const named = { requisiteId: card.row.id };
    expect(await importFile(camtOf(to, [payment()]), named)).toMatchObject({
      status: 422,
      body: { error: { code: 'statement.otherAccount' } },
    });
    const behind = writeCamt('02', { accountNumber: makeIban(), lines: [payment()] });
    expect(await importFile(behind, named)).toMatchObject({ status: 200, body: { review: 1 } });
  });

  test('if it says nothing of its account and was loaded for another one', async () => {
    const [to, other] = [await addIban(), await addIban()];
    const csv = `Buchungstag;Betrag;Verwendungszweck\n20.11.2026;50,00;${to.number}`;
    expect(await importFile(csv, { requisiteId: to.row.id })).toMatchObject({ status: 200 });
    expect(await importFile(csv, { requisiteId: other.row.id })).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'statement.otherAccount',
          message: `This file was loaded before, as the statement of ${to.row.masked}.`,
        },
      },
    });
    expect(await transfersTo(other)).toEqual([]);
  });

  test.each([
    [{}, 400, 'request.invalid'],
    [{ account: 'sandbox' }, 404, 'connector.notFound'],
    [{ account: 'nothing' }, 404, 'connector.notFound'],
    [{ requisiteId: '0199d1f0-7c00-7000-8000-000000000001' }, 404, 'requisite.notFound'],
  ])('if the request names %j', async (request, status, code) => {
    const file = writeCamt('08', { lines: [payment()] });
    expect(await importFile(file, request)).toMatchObject({ status, body: { error: { code } } });
  });

  test('if the key has no right to confirm deposits', async () => {
    const weak = await createOperator(desk.server, { scopes: ['read', 'reconciliation'] });
    const file = Buffer.from('date,amount').toString('base64');
    expect(await weak.ask('statements-import', { file, account: 'own' })).toMatchObject({
      status: 403,
      body: { error: { code: 'scope.missing' } },
    });
  });
});

describe('a preview', () => {
  const preview = (by: OperatorClient, file: string, request: object) =>
    by.ask('statements-preview', { file: Buffer.from(file).toString('base64'), ...request });
  const csv =
    'Datum;Betrag;Zweck\n26.11.2026;50,00;KS-7Q2M-41XK\n25.11.2026;-1,00;Private Person\n';

  test('proposes the format and books, stores and logs nothing', async () => {
    const { row } = await addIban();
    const { db } = desk.server.core;
    const count = async () =>
      Promise.all(
        (['bank_statements', 'bank_transfers', 'operator_acts'] as const).map((table) =>
          db.selectFrom(table).select(db.fn.countAll().as('rows')).executeTakeFirst(),
        ),
      );
    const before = await count();
    const { status, body } = await preview(desk.operator, csv, { requisiteId: row.id });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { format: 'csv', lines: 2, credits: 1, debits: 1, inDoubt: [] },
    });
    expect(JSON.parse(body.settings)).toMatchObject({
      statements: { own: { delimiter: ';', dateFormat: 'dd.mm.yyyy', hasDecimalComma: true } },
    });
    expect(await count()).toEqual(before);
  });

  test('needs an account, and the scope of the import', async () => {
    expect(await preview(desk.operator, csv, {})).toMatchObject({
      body: { error: { code: 'request.invalid' } },
    });
    const weak = await createOperator(desk.server, { scopes: ['read', 'reconciliation'] });
    expect(await preview(weak, csv, { account: 'own' })).toMatchObject({
      body: { error: { code: 'scope.missing' } },
    });
  });
});

test('the log of acts identifies the file and has none of its content', async () => {
  const to = await addIban();
  const { body } = await importFile(camtOf(to, [payment({ payerName: 'Private Person' })]));
  const acts = await desk.operator.ask('acts-list', {
    subjectKind: 'statement',
    subjectId: body.id,
  });
  expect(acts.body.items).toMatchObject([
    {
      action: 'statements-import',
      outcome: 'done',
      request: { file: expect.stringMatching(/^SHA-256 [0-9a-f]{64}$/) },
    },
  ]);
  const lines = desk.server.core.db.selectFrom('bank_statement_lines').selectAll();
  expect(await lines.execute()).toEqual([]);
});
