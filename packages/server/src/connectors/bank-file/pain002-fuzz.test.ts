import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeXml } from '../../ground/files/decode-file.ts';
import { FileProblem } from '../../ground/files/file-problem.ts';
import { mutatedMessages } from '../../testing/fuzz/mutated-messages.ts';
import { isLongRun, seedLabel } from '../../testing/run-scale.ts';
import { writePain002 } from '../../testing/write-pain002.ts';
import { readPain002 } from './read-pain002.ts';

const answer = writePain002({
  groupStatus: 'PART',
  payments: [
    {
      id: 'PB-7Q2M-41XK-EUR',
      status: 'ACSP',
      answers: [
        {
          ...{ endToEndId: '0199d1f07c0070008000000000000001', status: 'RJCT', code: 'AC04' },
          ...{ amount: '40.50', bankReference: 'B-1' },
        },
      ],
    },
  ],
});

test(`changed answers to payout files are read or unreadable, ${seedLabel}`, async () => {
  await fc.assert(
    fc.asyncProperty(mutatedMessages([answer]), async (bytes) => {
      const read = await Promise.resolve()
        .then(() => readPain002(decodeXml(bytes)))
        .catch((error: unknown) => {
          if (!(error instanceof FileProblem)) throw error;
          return null;
        });
      if (read?.kind !== 'read') return;
      for (const { amount } of read.answers) {
        if (amount !== null) expect(amount.amount).toMatch(/^\d{1,18}(\.\d+)?$/);
      }
    }),
    { numRuns: isLongRun ? 6000 : 300 },
  );
});
