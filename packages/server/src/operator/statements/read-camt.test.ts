import { describe, expect, test } from 'vitest';
import { usualStatementFormat } from '../../brands/statement-format.ts';
import { countTurns } from '../../testing/count-turns.ts';
import {
  type BankLine,
  type BankStatement,
  camtVersions,
  writeCamt,
} from '../../testing/write-camt.ts';
import { readStatement } from './read-statement.ts';

const options = { format: usualStatementFormat, currency: null };

const read = (file: string | Uint8Array) =>
  readStatement(typeof file === 'string' ? Buffer.from(file) : file, options);

/** Returns the problems of a file that must be refused. */
async function problemsOf(file: string | Uint8Array): Promise<readonly string[]> {
  return read(file).then(
    () => [],
    (error: { problems: string[] }) => error.problems,
  );
}

const payment: BankLine = {
  bankId: 'B1',
  amount: '50.00',
  currency: 'EUR',
  booked: '2026-11-20',
  isCredit: true,
  isReversal: false,
  text: 'KS-7Q2M-41XK',
  payerName: 'Zoë Ünal',
  payerAccount: null,
};

const write = (lines: readonly Partial<BankLine>[], more: Partial<BankStatement> = {}) =>
  writeCamt('08', { lines: lines.map((line) => ({ ...payment, ...line })), ...more });

