import { describe, expect, test } from 'vitest';
import { writeCamt } from '../../../testing/write-camt.ts';
import { previewStatement } from './preview-statement.ts';

const preview = (text: string | Buffer, currency: string | null = 'EUR') =>
  previewStatement(Buffer.from(text), { account: 'own', currency });

const settingsOf = async (...given: Parameters<typeof preview>) =>
  JSON.parse((await preview(...given)).settings ?? 'null').statements.own;

const doubtsOf = async (...given: Parameters<typeof preview>) =>
  (await preview(...given)).inDoubt.map(({ line, what }) => `${line} ${what}`);

describe('the preview of a statement', () => {
  test('shows the first lines, with a masked payer', async () => {
    const lines = ['date,text,amount,payer', '2026-11-26,KS-7Q2M-41XK,50.00,Ada Byron'];
    const many = Array(14).fill('2026-11-25,rent,-5.00,Shop');
    const shown = await preview([...lines, ...many].join('\n'));
    expect(shown).toMatchObject({ format: 'csv', lines: 15, credits: 1, debits: 14, inDoubt: [] });
    expect(shown.settings).toBe('{"statements":{"own":{}}}');
    expect(shown.first).toHaveLength(10);
    expect(shown.first[0]).toEqual({
      line: 2,
      day: '2026-11-26',
      direction: 'credit',
      amount: '50.00',
      currency: 'EUR',
      references: ['KS-7Q2M-41XK'],
      payer: '••••ron',
    });
    expect(JSON.stringify(shown)).not.toContain('Ada');
  });

  test('of camt.053 shows what is read, and proposes nothing', async () => {
    const xml = writeCamt('08', { lines: [] });
    expect(await preview(xml)).toMatchObject({ format: 'camt.053', settings: null, inDoubt: [] });
  });

  test('of MT940 shows what is read, and proposes its encoding alone', async () => {
    const fields = [
      ':20:STARTUMS',
      ':25:DE89370400440532013000',
      ':28C:1/1',
      ':60F:C261126EUR0,00',
    ];
    const payment = [':61:2611261126C50,NTRFNONREF//1', ':86:KS-7Q2M-41XK Gr\u00fc\u00dfe'];
    const text = [...fields, ...payment, ':62F:C261126EUR50,00', '-', ''].join('\r\n');
    const first = [{ amount: '50', currency: 'EUR', references: ['KS-7Q2M-41XK'] }];
    expect(await preview(text)).toMatchObject({ format: 'mt940', settings: null, first });
    const { format, inDoubt, first: read } = await preview(Buffer.from(text, 'latin1'));
    expect({ format, read }).toMatchObject({ format: 'mt940', read: first });
    expect(inDoubt).toMatchObject([{ what: expect.stringContaining('encoding') }]);
  });

  test.each<[string, string[], string]>([
    [
      'the order of day and month',
      ['date,amount', '01/02/2026,5.00', '02/02/2026,-5.00'],
      '2 dateFormat: "01/02/2026" may be 2026-02-01 (dd/mm/yyyy) or 2026-01-02 (mm/dd/yyyy)',
    ],
    [
      'a thousand',
      ['date,amount', '2026-11-26,-5', '2026-11-26,1.000'],
      '3 hasDecimalComma, groupMark: "1.000" may be 1000 or 1.00',
    ],
    [
      'a thousand beside a decimal point',
      ['date,amount', '2026-11-26,-5.25', '2026-11-26,1.000'],
      "3 hasDecimalComma, groupMark: an amount may be 1 or 1000: state groupMark in the account's format",
    ],
    [
      'a thousand with a comma',
      ['date;amount', '2026-11-26;-5', '2026-11-26;1,000'],
      '3 hasDecimalComma, groupMark: "1,000" may be 1000 or 1.00',
    ],
    [
      'words of two sets',
      ['date,amount,direction', '2026-11-26,5,A', '2026-11-26,6,B'],
      '2 directions: the words may be of "B/A" or "A/B"',
    ],
    [
      'an unknown word',
      ['date,amount,direction', '2026-11-26,5,Cr', '2026-11-26,6,foo'],
      '3 directions: a word is unknown',
    ],
    [
      'a file of one direction',
      ['date,amount', '2026-11-26,5'],
      'null all amounts have one direction: a file with both shows whether it is read right',
    ],
    [
      'titles that are unknown',
      ['when,how much', '2026-11-26,5'],
      'null headerLine, columns: no line has known titles of a day and an amount',
    ],
    [
      'an amount of another currency',
      ['date,amount', '2026-11-26,-5.00', '2026-11-26,$5.00'],
      '3 hasDecimalComma, groupMark: an amount has a sign of another currency than EUR',
    ],
    [
      'a row that is no footer',
      ['date,amount,text', '2026-11-26,-5.00,rent', ',5.00,rent'],
      '3 "date" is malformed',
    ],
  ])('is in doubt of %s', async (_, lines, doubt) => {
    expect(await doubtsOf(lines.join('\n'))).toEqual([doubt]);
  });

  test('takes hostile files', async () => {
    const wide = `date,amount${',('.repeat(60_000)}`;
    const long = `date,amount,${'('.repeat(200_000)}`;
    for (const text of [wide, long, `\0${wide}`, 'date,"amount', '', '\0', '\xff']) {
      const shown = await preview(Buffer.from(text, 'latin1'));
      expect(shown).toMatchObject({ lines: 0 });
      expect(shown.inDoubt).not.toEqual([]);
    }
  });

  test('is in doubt of the currency', async () => {
    expect(await doubtsOf('date,amount\n2026-11-26,-5', null)).toEqual([
      'null currency: the file has no column for it: name the requisite',
    ]);
  });

  test.each<[string, string | Buffer, object]>([
    [
      'the marks that other amounts show',
      'date;amount\n2026-11-26;-5,25\n2026-11-26;1.000',
      { delimiter: ';', hasDecimalComma: true, groupMark: '.' },
    ],
    [
      'groups',
      'date;amount\n2026-11-26;-5.25\n2026-11-26;1,000',
      { delimiter: ';', groupMark: ',' },
    ],
    [
      'a set of words',
      'date,amount,direction\n2026-11-26,5,A\n2026-11-26,6,C',
      { directions: 'A/C' },
    ],
    [
      'a column of the direction by its words',
      'date,amount,sense\n2026-11-26,5,Cr\n2026-11-26,6,Dr',
      { columns: { direction: 'sense' } },
    ],
    [
      'words behind the amounts',
      'date;amount\n2026-11-26;5,25 Cr\n2026-11-26;6,00 Dr',
      { delimiter: ';', hasDecimalComma: true },
    ],
    [
      'a column of the direction without a title',
      'date;amount;\n2026-11-26;5;H\n2026-11-26;6;S',
      { delimiter: ';', columns: { direction: ' ' }, directions: 'H/S' },
    ],
    [
      'what D means beside W',
      'date,amount,direction\n2026-11-26,5.00,D\n2026-11-26,6.00,W',
      { directions: 'D/W' },
    ],
    [
      'what D means beside MD',
      'date,amount,direction\n2026-11-26,5.00,D\n2026-11-26,6.00,MD',
      { directions: 'D/MD' },
    ],
    ['day and month', 'date,amount\n13/02/2026,5\n02/02/2026,-5', { dateFormat: 'dd/mm/yyyy' }],
    [
      'the encoding of the header',
      Buffer.from('Datum;Betrag;W\xe4hrung\n2026-11-26;5;EUR\n2026-11-26;-5;EUR', 'latin1'),
      {
        encoding: 'windows-1252',
        delimiter: ';',
        columns: { date: 'Datum', amount: 'Betrag', currency: 'Währung' },
      },
    ],
    [
      'UTF-16 without a mark',
      Buffer.from('date,amount\n2026-11-26,5\n2026-11-26,-5', 'utf16le'),
      { encoding: 'utf-16le' },
    ],
  ])('proposes %s', async (_, text, expected) => {
    expect(await settingsOf(text)).toEqual(expected);
  });
});
