import { describe, expect, test } from 'vitest';
import { statementFormatSchema } from '../../brands/statement-format.ts';
import { readStatement } from './read-statement.ts';

const formatOf = (part: object = {}) => statementFormatSchema.parse(part);

const read = (lines: string[] | Buffer, part: object = {}, currency: string | null = null) =>
  readStatement(Buffer.isBuffer(lines) ? lines : Buffer.from(lines.join('\r\n')), {
    format: formatOf(part),
    currency,
  });

const problemsOf = (...given: Parameters<typeof read>): Promise<readonly string[]> =>
  read(...given).then(
    () => [],
    (error: { problems: string[] }) => error.problems,
  );

const head = 'date,amount,currency,id,text,payer';
const good = '2026-11-20,50.00,EUR,B1,KS-7Q2M-41XK,Zoë Ünal';

describe('a statement in CSV', () => {
  test('is read line by line, with the line numbers of the file', async () => {
    const lines = [head, good, '', '2026-11-20T10:00:00Z,-7,eur,,"a ""fee"", of today",'];
    expect(await read(lines)).toEqual({
      format: 'csv',
      accountNumber: null,
      bankReference: null,
      notBookedCount: 0,
      lines: [
        {
          line: 2,
          bankReference: 'B1 2026-11-20 50 EUR',
          amount: '50.00',
          currency: 'EUR',
          bookedAt: new Date('2026-11-20T00:00:00Z'),
          isCredit: true,
          isReversal: false,
          text: 'KS-7Q2M-41XK',
          payerName: 'Zoë Ünal',
          payerAccount: null,
        },
        {
          line: 4,
          bankReference: expect.stringMatching(/^2026-11-20 7 EUR [0-9a-f]{32}$/),
          amount: '7',
          currency: 'EUR',
          bookedAt: new Date('2026-11-20T10:00:00Z'),
          isCredit: false,
          isReversal: false,
          text: 'a "fee", of today',
          payerName: null,
          payerAccount: null,
        },
      ],
    });
  });

  test('has the words, marks and order of the settings', async () => {
    const lines = [
      'Kontoauszug;;;',
      'Konto;DE75512108001245126199;;',
      'Buchung;Soll;Haben;Konto',
      '1.12.2026 13:45;;1.234.567,89;DE75 5121',
      '20.11.2026;1 000,00;0,00;DE75 5121',
    ];
    const columns = { date: 'buchung', debit: 'Soll', credit: 'Haben', account: 'Konto' };
    const format = {
      ...{ columns, delimiter: ';', headerLine: 3, dateFormat: 'dd.mm.yyyy' },
      ...{ hasDecimalComma: true, groupMark: '.' },
    };
    expect(await problemsOf(lines, format, 'EUR')).toEqual(['line 5: "debit" is malformed']);
    const { accountNumber, lines: found } = await read(
      lines.map((line) => line.replace('1 000', '1.000')),
      format,
      'EUR',
    );
    expect(accountNumber).toBe('DE75 5121');
    expect(found).toMatchObject([
      { amount: '1234567.89', isCredit: true, bookedAt: new Date('2026-12-01') },
      { amount: '1000.00', isCredit: false, bookedAt: new Date('2026-11-20') },
    ]);
  });

  test.each([
    [{ hasDecimalComma: true }, '1.234'],
    [{ hasDecimalComma: true, groupMark: '.' }, '12.50'],
    [{ groupMark: ',' }, '1234,5'],
  ])('with %o does not read %s in another spelling', async (format, amount) => {
    const lines = ['date;amount', `2026-11-20;${amount}`];
    const problems = await problemsOf(lines, { delimiter: ';', ...format }, 'EUR');
    expect(problems).toEqual(['line 2: "amount" is malformed']);
  });

  test.each([
    ['yyyymmdd', '20261120'],
    ['mm/dd/yyyy', '11/20/2026'],
    ['yyyy.mm.dd', '2026.11.20'],
  ])('with dates as %s is read', async (dateFormat, date) => {
    const { lines } = await read(['date,amount', `${date},1`, ''], { dateFormat }, 'EUR');
    expect(lines).toMatchObject([{ bookedAt: new Date('2026-11-20') }]);
  });

  test.each([
    ['CR', true],
    ['d', false],
    ['Debit', false],
  ])('with the direction %s has its money in or out', async (direction, isCredit) => {
    const { lines } = await read(['date,amount,dr/cr,currency', `2026-11-20,5,${direction},EUR`], {
      columns: { direction: 'DR/CR' },
    });
    expect(lines).toMatchObject([{ isCredit }]);
  });

  test.each([
    ['utf-8', Buffer.from('Привет')],
    ['windows-1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])],
    ['koi8-r', Buffer.from([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4])],
  ])('in %s is read', async (encoding, text) => {
    const file = Buffer.concat([Buffer.from('date,amount,currency,text\n2026-11-20,1,EUR,'), text]);
    expect((await read(file, { encoding })).lines).toMatchObject([{ text: 'Привет' }]);
  });

  test('with a byte order mark is read as the mark says', async () => {
    const text = `\ufeff${head}\n${good}`;
    const swapped = Buffer.from(text, 'utf16le').swap16();
    for (const file of [Buffer.from(text), Buffer.from(text, 'utf16le'), swapped]) {
      const { lines } = await read(file, { encoding: 'windows-1252' });
      expect(lines).toMatchObject([{ payerName: 'Zoë Ünal' }]);
    }
  });

  test('in another encoding than the configured one is refused', async () => {
    expect(await problemsOf(Buffer.from(`${head}\n${good}`, 'latin1'))).toEqual([
      'The file has bytes that are not of the encoding utf-8.',
    ]);
  });

  test.each([
    ['an exponent', '2026-11-20,1e3,EUR,,,', '"amount" is malformed'],
    ['20 digits', '2026-11-20,12345678901234567890,EUR,,,', '"amount" is malformed'],
    ['thousands that could be decimals', '2026-11-20,"1,000",EUR,,,', '"amount" is malformed'],
    ['no amount', '2026-11-20,,EUR,,,', '"amount" is malformed'],
    ['two signs', '2026-11-20,--5,EUR,,,', '"amount" is malformed'],
    [
      'the sign of another currency',
      '2026-11-20,$5,EUR,,,',
      '"amount" has a sign of another currency than EUR',
    ],
    ['no currency', '2026-11-20,5,,,,', '"currency" is malformed'],
    ['a currency in other letters', '2026-11-20,5,\u0131dr,,,', '"currency" is malformed'],
    ['no date', ',5,EUR,,,', '"date" is malformed'],
    ['a date that is none', '2026-02-30,5,EUR,,,', '"date" is malformed'],
    ['a date of another order', '20.11.2026,5,EUR,,,', '"date" is malformed'],
    ['a long id', `2026-11-20,5,EUR,${'x'.repeat(201)},,`, '"id" is too long'],
    ['too few values', '2026-11-20,5', 'the number of values differs from the header'],
  ])('with %s is refused as a whole, with line and column', async (_, line, problem) => {
    expect(await problemsOf([head, good, line])).toEqual([`line 3: ${problem}`]);
  });

  test.each([
    ['EUR', '1.000', "may be 1 or 1000: state groupMark in the account's format"],
    ['EUR', '-1.000', "may be 1 or 1000: state groupMark in the account's format"],
    ['EUR', '1.500', "may be 1.5 or 1500: state groupMark in the account's format"],
    ['VND', '500.000', "may be 500 or 500000: state groupMark in the account's format"],
    ['JPY', '10.000', "may be 10 or 10000: state groupMark in the account's format"],
    ['KWD', '1.000', "may be 1 or 1000: state groupMark in the account's format"],
    ['EUR', '1.005', 'has more decimals than EUR'],
    ['UZS', '150000.005', 'has more decimals than UZS'],
    ['JPY', '10.50', 'has more decimals than JPY'],
  ])('in %s with the amount %s is refused', async (currency, amount, problem) => {
    const lines = ['date,amount,currency,text', `2026-11-28,${amount},${currency},KS-SAFQ-Y2PG`];
    expect(await problemsOf(lines)).toEqual([`line 2: "amount" ${problem}`]);
    const columns = [
      'date,debit,credit,currency',
      `2026-11-28,,${amount.replace('-', '')},${currency}`,
    ];
    expect(await problemsOf(columns)).toEqual([`line 2: "credit" ${problem}`]);
  });

  test.each([
    [{ groupMark: 'none' }, 'EUR', '1.000', '1.00'],
    [{ groupMark: ',' }, 'EUR', '1.000', '1.00'],
    [{ groupMark: ' ' }, 'KWD', '1 000.250', '1000.250'],
    [{ groupMark: 'none' }, 'KWD', '1.000', '1.000'],
    [{ hasDecimalComma: true, groupMark: '.' }, 'EUR', '1.000', '1000'],
    [{ hasDecimalComma: true, groupMark: '.' }, 'EUR', '1.000,00', '1000.00'],
    [{ hasDecimalComma: true, groupMark: '.' }, 'VND', '500.000', '500000'],
    [{ hasDecimalComma: true }, 'EUR', '1,000', '1.00'],
    [{}, 'JPY', '10.00', '10'],
    [{}, 'EUR', '1234.000', '1234.00'],
    [{}, 'EUR', '0.500', '0.50'],
  ])('with the marks %o reads %s %s as %s', async (format, currency, amount, expected) => {
    const lines = ['date;amount', `2026-11-20;${amount}`, ''];
    const { lines: found } = await read(lines, { delimiter: ';', ...format }, currency);
    expect(found).toMatchObject([{ amount: expected, isCredit: true }]);
  });

  test('has no format whose group mark is its decimal mark', () => {
    for (const marks of [{ groupMark: '.' }, { hasDecimalComma: true, groupMark: ',' }]) {
      expect(statementFormatSchema.safeParse(marks).error?.issues).toMatchObject([
        { path: ['groupMark'] },
      ]);
    }
  });

  test.each([
    ['both', '1,2', '"credit" and "debit" both have an amount'],
    ['a negative credit', '-1,', '"credit" is negative'],
    ['a malformed debit', ',x', '"debit" is malformed'],
  ])('with %s in two columns is refused', async (_, values, problem) => {
    const lines = ['date,credit,debit', `2026-11-20,${values}`];
    expect(await problemsOf(lines, {}, 'EUR')).toEqual([`line 2: ${problem}`]);
  });

  test('with many problems names the first twenty, without the content', async () => {
    const problems = await problemsOf([head, ...Array(50).fill('secret,secret,secret,,,')]);
    expect(problems).toHaveLength(20);
    expect(problems.join()).not.toContain('secret');
  });

  test('that is cut in a quoted value, or has no header or columns, is refused', async () => {
    const cut = await problemsOf([head, good, '2026-11-20,5,EUR,,"secret pay']);
    expect(cut).toEqual([expect.stringMatching(/^line 3: /)]);
    expect(cut.join()).not.toContain('secret');
    expect(await problemsOf([''])).toEqual(['line 1: the file has no header there']);
    expect(await problemsOf(['when,how much', '1,2'])).toEqual([
      'line 1: has no column for date; amount, or credit and debit; currency',
    ]);
  });

  test('says by its own words, or those of the settings, what a line is', async () => {
    const kinds = { 'Retoure SEPA': 'return', Übertrag: 'own', Zinsen: 'interest' };
    const words = [
      ['RETURN', 'return'],
      ['Fees', 'charge'],
      ['retoure sepa', 'return'],
      ['Übertrag', 'own'],
      ['Zinsen', 'interest'],
      ['Gutschrift', undefined],
      ['constructor', undefined],
      ['', undefined],
    ];
    const lines = words.map(([word]) => `2026-11-20,5,EUR,${word}`);
    const { lines: found } = await read(['date,amount,currency,Type', ...lines], { kinds });
    expect(found.map((line) => line.movement)).toEqual(words.map(([, movement]) => movement));
    const columns = { kind: 'Vorgang', endToEndId: 'Referenz' };
    const own = ['date,amount,currency,Vorgang,Referenz', '2026-11-20,5,EUR,return,kw7q2m41xk'];
    const [line] = (await read(own, { columns })).lines;
    expect(line).toMatchObject({ movement: 'return', ids: 'kw7q2m41xk' });
  });

  test('of several accounts is refused', async () => {
    const columns = { account: 'own' };
    const lines = ['date,amount,own', '2026-11-20,5,A1', '2026-11-20,5,A2'];
    expect(await problemsOf(lines, { columns }, 'EUR')).toEqual([
      'line 3: "account" differs from the lines above',
    ]);
  });

  test('gives the same references in overlapping files, and others to equal lines', async () => {
    const twin = '2026-11-20,5,EUR,,rent,Ann';
    const referencesOf = async (...lines: string[]) =>
      (await read([head, ...lines])).lines.map((line) => line.bankReference);
    const one = await referencesOf(good, twin, '2026-11-20,5,EUR,,rent,Bob');
    const two = await referencesOf(twin, twin, good);
    expect(new Set([...one, ...two]).size).toBe(4);
    expect(two.filter((reference) => one.includes(reference))).toHaveLength(2);
    expect(await referencesOf('2026-11-20,5.00,EUR,,rent,Ann')).toEqual([two[0]]);
  });
});