describe.each(camtVersions)('camt.053 version %s', (version) => {
  test('is read line by line', async () => {
    const lines: BankLine[] = [
      payment,
      {
        ...payment,
        bankId: null,
        booked: '2026-11-20T13:15:00+01:00',
        text: null,
        payerName: null,
        payerAccount: null,
      },
      { ...payment, isCredit: false, bankId: 'B3' },
    ];
    expect(await read(writeCamt(version, { lines }))).toEqual({
      format: 'camt.053',
      accountNumber: 'DE75512108001245126199',
      bankReference: 'S1',
      notBookedCount: 0,
      lines: [
        {
          line: 1,
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
        expect.objectContaining({
          line: 2,
          bankReference: expect.stringMatching(/^2026-11-20 50 EUR [0-9a-f]{32}$/),
          bookedAt: new Date('2026-11-20T12:15:00Z'),
          text: null,
          payerName: null,
          payerAccount: null,
        }),
        expect.objectContaining({ line: 3, isCredit: false }),
      ],
    });
  });

  test('reads only what is booked, and counts the rest', async () => {
    const lines = ['BOOK', 'PDNG', 'INFO'].map((status) => ({ ...payment, status }));
    const found = await read(writeCamt(version, { lines }));
    expect([found.lines.length, found.notBookedCount]).toEqual([1, 2]);
  });
});

describe('an entry', () => {
  test('of a batch is a line for each payment, if their amounts are its own', async () => {
    const entry = (first: string) => `<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt><AcctSvcrRef>BATCH</AcctSvcrRef><BkTxCd/>
      <NtryDtls><TxDtls><Refs><EndToEndId>KS-7Q2M-41XK</EndToEndId><TxId>T1</TxId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">${first}</Amt>
      </TxAmt></AmtDtls><RmtInf><Ustrd>one</Ustrd></RmtInf></TxDtls>
      <TxDtls><Refs><AcctSvcrRef>OWN</AcctSvcrRef></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">20</Amt>
      </TxAmt></AmtDtls><RmtInf><Ustrd>two</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
    const file = (first: string) =>
      writeCamt('02', { lines: [] }).replace('</Stmt>', `${entry(first)}</Stmt>`);
    expect((await read(file('10'))).lines).toMatchObject([
      {
        ...{ line: 1, amount: '10', text: 'one', ids: 'KS-7Q2M-41XK' },
        bankReference: 'BATCH T1 2026-11-20 10 EUR',
      },
      { line: 2, amount: '20', text: 'two', bankReference: 'OWN 2026-11-20 20 EUR' },
    ]);
    // The id of one payer doesn't name the money of all.
    const whole = (await read(file('11'))).lines;
    expect(whole).toMatchObject([
      { line: 1, amount: '30', text: 'one | two', bankReference: 'BATCH 2026-11-20 30 EUR' },
    ]);
    expect(whole[0]).not.toHaveProperty('ids');
    expect(await problemsOf(file('10.005'))).toEqual([
      expect.stringMatching(
        /^line \d+: the amount of a payment \(TxDtls\) of the entry has more decimals than EUR$/,
      ),
    ]);
  });

  test('of one payment has the amount of the account, not the one of the payer', async () => {
    const file = write([{}]).replace(
      '<Amt Ccy="EUR">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>',
      '<Amt Ccy="SEK">570</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties>',
    );
    expect(file).toContain('SEK');
    expect((await read(file)).lines).toMatchObject([{ amount: '50.00', currency: 'EUR' }]);
  });

  test('that takes back another one is marked', async () => {
    const { lines } = await read(
      write([{ isReversal: true }, { isReversal: true, isCredit: false }]),
    );
    expect(lines).toMatchObject([
      { isCredit: true, isReversal: true },
      { isCredit: false, isReversal: true },
    ]);
  });

  test('has the same reference in overlapping files, and equal entries differ', async () => {
    const twin = { bankId: null, text: 'rent' };
    const referencesOf = async (lines: Partial<BankLine>[]) =>
      (await read(write(lines))).lines.map((line) => line.bankReference);
    const [one, two] = [await referencesOf([{}, twin]), await referencesOf([twin, twin, {}])];
    expect(new Set(two).size).toBe(3);
    expect(two.filter((reference) => one.includes(reference))).toEqual([two[0], two[2]]);
  });

  test('with the id of another amount, day or direction is another one', async () => {
    const { lines } = await read(
      write([
        {},
        { amount: '51' },
        { booked: '2026-11-21' },
        { amount: '50' },
        { isCredit: false },
      ]),
    );
    expect(lines.map((line) => line.bankReference)).toEqual([
      'B1 2026-11-20 50 EUR',
      'B1 2026-11-20 51 EUR',
      'B1 2026-11-21 50 EUR',
      'B1 2026-11-20 50 EUR (2)',
      'B1 2026-11-20 50 EUR',
    ]);
  });

  test.each([
    ['0', '0'],
    ['0.00', '0.00'],
    ['+5.', '5'],
    ['.5', '0.5'],
    ['000000000000000000000000012.50', '12.50'],
    ['123456789012345678', '123456789012345678'],
  ])('may have the amount %s', async (amount, expected) => {
    expect((await read(write([{ amount }]))).lines).toMatchObject([{ amount: expected }]);
  });

  test.each(['1e3', '-5', '12345678901234567890', '1,50', '', '0x10', 'NaN', '٥'])(
    'with the amount "%s" makes the file unreadable',
    async (amount) => {
      expect(await problemsOf(write([{ amount: '1' }, { amount }]))).toEqual([
        expect.stringMatching(/^line \d+: the amount \(Amt\) of the entry is malformed$/),
      ]);
    },
  );

  test.each([
    ['EUR', '104.004'],
    ['JPY', '10.5'],
    ['KWD', '1.0005'],
    ['USDT', '0.123456789'],
  ])(
    'in %s of %s, which the currency cannot have, makes the file unreadable',
    async (currency, amount) => {
      expect(await problemsOf(write([{ amount: '1' }, { amount, currency }]))).toEqual([
        expect.stringMatching(
          new RegExp(
            `^line \\d+: the amount \\(Amt\\) of the entry has more decimals than ${currency}$`,
          ),
        ),
      ]);
    },
  );

  test.each([
    ['EUR', '104.000', '104.00'],
    ['VND', '500.000', '500'],
    ['JPY', '10.00', '10'],
    ['KWD', '1.000', '1.000'],
  ])(
    'in %s of %s has zeros behind, since XML has no groups',
    async (currency, amount, expected) => {
      const { lines } = await read(write([{ amount, currency }]));
      expect(lines).toMatchObject([{ amount: expected, currency }]);
    },
  );

  test.each([
    ['2026-11-20+01:00', '2026-11-20T00:00:00Z'],
    ['2026-11-20T23:59:59.123Z', '2026-11-20T23:59:59.123Z'],
    ['2026-11-20T23:59:59', '2026-11-20T00:00:00Z'],
  ])('booked at %s has a moment only if it has a zone', async (booked, expected) => {
    const file = write([{}]).replace(
      '<Dt>2026-11-20</Dt></BookgDt>',
      `<Dt>${booked}</Dt></BookgDt>`,
    );
    expect((await read(file)).lines).toMatchObject([{ bookedAt: new Date(expected) }]);
  });

  test.each(['2026-02-30', '20.11.2026', '2026-11-20T25:00:00Z', ''])(
    'booked at "%s" makes the file unreadable',
    async (booked) => {
      expect(await problemsOf(write([{ booked }]))).toEqual([
        expect.stringContaining('(BookgDt) of the entry is malformed'),
      ]);
    },
  );

  test('with a text of more than 1,000 characters keeps the first 1,000', async () => {
    const text = '€'.repeat(1200);
    expect((await read(write([{ text }]))).lines[0]?.text).toBe('€'.repeat(1000));
  });

  test('problems are named up to the twentieth, without the content', async () => {
    const problems = await problemsOf(write(Array(30).fill({ amount: 'secret' })));
    expect(problems).toHaveLength(20);
    expect(problems.join()).not.toContain('secret');
  });
});

describe('the balances', () => {
  const lines = [{}, { amount: '20', isCredit: false }, { amount: '7', status: 'PDNG' }];
  const check = (opening: string, closing: string, currency = 'EUR') =>
    problemsOf(write(lines, { balances: { opening, closing, currency } }));

  test('agree with the booked entries, or the file is incomplete', async () => {
    expect(await check('-10', '20')).toEqual([]);
    expect(await check('-10', '20.01')).toEqual([
      "The statement's balances in EUR differ by another sum than its entries: some are missing.",
    ]);
  });

  test('of amounts that their currency cannot have make the file unreadable', async () => {
    expect(await check('-10', '20.004')).toEqual([
      expect.stringMatching(
        /^line \d+: the amount \(Amt\) of the balance CLBD has more decimals than EUR$/,
      ),
    ]);
    expect(await check('-10.0001', '20')).toEqual([
      expect.stringMatching(/ of the balance OPBD has more decimals than EUR$/),
    ]);
    expect(await check('-10.000', '20.0000')).toEqual([]);
  });

  test('in other currencies, or of one page of several, are not compared', async () => {
    expect(await check('0', '0', 'USD')).toEqual([]);
    const page =
      '<Stmt><Id>S1</Id><StmtPgntn><PgNb>2</PgNb><LastPgInd>true</LastPgInd></StmtPgntn>';
    const balances = { opening: '0', closing: '1', currency: 'EUR' };
    expect(await problemsOf(write(lines, { balances }).replace('<Stmt><Id>S1</Id>', page))).toEqual(
      [],
    );
  });
});

describe('a file', () => {
  const good = write([{ text: 'Привет' }], { encoding: 'windows-1251' });

  test.each([
    ['windows-1251', Buffer.from([...good].map((letter) => toWindows1251(letter)))],
    ['UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16('UTF-16')])],
    ['UTF-16, big-endian', Buffer.concat([Buffer.from([0xfe, 0xff]), utf16('UTF-16').swap16()])],
    ['UTF-16 without a mark', utf16('UTF-16LE')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${good.replace('windows-1251', 'utf-8')}`)],
    ['UTF-8 without a declaration', Buffer.from(good.replace(/^.*\n/, ''))],
  ])('in %s is read', async (_, bytes) => {
    // "ë" has no place in windows-1251.
    expect((await read(bytes)).lines).toMatchObject([{ text: 'Привет' }]);
  });

  function utf16(encoding: string): Buffer {
    return Buffer.from(good.replace('windows-1251', encoding), 'utf16le');
  }

  function toWindows1251(letter: string): number {
    const code = letter.codePointAt(0) ?? 0;
    if (code >= 0x410 && code <= 0x44f) return code - 0x410 + 0xc0;
    return code < 128 ? code : 0x3f;
  }

  test.each([
    ['Latin bytes as UTF-8', Buffer.from(write([{}]), 'latin1'), 'not of the encoding utf-8'],
    [
      'UTF-8 with the mark of UTF-16',
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(good)]),
      'written in another one',
    ],
    ['UTF-16 declared as UTF-8', Buffer.from(write([{}]), 'utf16le'), 'written in another one'],
    [
      'UTF-8 declared as UTF-16',
      Buffer.from(write([{}], { encoding: 'utf-16' })),
      'written in another one',
    ],
    [
      'a mark of UTF-8 and another declaration',
      Buffer.from(`\ufeff${good}`),
      'written in another one',
    ],
    ['an unknown encoding', Buffer.from(write([{}], { encoding: 'ebcdic-7' })), 'is unknown'],
  ])('with %s is refused', async (_, bytes, reason) => {
    expect(await problemsOf(bytes)).toEqual([expect.stringContaining(reason)]);
  });

  test('that is cut anywhere is refused', async () => {
    const whole = Buffer.from(
      write([{}, {}], { balances: { opening: '0', closing: '100', currency: 'EUR' } }),
    );
    expect(await problemsOf(whole)).toEqual([]);
    for (let end = 1; end < whole.length - 1; end += 37) {
      expect(await problemsOf(whole.subarray(0, end)), `${end}`).not.toEqual([]);
    }
  });

  test.each([
    ['a DOCTYPE', '<!DOCTYPE Document [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>', 'has a DOCTYPE'],
    ['a DOCTYPE of a file', '<!DOCTYPE Document SYSTEM "file:///etc/passwd">', 'has a DOCTYPE'],
  ])('with %s is refused', async (_, doctype, reason) => {
    const file = write([{}]).replace('<Document', `${doctype}<Document`);
    expect(await problemsOf(file)).toEqual([expect.stringContaining(reason)]);
  });

  test('with an entity of its own is refused', async () => {
    expect(await problemsOf(write([{ text: 'x' }]).replace('>x<', '>&secret;<'))).toEqual([
      expect.stringMatching(/^line \d+: the file is cut or is no well-formed XML$/),
    ]);
  });

  test('that is nested too deeply is refused', async () => {
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
    const file = write([{}]).replace('<BkTxCd/>', `<BkTxCd>${deep}</BkTxCd>`);
    expect(await problemsOf(file)).toEqual([expect.stringContaining('nested too deeply')]);
  });

  test('of another message, or without a namespace, is refused by its name', async () => {
    const as = (name: string) => problemsOf(write([{}]).replace('camt.053.001.08', name));
    expect(await as('camt.052.001.08')).toEqual([
      'The file is the message camt.052.001.08, not a camt.053 statement.',
    ]);
    expect(await as('something else')).toEqual([
      'The file is another document, not a camt.053 statement.',
    ]);
    expect(await problemsOf('<html><body>Please sign in</body></html>')).toEqual([
      'The file is another document, not a camt.053 statement.',
    ]);
  });

  test('without a statement, or of several accounts, is refused', async () => {
    const file = write([{}]);
    const [statement = ''] = /<Stmt>.*<\/Stmt>/s.exec(file) ?? [];
    const other = statement.replace('DE75512108001245126199', 'DE02120300000000202051');
    expect(await problemsOf(file.replace(statement, ''))).toEqual([
      'The file has no statement (Stmt).',
    ]);
    expect(await problemsOf(file.replace(statement, statement + other))).toEqual([
      'The file has statements of several accounts. Load each alone.',
    ]);
    const lookalike = statement.replace('DE75512108001245126199', 'DE75512108001245126199\u0131');
    const longer = statement.replace('DE75512108001245126199', 'DE75512108001245126199I');
    expect(await problemsOf(file.replace(statement, lookalike + longer))).toHaveLength(1);
    expect((await read(file.replace(statement, statement + statement))).lines).toHaveLength(2);
  });

  test('may name its elements with a prefix, and have extensions of others', async () => {
    const file = write([{}])
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1c:')
      .replace('xmlns=', 'xmlns:c=')
      .replace('</c:Ntry>', '<x:Amt xmlns:x="urn:bank">1</x:Amt></c:Ntry>');
    expect((await read(file)).lines).toMatchObject([{ amount: '50.00', text: payment.text }]);
  });
});

