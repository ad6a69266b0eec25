import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.ts';
import { countTurns } from '../../testing/count-turns.ts';
import { type BankReport, writePain002 } from '../../testing/write-pain002.ts';
import { readPain002 } from './read-pain002.ts';

const withdrawalId = '0199d1f0-7c00-7000-8000-000000000001';
const endToEndId = '0199d1f07c0070008000000000000001';

/** An answer about one payout. */
const about = (answer: object, report: BankReport = {}) =>
  writePain002({
    payments: [{ id: 'PB-7Q2M-41XK-EUR', answers: [{ endToEndId, status: 'ACSC', ...answer }] }],
    ...report,
  });

async function answersOf(content: string) {
  const read = await readPain002(content);
  if (read.kind === 'unreadable') throw new Error(read.detail);
  expect(read.batchReference).toBe('PB-7Q2M-41XK');
  return read.answers;
}

describe.each(['03', '10'] as const)('an answer of version %s', (version) => {
  test('about one payout has its status, codes, amount and the bank’s reference', async () => {
    const answer = {
      status: 'RJCT',
      code: 'AC04',
      text: 'Closed: DE89 3704 0044 0532 0130 00',
      amount: '40.50',
      bankReference: 'BANKREF-1',
    };
    expect(await answersOf(about(answer, { version }))).toEqual([
      {
        about: { withdrawalId },
        status: 'failed',
        amount: { amount: '40.50', currency: 'EUR' },
        providerReference: 'BANKREF-1',
        // The bank's text may name the payee.
        reason: 'RJCT AC04',
      },
    ]);
  });

  test('about the file, a currency and a payout has all three', async () => {
    const content = writePain002({
      version,
      groupStatus: 'ACCP',
      payments: [
        { id: 'PB-7Q2M-41XK-EUR', status: 'ACSP', answers: [{ endToEndId, status: 'RJCT' }] },
        { id: 'PB-7Q2M-41XK-USD', status: 'RJCT' },
      ],
    });
    const answers = await answersOf(content);
    expect(answers.map(({ about: subject, status }) => [subject, status])).toEqual([
      ['file', 'sent'],
      [{ withdrawalId }, 'failed'],
      [{ currency: 'EUR' }, 'sent'],
      [{ currency: 'USD' }, 'failed'],
    ]);
  });
});

