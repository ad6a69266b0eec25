import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usualStatementFormat } from '../../brands/statement-format.ts';
import {
  findSchemaErrors,
  listSamples,
  readSample,
  schemaFolder,
} from '../../testing/iso-schemas.ts';
import { type BankLine, camtVersions, writeCamt } from '../../testing/write-camt.ts';
import { readStatement } from './read-statement.ts';

const options = { format: usualStatementFormat, currency: null };

const word = fc.string({
  unit: fc.constantFrom(...'abcXYZ019&<>"éж漢'),
  minLength: 1,
  maxLength: 60,
});
const words = fc.array(word, { minLength: 1, maxLength: 8 }).map((it) => it.join(' '));

const bankLine: fc.Arbitrary<BankLine> = fc.record({
  bankId: fc.option(fc.stringMatching(/^[A-Z0-9]{1,8}[A-Z][A-Z0-9]{1,8}$/)),
  amount: fc.stringMatching(/^(0|[1-9]\d{0,12})(\.\d{1,2})?$/),
  currency: fc.constantFrom('EUR', 'USD', 'UZS'),
  booked: fc.constantFrom(
    '2026-11-20',
    '2026-11-21',
    '2026-11-20T10:11:12Z',
    '2026-11-20T23:59:59+05:00',
  ),
  isCredit: fc.boolean(),
  isReversal: fc.boolean(),
  text: fc.option(words),
  payerName: fc.option(words.map((it) => it.slice(0, 60).trim())),
  payerAccount: fc.option(fc.constantFrom('DE75512108001245126199', '40817810099910004312')),
});

/** What a line must come out as. */
const expected = (line: BankLine, index: number) => ({
  line: index + 1,
  bankReference: expect.any(String),
  amount: line.amount,
  currency: line.currency,
  isCredit: line.isCredit,
  isReversal: line.isReversal,
  bookedAt: new Date(line.booked),
  text: line.text,
  payerName: line.payerName,
  payerAccount: line.payerAccount,
  // A debit that is reversed is money that came back.
  ...(line.isCredit && line.isReversal && { movement: 'return' }),
});

test.each(camtVersions)(
  'files of version %s come out line by line as they went in',
  async (version) => {
    await fc.assert(
      fc.asyncProperty(fc.array(bankLine, { maxLength: 12 }), async (lines) => {
        const read = await readStatement(Buffer.from(writeCamt(version, { lines })), options);
        expect(read.lines).toEqual(lines.map(expected));
        const again = await readStatement(Buffer.from(writeCamt(version, { lines })), options);
        expect(again).toEqual(read);
        const payments = read.lines.filter((line) => line.isCredit && !line.isReversal);
        expect(new Set(payments.map((line) => line.bankReference)).size).toBe(payments.length);
      }),
      { numRuns: 60 },
    );
  },
);

test.each(camtVersions)(
  'files of version %s with an amount that no currency has are refused',
  (version) =>
    fc.assert(
      fc.asyncProperty(bankLine, fc.stringMatching(/^\d{2,4}[1-9]0?$/), async (line, decimals) => {
        const amount = `${line.amount.split('.')[0]}.${decimals}`;
        const file = writeCamt(version, { lines: [line, { ...line, amount }] });
        await expect(readStatement(Buffer.from(file), options)).rejects.toThrow(
          `the amount (Amt) of the entry has more decimals than ${line.currency}`,
        );
      }),
      { numRuns: 30 },
    ),
);

const suffix =
  schemaFolder === null ? ' (skipped: the published schemas are not beside the project)' : '';

describe.skipIf(schemaFolder === null)(`with ISO 20022's published schemas${suffix}`, () => {
  test.each(camtVersions)('files of the writer of version %s are valid', async (version) => {
    for (const lines of fc.sample(fc.array(bankLine, { minLength: 1, maxLength: 30 }), 3)) {
      expect(
        await findSchemaErrors(`camt.053.001.${version}`, writeCamt(version, { lines })),
      ).toEqual([]);
    }
  });

  test('a file that is not of the schema is found out', async () => {
    const file = writeCamt('08', { lines: [] }).replace('<Id>S1</Id>', '');
    expect(await findSchemaErrors('camt.053.001.08', file)).not.toEqual([]);
  });

  test('the samples are valid, and come out line by line', async () => {
    const names = await listSamples();
    expect(names.map((name) => /\.v(\d)/.exec(name)?.[1])).toEqual(['2', '4', '8']);
    for (const name of names) {
      const bytes = await readSample(name);
      const version = `0${/\.v(\d)/.exec(name)?.[1]}`;
      expect(await findSchemaErrors(`camt.053.001.${version}`, bytes.toString()), name).toEqual([]);
      expect(await readStatement(bytes, options), name).toEqual({
        format: 'camt.053',
        accountNumber: 'NL26VAYB8060476890',
        bankReference: '253EURNL26VAYB8060476890',
        notBookedCount: 0,
        lines: [
          {
            line: 1,
            bankReference: expect.any(String),
            amount: '8.85',
            currency: 'EUR',
            isCredit: true,
            isReversal: false,
            bookedAt: new Date(version === '08' ? '2014-12-31T12:15:00Z' : '2014-12-31'),
            text: '4654654654654654',
            payerName: 'NAME NAME',
            payerAccount: 'NL56AGDH9619008421',
          },
        ],
      });
    }
  });
});