describe('the words of a payer', () => {
  /** A line without an id of the bank, with these parts in its detail. */
  const lineOf = async (detail: string, ofEntry = '') => {
    const entry = `<Ntry><Amt Ccy="EUR">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
      <BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd/>
      <NtryDtls><TxDtls>${detail}</TxDtls></NtryDtls>${ofEntry}</Ntry>`;
    const file = writeCamt('02', { lines: [] }).replace('</Stmt>', `${entry}</Stmt>`);
    return (await read(file)).lines[0];
  };
  const strd = (parts: string) => `<RmtInf><Strd>${parts}</Strd></RmtInf>`;
  const reference = 'KS-7Q2M-41XK';

  test.each([
    ['Ustrd', `<RmtInf><Ustrd>${reference}</Ustrd></RmtInf>`],
    ['CdtrRefInf', strd(`<CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf>`)],
    ['AddtlRmtInf', strd(`<AddtlRmtInf>${reference}</AddtlRmtInf>`)],
    ['RfrdDocInf', strd(`<RfrdDocInf><Nb>${reference}</Nb></RfrdDocInf>`)],
    ['Purp', `<Purp><Prtry>${reference}</Prtry></Purp>`],
    ['AddtlTxInf', `<AddtlTxInf>${reference}</AddtlTxInf>`],
  ])('are read in %s', async (_, detail) => {
    expect(await lineOf(detail)).toMatchObject({ text: reference });
  });

  test.each(['EndToEndId', 'InstrId'])('that name a deposit are read in %s', async (name) => {
    const id = (text: string) => lineOf(`<Refs><${name}>${text}</${name}></Refs>`);
    expect(await id('ks7q2m4lxk')).toMatchObject({ text: null, ids: 'ks7q2m4lxk' });
    expect(await id('INVOICE 17')).not.toHaveProperty('ids');
  });

  test.each(['TxId', 'AcctSvcrRef', 'MsgId', 'ClrSysRef'])(
    'are none in the bank’s own %s',
    async (name) => {
      const line = await lineOf(`<Refs><${name}>${reference}</${name}></Refs>`);
      expect(line).not.toHaveProperty('ids');
      expect(line).toMatchObject({ text: null });
    },
  );

  const everything = `<Refs><EndToEndId>E-1</EndToEndId></Refs><RmtInf><Ustrd>rent</Ustrd>
    <Strd><RfrdDocInf><Nb>INV 7</Nb></RfrdDocInf><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf>
    <AddtlRmtInf>for Ada</AddtlRmtInf></Strd><Ustrd>rent</Ustrd></RmtInf>
    <Purp><Prtry>GIFT</Prtry></Purp><AddtlTxInf>SEPA</AddtlTxInf>
    <RltdPties><Dbtr><Nm>Ada</Nm></Dbtr></RltdPties>`;

  test('come before the bank’s, once each', async () => {
    expect(await lineOf(everything, '<AddtlNtryInf>SEPA</AddtlNtryInf>')).toMatchObject({
      text: 'rent RF18 for Ada INV 7 GIFT SEPA',
    });
  });

  test('leave the reference of a line as the releases before it made it', async () => {
    expect(await lineOf(everything, '<AddtlNtryInf>SEPA</AddtlNtryInf>')).toMatchObject({
      bankReference: '2026-11-20 30 EUR 168477630c29f8d337241fb0fc028b1a',
    });
  });
});