describe('an answer', () => {
  test.each([
    ['ACSC', 'completed'],
    ['ACCC', 'completed'],
    ['ACCP', 'sent'],
    ['ACSP', 'sent'],
    ['ACTC', 'sent'],
    ['ACWC', 'sent'],
    ['PDNG', 'sent'],
    ['RCVD', 'sent'],
    ['RJCT', 'failed'],
    ['CANC', 'failed'],
    ['XXXX', 'unclear'],
    // A name that every object has.
    ['constructor', 'unclear'],
  ])('of the code %s is %s', async (status, expected) => {
    expect(await answersOf(about({ status }))).toMatchObject([
      { status: expected, reason: status },
    ]);
  });

  test('of a whole file that is rejected says so with the code', async () => {
    const content = writePain002({ groupStatus: 'RJCT', groupCode: 'FF01' });
    expect(await answersOf(content)).toMatchObject([
      { about: 'file', status: 'failed', reason: 'RJCT FF01' },
    ]);
  });

  test.each(['DU01', 'DU02', 'DU03', 'DU04', 'DU05', 'AM05'])(
    'that rejects a duplicate (%s) says nothing of the first one',
    async (code) => {
      const payments = [
        { id: 'PB-7Q2M-41XK-EUR', status: 'RJCT', answers: [{ endToEndId, status: 'RJCT' }] },
      ];
      const ofFile = writePain002({ groupStatus: 'RJCT', groupCode: code, payments });
      expect(await answersOf(ofFile)).toMatchObject([
        { about: 'file', status: 'unclear', reason: `RJCT ${code}` },
        { about: { withdrawalId }, status: 'unclear', reason: 'RJCT' },
        { about: { currency: 'EUR' }, status: 'unclear' },
      ]);
      expect(await answersOf(about({ status: 'RJCT', code }))).toMatchObject([
        { status: 'unclear', reason: `RJCT ${code}` },
      ]);
    },
  );

  test.each([
    ['RJCT', 'unclear'],
    ['ACSC', 'completed'],
  ])('of a duplicate that is named beside no status has the payout %s %s', async (status, read) => {
    for (const groupStatus of ['PART', undefined]) {
      const content = about({ status }, { groupStatus, groupCode: 'DU01' });
      expect(await answersOf(content)).toMatchObject([{ status: read }]);
    }
  });

  test('about a payment of another file names no currency of this one', async () => {
    const ids = ['PB-7Q2M-41XK-EUR', 'PB-0000-0000-EUR', 'EUR'];
    const content = writePain002({ payments: ids.map((id) => ({ id, status: 'RJCT' })) });
    expect((await answersOf(content)).map(({ about: subject }) => subject)).toEqual([
      { currency: 'EUR' },
      { otherPayment: 'PB-0000-0000-EUR' },
      { otherPayment: 'EUR' },
    ]);
  });

  test('of a part says nothing by itself', async () => {
    const content = about({}, { groupStatus: 'PART' });
    expect(await answersOf(content)).toMatchObject([{ about: { withdrawalId } }]);
    expect(await answersOf(writePain002({ groupStatus: 'PART' }))).toEqual([]);
  });

  test('about something that is no payout keeps the name as it is', async () => {
    expect(await answersOf(about({ endToEndId: 'NOTPROVIDED' }))).toMatchObject([
      { about: { withdrawalId: 'NOTPROVIDED' } },
    ]);
    expect(await answersOf(about({ endToEndId: endToEndId.toUpperCase() }))).toMatchObject([
      { about: { withdrawalId } },
    ]);
  });

  test('of a bank with a reason of its own keeps codes, and no texts', async () => {
    const content = about({ status: 'RJCT' }).replace(
      '<TxSts>RJCT</TxSts>',
      '<TxSts>RJCT</TxSts><StsRsnInf><Rsn><Prtry>Ada Lovelace unknown</Prtry></Rsn></StsRsnInf>',
    );
    expect(await answersOf(content)).toMatchObject([{ reason: 'RJCT ?' }]);
  });

  test.each([
    ['nothing', ''],
    ['no XML', 'status;RJCT'],
    ['cut off', about({}).slice(0, 400)],
    ['a DOCTYPE', about({}).replace('<Document', '<!DOCTYPE a [<!ENTITY b "c">]><Document')],
    [
      'an entity of the machine',
      about({}).replace('<Document', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><Document'),
    ],
    ['another message', about({}).replaceAll('pain.002.001', 'camt.053.001')],
    ['no file that it is about', about({}, { messageId: '' })],
    ['an answer about nothing', about({ endToEndId: undefined })],
    ['an unreadable amount', about({ amount: '4o' })],
    ['an amount that EUR cannot have', about({ amount: '40.505' })],
    ['an amount that JPY cannot have', about({ amount: '40.5', currency: 'JPY' })],
    ['a currency that is none', about({ amount: '40', currency: '€' })],
    [
      'too deep',
      about({}).replace('</Document>', `${'<a>'.repeat(60)}${'</a>'.repeat(60)}</Document>`),
    ],
    [
      'more answers than a file has payouts',
      writePain002({
        payments: [
          {
            id: 'P',
            answers: Array.from({ length: 10_001 }, () => ({ endToEndId, status: 'RCVD' })),
          },
        ],
      }),
    ],
    [
      'more answers without a status than a file has payouts',
      about({}).replace(
        /<TxInfAndSts>.*<\/TxInfAndSts>/s,
        '<TxInfAndSts><OrgnlEndToEndId>1</OrgnlEndToEndId></TxInfAndSts>'.repeat(10_001),
      ),
    ],
    [
      'thousands of reasons',
      about({ code: 'AC04' }).replace('<StsRsnInf>', `<StsRsnInf>${'<a/>'.repeat(20_001)}`),
    ],
  ])('with %s is unreadable, and not quoted', async (_, content) => {
    const read = await readPain002(content);
    expect(read).toMatchObject({ kind: 'unreadable' });
    if (read.kind === 'unreadable') expect(read.detail).toMatch(/^[\w.,:()' -]+$/);
  });

  test('of thousands gives other work its turns, and keeps few reasons of each', async () => {
    const answers = Array.from({ length: 5000 }, () => ({
      endToEndId,
      status: 'RJCT',
      code: 'A1',
    }));
    const reasons = Array.from({ length: 50 }, (_, i) => `<Rsn><Cd>B${i}</Cd></Rsn>`).join('');
    const content = writePain002({ payments: [{ id: 'PB-7Q2M-41XK-EUR', answers }] });
    const filled = content.replace('<StsRsnInf>', `<StsRsnInf>${reasons}`);
    const { result, turns } = await countTurns(() => answersOf(filled));
    expect(result).toHaveLength(5000);
    expect(turns).toBeGreaterThan(20);
    expect(result[0]?.reason).toBe('RJCT B0 B1 B2 B3 B4 B5 B6 B7 B8');
  });

  test('is read or unreadable whatever it is', async () => {
    const content = about({ amount: '40.50', code: 'AC04', bankReference: 'B-1' });
    const mutated = fc
      .tuple(fc.nat(content.length), fc.nat(40), anyText)
      .map(([at, cut, piece]) => `${content.slice(0, at)}${piece}${content.slice(at + cut)}`);
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, mutated), async (text) => {
        expect(['read', 'unreadable']).toContain((await readPain002(text)).kind);
      }),
      { numRuns: 500 },
    );
  });
});
