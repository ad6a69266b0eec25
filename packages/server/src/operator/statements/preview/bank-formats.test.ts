import { describe, expect, test } from 'vitest';
import { statementFormatSchema } from '../../../brands/statement-format.ts';
import { type BankFile, bankFiles } from '../../../testing/bank-files.ts';
import { readStatement } from '../read-statement.ts';
import { previewStatement } from './preview-statement.ts';
import { proposeFormat } from './propose-format.ts';

const readIn = ({ bytes, currency }: BankFile, format: object) =>
  readStatement(bytes, { format: statementFormatSchema.parse(format), currency });

describe.each(bankFiles)('the statement of $bank', (file) => {
  test('is read', async () => {
    const { lines } = await readIn(file, file.format);
    const read = lines.map(({ bookedAt, isCredit, amount, currency, text, payerName }) => [
      bookedAt.toISOString().slice(0, 10),
      `${isCredit ? '' : '-'}${amount} ${currency}`,
      text,
      payerName,
    ]);
    expect(read).toEqual(file.lines);
  });

  test('has a proposed format that reads it equally', async () => {
    const { settings, encoding, doubts } = await proposeFormat(file.bytes, file.currency);
    const expected = file.doubtful === undefined ? [] : [expect.stringMatching(/^encoding: /)];
    expect(doubts.map(({ what }) => what)).toEqual(expected);
    expect(await readIn(file, { encoding, ...settings })).toEqual(await readIn(file, file.format));
    const shown = await previewStatement(file.bytes, { account: 'own', currency: file.currency });
    const credits = file.lines.filter(([, amount]) => !amount.startsWith('-')).length;
    expect(shown).toMatchObject({
      lines: file.lines.length,
      credits,
      settings: JSON.stringify({ statements: { own: settings } }),
    });
  });
});