describe('a large file', () => {
  const detail = '<TxDtls><Amt Ccy="EUR">1</Amt></TxDtls>';
  const batchOf = (count: number, sum = count) =>
    writeCamt('02', { lines: [] }).replace(
      '</Stmt>',
      `<Ntry><Amt Ccy="EUR">${sum}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>2026-11-20</Dt></BookgDt><BkTxCd/>
        <NtryDtls>${detail.repeat(count)}</NtryDtls></Ntry></Stmt>`,
    );

  test.each([
    ['a batch', 20_000, 20_000],
    ['an entry that is no batch', 20_000, 1],
  ])('of %s gives other work its turns', async (_, count, sum) => {
    const { result, turns } = await countTurns(() => read(batchOf(count, sum)));
    expect(result.lines).toHaveLength(sum === 1 ? 1 : count);
    expect(turns).toBeGreaterThan(count / 1000);
  });

  test.each([
    ['payments in one batch', batchOf(200_000)],
    [
      'entries that are not booked',
      writeCamt('02', { lines: [] }).replace(
        '</Stmt>',
        `${'<Ntry><Amt Ccy="EUR">1</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry>'.repeat(100_001)}</Stmt>`,
      ),
    ],
  ])('of more %s than lines is refused', async (_, file) => {
    expect(await problemsOf(file)).toEqual(['A file has 100000 lines at most.']);
  });

  test('of thousands of balances is refused', async () => {
    const balances = '<Bal/>'.repeat(1001);
    expect(await problemsOf(write([{}]).replace('</Stmt>', `${balances}</Stmt>`))).toEqual([
      'A statement has 1000 balances at most.',
    ]);
  });

  test.each([
    ['an entry', '<BkTxCd/>', `<BkTxCd>${'<a/>'.repeat(200_000)}</BkTxCd>`],
    ['its header', '<GrpHdr>', `<GrpHdr>${'<a/>'.repeat(200_000)}`],
  ])('of too many elements in %s is refused', async (_, part, filled) => {
    expect(await problemsOf(write([{}]).replace(part, filled))).toEqual([
      expect.stringMatching(/^line \d+: the file has too many elements in one place$/),
    ]);
  });
});
