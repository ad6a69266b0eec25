import { describe, expect, test } from 'vitest';
import { settlementFormatSchema, usualFormat } from '../../brands/settlement-format.ts';
import { mostLines, readSettlement } from './read-settlement.ts';

const day = '2026-11-20';
const head = 'id,type,merchantReference,amount,currency,fee,at';
const good = 'p1,receipt,d1,50.00,EUR,0.75,2026-11-20T10:00:00.000Z';

const read = (...lines: string[]) => readSettlement(lines.join('\r\n'), day, usualFormat);

describe('a settlement file', () => {
  test('is read line by line, with the line numbers of the file', async () => {
    const { lines, badLines } = await read(
      head,
      good,
      '',
      'r1,chargeback,d1,50.00,EUR,,2026-11-20T11:00:00Z',
      'o1,payout,"w,1",20,EUR,,2026-11-20',
      'o1,payout-return,w1,20,EUR,,',
    );
    expect(badLines).toEqual([]);
    expect(lines).toMatchObject([
      {
        line: 2,
        type: 'receipt',
        providerReference: 'p1',
        merchantReference: 'd1',
        amount: '50.00',
        currency: 'EUR',
        fee: '0.75',
        feeCurrency: 'EUR',
        at: new Date('2026-11-20T10:00:00Z'),
      },
      { line: 4, type: 'reversal', fee: null, feeCurrency: null },
      { line: 5, type: 'payout', merchantReference: 'w,1' },
      { line: 6, type: 'payoutReturn', at: null },
    ]);
  });

  test.each([
    ['no id', ',receipt,d1,50,EUR,,', 'has no id'],
    ['an unknown type', 'p2,gift,d1,50,EUR,,', '"type" has an unknown value'],
    ['a broken amount', 'p2,receipt,d1,5O,EUR,,', '"amount" is malformed'],
    ['thousands that could be decimals', 'p2,receipt,d1,"1,000",EUR,,', '"amount" is malformed'],
    ['more decimals than EUR', 'p2,receipt,d1,50.005,EUR,,', '"amount" has more decimals than EUR'],
    ['a part of a yen', 'p2,receipt,d1,50.5,JPY,,', '"amount" has more decimals than JPY'],
    ['two readings', 'p2,receipt,d1,1.000,EUR,,', '"amount" may be 1 or 1000: state groupMark'],
    ['a part of a cent as fee', 'p2,receipt,d1,50,EUR,0.755,', '"fee" has more decimals than EUR'],
    ['an unknown currency', 'p2,receipt,d1,50,€,,', '"currency" is malformed'],
    ['a broken fee', 'p2,receipt,d1,50,EUR,much,', '"fee" is malformed'],
    ['a broken time', 'p2,receipt,d1,50,EUR,,20.11.26', '"at" is malformed'],
    ['another day', 'p2,receipt,d1,50,EUR,,2026-11-25T10:00:00Z', '"at" is on another day'],
    ['a negative receipt', 'p2,payment,d1,-50,EUR,,', '"amount" is negative'],
    ['a negative amount without a type', 'p2,,d1,-50,EUR,,', '"amount" is negative'],
    ['a negative returned payout', 'p2,payoutreturn,w1,-5,EUR,,', '"amount" is negative'],
    ['a fee of another sign', 'p2,receipt,d1,50,EUR,-0.75,', 'the sign of "fee" differs'],
    ['too few values', 'p2,receipt,d1,50', 'the number of values differs'],
    ['a repeated line', good, 'repeats line 2'],
  ])(
    'with %s reports the line and the reason, and keeps the readable lines',
    async (_, line, reason) => {
      const { lines, badLines } = await read(head, good, line);
      expect(lines).toHaveLength(1);
      expect(badLines).toEqual([expect.stringMatching(/^line 3: /)]);
      expect(badLines[0]).toContain(reason);
    },
  );

  test.each([
    ['no content', '', 'line 1: the file is empty'],
    ['a header without a column', 'id,sum\r\np1,5', 'line 1: has no column for amount, currency'],
    ['an open quote', `${head}\r\n"p1,receipt`, 'line 2: Quote Not Closed'],
  ])('with %s is unreadable as a whole', async (_, csv, reason) => {
    const { lines, badLines } = await readSettlement(csv, day, usualFormat);
    expect(lines).toEqual([]);
    expect(badLines).toEqual([expect.stringContaining(reason)]);
  });

  test.each([
    ['a type', `p2,Zoë Müller,d1,50,EUR,,`],
    ['an amount', `p2,receipt,d1,Zoë Müller,EUR,,`],
    ['a currency', `p2,receipt,d1,50,Zoë Müller,,`],
    ['a fee', `p2,receipt,d1,50,EUR,Zoë Müller,`],
    ['a moment', `p2,receipt,d1,50,EUR,,Zoë Müller`],
    ['an open quote', `p2,receipt,"Zoë Müller,50,EUR,,`],
  ])('with a name in place of %s reports the line without the name', async (_, line) => {
    const { badLines } = await read(head, line);
    expect(badLines).toHaveLength(1);
    expect(badLines.join()).not.toMatch(/Zoë|Müller/);
    const { badLines: ofHead } = await read(line, good);
    expect(ofHead.join()).not.toMatch(/Zoë|Müller/);
  });

  test('is read as providers write it', async () => {
    const { lines, badLines } = await read(
      `${head},`,
      'p1,receipt,Shop "Nord" 1,"€1,000.50",EUR,(0.75),2026-11-20',
      'p2,receipt,d2,"50.00 EUR",EUR,0.75-,',
    );
    expect(badLines).toEqual([]);
    expect(lines).toMatchObject([
      { merchantReference: 'Shop "Nord" 1', amount: '1000.50', fee: '0.75' },
      { amount: '50.00', fee: '0.75' },
    ]);
  });

  test('of another format is read by the settings', async () => {
    const format = settlementFormatSchema.parse({
      delimiter: ';',
      columns: { id: 'Vorgang', amount: 'Betrag brutto', fee: 'Entgelt' },
      types: { Eingang: 'receipt', Rücklast: 'reversal' },
      hasDecimalComma: true,
    });
    const csv =
      '\ufeffVorgang;TYPE;Betrag brutto;currency;Entgelt\nx;Eingang;1234,50;eur;-0,35\ny;Rücklast;-5;EUR;';
    const { lines, badLines } = await readSettlement(csv, day, format);
    expect(badLines).toEqual([]);
    expect(lines).toMatchObject([
      { type: 'receipt', amount: '1234.50', currency: 'EUR', fee: '0.35' },
      { type: 'reversal', amount: '5', fee: null },
    ]);
  });

  test('has groups, or none, as the settings say', async () => {
    const amountsOf = async (marks: object, amount: string) => {
      const format = settlementFormatSchema.parse({ delimiter: ';', ...marks });
      const { lines } = await readSettlement(`id;amount;currency\na;${amount};EUR`, day, format);
      return lines.map((line) => line.amount);
    };
    expect(await amountsOf({ groupMark: 'none' }, '1.000')).toEqual(['1.00']);
    expect(await amountsOf({ groupMark: ',' }, '1,234.50')).toEqual(['1234.50']);
    expect(await amountsOf({ hasDecimalComma: true, groupMark: '.' }, '1.000')).toEqual(['1000']);
    expect(settlementFormatSchema.safeParse({ groupMark: '.' }).success).toBe(false);
  });

  test('may spell its column names in any way', async () => {
    const { lines } = await readSettlement(
      'Transaction ID,Gross Amount,currency_code\na,1,EUR',
      day,
      usualFormat,
    );
    expect(lines).toMatchObject([{ providerReference: 'a', type: 'receipt', amount: '1' }]);
  });

  test('with many lines does not block the process; with too many it is rejected', async () => {
    const lineOf = (number: number) => `p${number},receipt,d${number},50.00,EUR,0.75,${day}`;
    const many = [head, ...Array.from({ length: mostLines }, (_, index) => lineOf(index))];
    let turns = 0;
    const count = setInterval(() => {
      turns += 1;
    });
    const { lines, badLines } = await read(...many);
    clearInterval(count);
    expect(badLines).toEqual([]);
    expect(lines).toHaveLength(mostLines);
    expect(lines.at(-1)).toMatchObject({ line: mostLines + 1, merchantReference: 'd99999' });
    // One turn would mean that the file was read without a pause.
    expect(turns).toBeGreaterThan(50);
    expect(await read(...many, lineOf(mostLines))).toEqual({
      lines: [],
      badLines: [`line ${mostLines + 2}: a file has 100000 lines at most`],
    });
  }, 60_000);

  test('keeps letters of several bytes whole, wherever a chunk ends', async () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `“日本${index}”`);
    const { lines } = await read('id,amount,currency', ...names.map((name) => `${name},1,EUR`));
    expect(lines.map(({ providerReference }) => providerReference)).toEqual(names);
  });
});
