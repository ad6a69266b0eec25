import { currencySchema } from '@kassa/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualStatementFormat } from '../../brands/statement-format.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { mutatedMessages } from '../../testing/fuzz/mutated-messages.ts';
import { isLongRun, seedLabel } from '../../testing/run-scale.ts';
import { camtVersions, writeCamt } from '../../testing/write-camt.ts';
import { readStatement } from './read-statement.ts';

const line = {
  ...{ bankId: 'B1', amount: '50.00', currency: 'EUR', booked: '2026-11-20', isReversal: false },
  ...{ isCredit: true, text: 'KS-7Q2M-41XK', payerName: 'Zoë Ünal' },
};
const lines = [line, { ...line, bankId: null, amount: '7' }, { ...line, isCredit: false }];
const balances = { opening: '-10', closing: '-3', currency: 'EUR' };

const statements: readonly string[] = [
  ...camtVersions.map((version) => writeCamt(version, { lines, balances })),
  // The German form, the Dutch one, and one of several pages.
  [
    ':20:STARTUMSE',
    ':25:51210800/1245126199',
    ':28C:00045/001',
    ':60F:C261119EUR1000,00',
    ':61:2611201120CR50,00NTRFNONREF//BANK-1',
    ':86:166?00GUTSCHRIFT?20EREF+INV-17?21SVWZ+KS-7Q2M-41XK?32ADA LOVELACE',
    ':61:2611211120DR12,5NMSCNONREF',
    ':86:177?00UEBERWEISUNG?20SVWZ+Miete?32Vermieter',
    ':62F:C261120EUR1037,50',
    '-',
  ].join('\r\n'),
  [
    '{1:F01VAYBNL2AXXXX0000000000}{2:O9401800261120VAYBNL2AXXXX00000000002611201800N}{4:',
    ':20:S1',
    ':25:NL26VAYB8060476890EUR',
    ':28C:1/1',
    ':60F:D261120EUR5,',
    ':61:261120RD5,NTRFNONREF',
    'SUPPLEMENT',
    ':86:/TRTP/SEPA/IBAN/DE75512108001245126199/NAME/ADA/REMI/rent/EREF/E1',
    ':62M:C261120EUR0,',
    '-}{1:F01VAYBNL2AXXXX0000000000}',
    ':20:S2',
    ':25:NL26VAYB8060476890EUR',
    ':60M:C261120EUR0,',
    ':62F:C261120EUR0,',
    ':64:C261120EUR0,',
    ':86:end',
    '-}',
  ].join('\n'),
];

/** A long run reads 20,000 files with the answers of banks, other runs a share of them. */
const runs = (count: number) => ({ numRuns: isLongRun ? count : count / 20 });

test(`changed statements are read or refused, and name each movement once, ${seedLabel}`, async () => {
  let readCount = 0;
  await fc.assert(
    fc.asyncProperty(mutatedMessages(statements), async (bytes) => {
      const options = { format: usualStatementFormat, currency: null };
      const read = await readStatement(bytes, options).catch((error: unknown) => {
        if (!(error instanceof FileProblem)) throw error;
        return null;
      });
      if (read === null) return;
      readCount += 1;
      const references = read.lines.map(({ isCredit, isReversal, bankReference }) =>
        JSON.stringify([isCredit, isReversal, bankReference]),
      );
      expect(new Set(references).size).toBe(references.length);
      for (const { amount, currency, bookedAt, text } of read.lines) {
        expect(amount).toMatch(/^\d{1,18}(\.\d+)?$/);
        expect(currencySchema.safeParse(currency).success).toBe(true);
        expect(bookedAt.getTime()).not.toBeNaN();
        expect([...(text ?? '')].length).toBeLessThanOrEqual(1000);
      }
    }),
    runs(14_000),
  );
  expect(readCount).toBeGreaterThan(0);
});
