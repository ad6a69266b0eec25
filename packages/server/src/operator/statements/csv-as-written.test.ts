import { describe, expect, test } from 'vitest';
import { meaningsOf } from '../../brands/direction-words.ts';
import { statementFormatSchema } from '../../brands/statement-format.ts';
import { readStatement } from './read-statement.ts';

const read = (lines: readonly string[], part: object = {}, currency = 'EUR') =>
  readStatement(Buffer.from(lines.join('\r\n')), {
    format: statementFormatSchema.parse(part),
    currency,
  });

/** The payments of a file, or what is wrong with it. */
const outcomeOf = (...given: Parameters<typeof read>): Promise<readonly string[]> =>
  read(...given).then(
    ({ lines }) =>
      lines.map(({ bookedAt, amount, isCredit, text }) =>
        [bookedAt.toISOString().slice(0, 10), isCredit ? amount : `-${amount}`, text].join(' '),
      ),
    (error: { problems: string[] }) => error.problems,
  );

const german = { delimiter: ';', hasDecimalComma: true, dateFormat: 'dd.mm.yyyy' };
const titles = { columns: { date: 'Buchungstag', text: 'Text', amount: 'Betrag' } };
const differs = 'the number of values differs from the header';

describe('a statement as banks write it', () => {
  test.each<[string, string[], object, string, string[]]>([
    [
      'a sign of the currency',
      ['date;text;amount', '2026-11-20;KS-1;"50.00 €"', '2026-11-20;shop;" -110.7 €"'],
      { delimiter: ';' },
      'EUR',
      ['2026-11-20 50.00 KS-1', '2026-11-20 -110.7 shop'],
    ],
    [
      'a sign or code before the amount, and groups',
      [
        'date,amount,direction,text',
        '2026-11-20,"₦1,500.00",Credit,a',
        '2026-11-20,"NGN 2,300.50",Credit,b',
      ],
      {},
      'NGN',
      ['2026-11-20 1500.00 a', '2026-11-20 2300.50 b'],
    ],
    [
      'the sign behind',
      ['Buchungstag;Text;Betrag', '17.05.2026;Gebuehr;1.234,56-', '17.05.2026;KS-1;50,00'],
      { ...german, ...titles },
      'EUR',
      ['2026-05-17 -1234.56 Gebuehr', '2026-05-17 50.00 KS-1'],
    ],
    [
      'lakhs',
      ['date,text,amount', '2026-05-17,a,"1,00,000.00"', '2026-05-17,b,"(2,00,000.00)"'],
      {},
      'INR',
      ['2026-05-17 100000.00 a', '2026-05-17 -200000.00 b'],
    ],
    [
      'an empty mark',
      [
        'date,text,debit,credit',
        '2026-05-27,KS-1,-,500.00',
        '2026-05-24,fee,5.00,–',
        '2026-05-24,x,N/A,7.00',
      ],
      {},
      'EUR',
      ['2026-05-27 500.00 KS-1', '2026-05-24 -5.00 fee', '2026-05-24 7.00 x'],
    ],
    [
      'an empty mark in the only column',
      ['date,text,amount', '2026-05-27,KS-1,-'],
      {},
      'EUR',
      ['line 2: "amount" is malformed'],
    ],
    [
      'words of the direction',
      ['date,amount,direction,text', '2026-05-03,"15.00",Bij,KS-1', '2026-05-02,"35.00",Af,x'],
      {},
      'EUR',
      ['2026-05-03 15.00 KS-1', '2026-05-02 -35.00 x'],
    ],
    [
      'the direction behind the amount',
      ['date,text,amount', '2026-05-03,a,"1,500.00 Cr"', '2026-05-02,b,₹35.00DR.', ''],
      {},
      'INR',
      ['2026-05-03 1500.00 a', '2026-05-02 -35.00 b'],
    ],
    [
      'two directions',
      ['date,text,amount,direction', '2026-05-03,a,5 Cr,Cr', '2026-05-03,a,-5 Cr,'],
      {},
      'EUR',
      ['line 2: "amount" is malformed', 'line 3: "amount" is malformed'],
    ],
    [
      'a negative credit',
      ['date,text,amount', '2026-05-03,a,-5 Cr'],
      {},
      'EUR',
      ['line 2: "amount" is negative'],
    ],
    [
      'bare quotation marks',
      [
        'date,text,amount',
        '2026-11-26,"From "Ada" KS-1",231.50',
        '2026-11-26,Firma "Nord" GmbH,10.00',
      ],
      {},
      'EUR',
      ['2026-11-26 231.50 "From "Ada" KS-1"', '2026-11-26 10.00 Firma "Nord" GmbH'],
    ],
    [
      'a delimiter in a badly quoted value',
      ['date,text,amount', '2026-11-26,"From "Ada, B" KS-1",231.50'],
      {},
      'EUR',
      [`line 2: ${differs}`],
    ],
    [
      'a bare quotation mark that would take the next row in',
      ['date,text,amount', '2026-11-26,"Nord,10.00', '2026-11-27,"x",5.00'],
      {},
      'EUR',
      ['line 3: a quotation mark may be one of the text'],
    ],
    [
      'quotation marks around two rows',
      ['date,text,amount', '2026-11-26,"Nord,10.00', '2026-11-27,x",5.00'],
      {},
      'EUR',
      ['line 3: a quotation mark may be one of the text'],
    ],
    [
      'a text of two lines',
      ['date,text,amount', '2026-11-26,"a', 'b",5.00'],
      {},
      'EUR',
      ['2026-11-26 5.00 a\r\nb'],
    ],
    [
      'an unreadable line below a text of two lines',
      ['date,text,amount', '2026-11-26,"a', 'b",5.00', '2026-11-26,c,x'],
      {},
      'EUR',
      ['line 4: "amount" is malformed'],
    ],
    [
      'a comma too many in the header',
      ['date,amount,text,', '2026-11-20,50.00,KS-1'],
      {},
      'EUR',
      ['2026-11-20 50.00 KS-1'],
    ],
    [
      'a comma too many in a row',
      ['date,amount,text', '2026-11-20,50.00,KS-1,'],
      {},
      'EUR',
      ['2026-11-20 50.00 KS-1'],
    ],
    [
      'a comma too many in the rows, before a balance',
      ['date,text,amount,balance', '2026-11-20,a,50.00,150.00,', '2026-11-20,b,5.00,155.00,'],
      {},
      'EUR',
      ['2026-11-20 50.00 a', '2026-11-20 5.00 b'],
    ],
    [
      'a comma too many in some rows',
      ['date,text,amount,kind', '2026-11-20,a,5.00,', '2026-11-20,Invoice,7,50.00,'],
      {},
      'EUR',
      [`line 3: ${differs}`],
    ],
    [
      'a comma too many that may be one of the text',
      ['date,text,amount,kind', '2026-11-20,Invoice,7,50.00,'],
      {},
      'EUR',
      [`line 2: ${differs}, and a delimiter may be one of a value`],
    ],
    [
      'commas too many that may be decimal',
      ['date,amount,text', '2026-11-20,1,50,', '2026-11-20,2,50,'],
      {},
      'EUR',
      [`line 2: ${differs}, and a delimiter may be one of a value`],
    ],
    [
      'commas that may be decimal, below a header with one too many',
      ['date,amount,text,', '2026-11-20,1,50,KS-1', '2026-11-20,2,50,'],
      {},
      'EUR',
      [`line 2: ${differs}, and a delimiter may be one of a value`],
    ],
    [
      'the direction in a column without a title',
      ['date;text;amount;', '2026-11-20;a;1,50;H', '2026-11-20;b;2,50;S'],
      { delimiter: ';', hasDecimalComma: true, columns: { direction: ' ' }, directions: 'H/S' },
      'EUR',
      ['2026-11-20 1.50 a', '2026-11-20 -2.50 b'],
    ],
    [
      'a dash instead of decimals',
      [
        'date,amount,text',
        '2026-11-20,"500,-",KS-1',
        '2026-11-20,500.\u2013,KS-1',
        '2026-11-20,5 -,a',
      ],
      {},
      'EUR',
      [
        'line 2: "amount" has a dash instead of decimals',
        'line 3: "amount" has a dash instead of decimals',
      ],
    ],
    [
      'a row that never ends',
      ['date,amount,text', `2026-11-20,50.00,"${'KS-1\n'.repeat(100_000)}`],
      {},
      'EUR',
      ['line 52428: the row is too long'],
    ],
    [
      'a year of two digits',
      ['date,amount,text', '26/06/26,50.00,KS-1'],
      { dateFormat: 'dd/mm/yy' },
      'EUR',
      ['2026-06-26 50.00 KS-1'],
    ],
    [
      'a thousand or one',
      ['date,amount,text', '2026-11-28,1.000,KS-1'],
      {},
      'EUR',
      [`line 2: "amount" may be 1 or 1000: state groupMark in the account's format`],
    ],
  ])('with %s', async (_, lines, format, currency, expected) => {
    expect(await outcomeOf(lines, format, currency)).toEqual(expected);
  });

  const head = ['date,text,amount', '2026-11-26,KS-1,5.00'];
  const good = '2026-11-26 5.00 KS-1';
  test.each<[string, string[], string[]]>([
    [
      'rows without values',
      [',,', '2026-11-27,x,1.00', ',,', ' , , '],
      [good, '2026-11-27 1.00 x'],
    ],
    ['the end', ['*** End ***'], [good]],
    ['words and the day', ['"Printed on 28/11/2026 for you",,'], [good]],
    ['a sum', [',Total,5.00', 'Closing balance: ,,"1,000.00"'], [good]],
    ['the number of rows', ['Number of transactions: 1'], [good]],
    [
      'another number of rows',
      ['Transactions: 2'],
      ['The file says that it has 2 rows, and has 1.'],
    ],
    ['a cut day', ['2026-1'], [`line 3: ${differs}`]],
    ['a cut amount', ['2026-11-27,x'], [`line 3: ${differs}`]],
    ['a day alone', ['2026-11-27,x,'], ['line 3: "amount" is malformed']],
    ['an amount without a day', [',x,5.00'], ['line 3: "date" is malformed']],
    ['a name that begins as a sum', ['Total Energies,x,5.00'], ['line 3: "date" is malformed']],
    ['a wrong day', ['31.02.26,x,5.00'], ['line 3: "date" is malformed']],
    ['digits of another script', ['٢٠٢٦-١١-٢٧,x,٥'], ['line 3: "date" is malformed']],
    [
      'words within the table',
      ['carried over,,', '2026-11-27,x,1.00'],
      ['line 3: "date" is malformed'],
    ],
  ])('with %s below the table', async (_, below, expected) => {
    expect(await outcomeOf([...head, ...below])).toEqual(expected);
  });

  test('is not cut where its end may be a footer', async () => {
    const textFirst = ['text,date,amount', 'KS-1,2026-11-26,5.00', 'KS-2'];
    expect(await outcomeOf(textFirst)).toEqual([`line 3: ${differs}`]);
    expect(await outcomeOf([...textFirst, ''])).toEqual([good]);
    const amountLast = ['date,text,amount', '2026-11-26,KS-1,5.00', '2026-11-26,KS-2,12.50'];
    const cutAmount = ['line 3: the file has no end, and its last amount may be cut'];
    for (const cut of [4, 3, 2, 1]) {
      const file = amountLast.join('\n').slice(0, -cut);
      expect(await outcomeOf(file.split('\n'))).toEqual(cutAmount);
    }
    expect(await outcomeOf(amountLast)).toHaveLength(2);
    const alone = ['date,text,amount', '2026-11-26,KS-1,1250'];
    expect(await outcomeOf(alone)).toEqual([
      'line 2: the file has no end, and its last amount may be cut',
    ]);
    expect(await outcomeOf([...alone, ''])).toHaveLength(1);
    expect(await outcomeOf([...head, '2026-11-26,a,5'])).toEqual(cutAmount);
    expect(await outcomeOf([...head, '2026-11-26,a,5', 'end'])).toHaveLength(2);
    expect(await outcomeOf(['date,amount', '2026-11-26,5', '2026-11-26,6.50'])).toHaveLength(2);
    const wordBehind = ['date,text,amount', '2026-11-26,a,12.50 Dr', '2026-11-26,KS-2,12.50'];
    expect(await outcomeOf(wordBehind)).toEqual(cutAmount);
    expect(await outcomeOf([...wordBehind, ''])).toHaveLength(2);
    const columns = ['date,debit,credit', '2026-11-26,,5.00', '2026-11-26,1.00,', '2026-11-26,,'];
    expect(await outcomeOf(columns)).toEqual([
      'line 4: the file has no end, and its last amount may be cut',
    ]);
    expect(await outcomeOf(columns.slice(0, -1))).toHaveLength(2);
    const named = { dateFormat: 'mmm dd, yyyy' };
    const monthFirst = ['date,amount', '"Nov 26, 2026",5.00', 'No'];
    expect(await outcomeOf(monthFirst, named)).toEqual([`line 3: ${differs}`]);
  });

  test.each([
    ['dd-mmm-yyyy', '26-Nov-2026'],
    ['dd mmm yy', '26 NOV 26'],
    ['mmm dd, yyyy', 'Nov 26, 2026'],
    ['dd. mmmm yyyy', '26. November 2026'],
    ['dd de mmmm de yyyy', '26 de noviembre de 2026'],
    ['ddmmmyyyy', '26Nov2026'],
    ['dd mmmm yyyy', '26 ноября 2026'],
    ['dd mmm yyyy', '26 ноя 2026'],
    ['dd mmmm yyyy', '26 listopada 2026'],
    ['dd mmm yyyy', '26 Kas 2026'],
    ['dd mmmm yyyy', '26 नवंबर 2026'],
    ['dd mmmm yyyy', '26 نوفمبر 2026'],
    ['yymmdd', '261126'],
    ['dd/mm/yy', '26/11/26 02:33:10 PM'],
    ['dd.mm.yyyy', '26.11.2026, 14:33'],
  ])('with dates as %s is read', async (dateFormat, date) => {
    const lines = ['date;amount;text', `${date};1;a`];
    expect(await outcomeOf(lines, { dateFormat, delimiter: ';' })).toEqual(['2026-11-26 1 a']);
  });

  test.each([
    ['dd-mmm-yyyy', '26-Foo-2026'],
    ['dd-mmm-yyyy', '31-Nov-2026'],
    ['dd/mm/yy', '26/11/2026'],
    ['dd/mm/yyyy', '26/11/26'],
    ['dd/mm/yy', '11/26/26'],
  ])('with dates as %s refuses %s', async (dateFormat, date) => {
    const lines = ['date,amount,text', `${date},1,a`];
    expect(await outcomeOf(lines, { dateFormat })).toEqual(['line 2: "date" is malformed']);
  });

  test.each(['dd.mm', 'dd.mm.mmm', 'dd.mm.yyyy.yy', 'dd.mm-yyyy', 'hh.mm.yyyy', ''])(
    'has no date format "%s"',
    (dateFormat) => {
      expect(statementFormatSchema.safeParse({ dateFormat }).success).toBe(false);
    },
  );

  test.each<[string, boolean, object?]>([
    ['Haben', true],
    ['S', false, { directions: 'H/S' }],
    ['Crédito', true],
    ['SAÍDA', false],
    ['Avere', true],
    ['Obciążenie', false],
    ['Borç', false],
    ['Приход', true],
    ['Списання', false],
    ['Dr.', false],
    ['Money  in', true],
    ['دائن', true],
    ['Nợ', false],
    ['A', true, { directions: 'A/C' }],
    ['C', false, { directions: 'A/C' }],
    ['A', false, { directions: 'B/A' }],
    ['D', true, { directions: 'D/MD' }],
    ['zu', true, { directions: { ZU: 'credit', ab: 'debit' } }],
    ['Cr', true, { directions: { zu: 'credit' } }],
  ])('has the direction %s', async (word, isCredit, format = {}) => {
    const lines = ['date,amount,direction', `2026-11-26,5,${word}`];
    expect(await outcomeOf(lines, format)).toEqual([`2026-11-26 ${isCredit ? '5' : '-5'} `]);
  });

  test.each<[string, object?]>([
    ...[['A'], ['B'], ['E'], ['H'], ['I'], ['W'], ['MD']].map(([letter = '']): [string] => [
      letter,
    ]),
    ['other'],
    ['constructor'],
    [''],
    ['Cr', { directions: 'A/C' }],
  ])('refuses the direction "%s"', async (word, format = {}) => {
    const lines = ['date,amount,direction', `2026-11-26,5,${word}`];
    expect(await outcomeOf(lines, format)).toEqual(['line 2: "direction" has an unknown value']);
  });

  test('has words of one direction, except for these', () => {
    const meaningsIn = (word: string) => new Set(meaningsOf(word).map((it) => it.direction)).size;
    const letters = [...'abcdefghijklmnopqrstuvwxyzкд'];
    expect(letters.filter((letter) => meaningsIn(letter) > 1)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
