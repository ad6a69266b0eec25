import { describe, expect, test } from 'vitest';
import { usualStatementFormat } from '../../brands/statement-format.ts';
import { countTurns } from '../../testing/count-turns.ts';
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

const iban = 'DE75512108001245126199';

/** A message with one opening and one closing balance. */
const write = (fields: readonly string[], { opening = 'C261119EUR0,', closing = '' } = {}) =>
  [':20:S1', `:25:${iban}`, ':28C:7/1', `:60F:${opening}`, ...fields, `:62F:${closing}`, '-'].join(
    '\r\n',
  );

/** Cuts an information as a bank does. */
const cut = (information: string) => information.match(/.{1,65}/g) ?? [];

/** Reads the only movement of a message. */
async function lineOf(movement: string, information: readonly string[], closing: string) {
  const text = information.length === 0 ? [] : [`:86:${information.join('\r\n')}`];
  const { lines } = await read(write([`:61:${movement}`, ...text], { closing }));
  expect(lines).toHaveLength(1);
  return lines[0];
}

const usual = (information: readonly string[]) =>
  lineOf('2611201120CR50,00NTRFNONREF', information, 'C261120EUR50,');

describe('a statement of a bank', () => {
  test('in the German form is read', async () => {
    const file = [
      ':20:STARTUMSE',
      ':25:51210800/1245126199',
      ':28C:00045/001',
      ':60F:C261119EUR1000,00',
      ':61:2611201120CR50,00NTRFNONREF//BANK-1',
      `:86:${cut(
        '166?00GUTSCHRIFT?109251?20EREF+INV-17?21SVWZ+Zahlung fuer Wette Ref?22erenz KS-7Q2M-41XK' +
          '?30SOLADEST600?31DE02120300000000202051?32ADA LOVELACE UND CHARLES BA?33BBAGE?34000',
      ).join('\r\n')}`,
      ':61:2611211120DR12,5NMSCNONREF',
      ':86:177?00UEBERWEISUNG?20SVWZ+Miete?32Vermieter',
      ':62F:C261120EUR1037,50',
      '-',
    ].join('\r\n');
    expect(await read(file)).toEqual({
      format: 'mt940',
      accountNumber: iban,
      bankReference: '00045/001',
      notBookedCount: 0,
      lines: [
        {
          line: 1,
          bankReference: expect.stringMatching(/^2026-11-20 50 EUR [0-9a-f]{32}$/),
          amount: '50.00',
          currency: 'EUR',
          bookedAt: new Date('2026-11-20T00:00:00Z'),
          isCredit: true,
          isReversal: false,
          text: 'EREF+INV-17 SVWZ+Zahlung fuer Wette Referenz KS-7Q2M-41XK',
          payerName: 'ADA LOVELACE UND CHARLES BABBAGE',
          payerAccount: 'DE02120300000000202051',
        },
        expect.objectContaining({ line: 2, amount: '12.5', isCredit: false, text: 'SVWZ+Miete' }),
      ],
    });
  });

  test.each([
    [
      'names before the payer’s words',
      '/TRTP/SEPA OVERBOEKING/IBAN/NL26VAYB8060476890/BIC/VAYBNL2A/NAME/ADA LOVELACE' +
        '/REMI/deposit KS-7Q2M-41XK/EREF/NOTPROVIDED',
      'NL26VAYB8060476890',
    ],
    [
      'a counterparty of several parts',
      '/EREF/INV 17//CNTP/NL26VAYB8060476890/VAYBNL2A/ADA LOVELACE/DELFT///REMI/USTD//' +
        'deposit KS-7Q2M-41XK/',
      'NL26VAYB8060476890',
    ],
    [
      'an ordering party with an address',
      '/ORDP//NAME/ADA LOVELACE/ADDR/DELFT/IBAN/NL26VAYB8060476890/REMI/deposit KS-7Q2M-41XK',
      'NL26VAYB8060476890',
    ],
    [
      'an account behind the payer’s reference',
      '/EREF/NOTPROVIDED/ORDP//NAME/ADA LOVELACE/IBAN/NL26VAYB8060476890' +
        '/REMI/deposit KS-7Q2M-41XK',
      null,
    ],
  ])('in the Dutch form, with %s, is read', async (_, information, payerAccount) => {
    const line = await usual(cut(information));
    expect(line).toMatchObject({
      payerName: 'ADA LOVELACE',
      payerAccount,
      text: expect.stringMatching(/^deposit KS-7Q2M-41XK( INV 17)?$/),
    });
  });

  test('with the blocks of SWIFT and plain text is read', async () => {
    const file = [
      '{1:F01BANKAEADXXXX0000000000}{2:O9401800261120BANKAEADXXXX00000000002611201800N}{4:',
      ':20:940S261120',
      ':25:AE070331234567890123456',
      ':28C:324/1',
      ':60F:C261120AED10,',
      ':61:261120C200,00S103FT26324//26324-77',
      'INWARD REMITTANCE',
      ':86:ADA LOVELACE DEPOSIT',
      'KS-7Q2M-41XK',
      ':86:VALUE DATE 20/11',
      ':62F:C261120AED210,00',
      ':64:C261120AED210,00',
      ':86:END OF STATEMENT',
      '-}{5:{CHK:123456789ABC}}',
    ].join('\n');
    expect(await read(file)).toMatchObject({
      accountNumber: 'AE070331234567890123456',
      lines: [
        {
          amount: '200.00',
          currency: 'AED',
          text: 'ADA LOVELACE DEPOSIT KS-7Q2M-41XK VALUE DATE 20/11 INWARD REMITTANCE',
          payerName: null,
          payerAccount: null,
        },
      ],
    });
  });

  test('with the bank’s own lines before it, and of several pages, is read', async () => {
    const page = (number: number, kinds: [string, string], balances: [string, string]) => [
      ':20:S1',
      `:25:${iban}EUR`,
      `:28C:1/${number}`,
      `:60${kinds[0]}:C261120EUR${balances[0]}`,
      ':61:261120C5,NTRFNONREF',
      `:62${kinds[1]}:C261120EUR${balances[1]}`,
      '-',
    ];
    const pages = [...page(1, ['F', 'M'], ['0,', '5,']), ...page(2, ['M', 'F'], ['5,', '10,'])];
    const found = await read(['ABNANL2A', '940', 'ABNANL2A', ...pages].join('\r\n'));
    expect(found).toMatchObject({ accountNumber: iban, bankReference: '1/1' });
    expect(found.lines.map(({ bankReference }) => bankReference)).toEqual([
      expect.stringMatching(/^2026-11-20 5 EUR [0-9a-f]{32}$/),
      expect.stringMatching(/^2026-11-20 5 EUR [0-9a-f]{32} \(2\)$/),
    ]);
  });
});

describe('a movement', () => {
  test.each([
    ['261120C50,00NTRFNONREF', true, false, undefined],
    ['2611201120D50,00NTRFNONREF', false, false, undefined],
    ['2611201120DR50,00NTRFNONREF', false, false, undefined],
    ['2611201120RC50,00NTRFNONREF', false, true, undefined],
    ['2611201120RCR50,00NTRFNONREF', false, true, undefined],
    ['2611201120RD50,00NTRFNONREF', true, true, 'return'],
    ['2611201120C50,00NRTINONREF', true, false, 'return'],
    ['2611201120C50,00NCHGNONREF', true, false, 'charge'],
    ['2611201120C50,00NINTNONREF', true, false, 'interest'],
    ['2611201120C50,00FCMZNONREF', true, false, 'own'],
    ['2611201120C50,00N544NONREF', true, false, undefined],
  ])('%s has its direction and kind', async (movement, isCredit, isReversal, kind) => {
    const closing = `${isCredit ? 'C' : 'D'}261120EUR50,00`;
    const line = await lineOf(movement, ['x'], closing);
    expect(line).toMatchObject({ isCredit, isReversal, amount: '50.00' });
    expect(line?.movement).toBe(kind);
  });

  test.each([
    ['261231', '0102', '2027-01-02'],
    ['270102', '1231', '2026-12-31'],
    ['261120', '1120', '2026-11-20'],
    ['261120', '', '2026-11-20'],
    ['280301', '0229', '2028-02-29'],
  ])('of the value %s and the entry %j is of %s', async (value, entry, day) => {
    const line = await lineOf(`${value}${entry}C50,NTRFX`, [], 'C261120EUR50,');
    expect(line?.bookedAt).toEqual(new Date(`${day}T00:00:00Z`));
  });

  test.each([
    '2611201120C50.00NTRFNONREF',
    '2611201120C50NTRFNONREF',
    '2611201120C-50,00NTRFNONREF',
    '2611201120C1.050,00NTRFNONREF',
    '2611201120C50,005NTRFNONREF',
    '2611201120X50,00NTRFNONREF',
    '2611201120EC50,00NTRFNONREF',
    '2613201120C50,00NTRFNONREF',
    '2611200230C50,00NTRFNONREF',
    '2611200620C50,00NTRFNONREF',
    '20261120C50,00NTRFNONREF',
    '2611201120C50,00',
    '',
  ])('%j makes the file unreadable, and is not quoted', async (movement) => {
    const problems = await problemsOf(
      write([`:61:${movement}`, ':86:secret'], { closing: 'C261120EUR50,' }),
    );
    expect(problems).toEqual([expect.stringMatching(/^line 5: the movement \(:61:\) [\w ]+$/)]);
  });

  test.each([
    ['166?00SEPA?20Rent', undefined],
    ['159?00RUECKUEBERWEISUNG?20Rent', 'return'],
    ['181?00WIEDERGUTSCHRIFT?20Rent', 'return'],
    ['808?00GEBUEHREN?20Rent', 'charge'],
    ['814?00ZINSEN?20Rent', 'interest'],
    ['833?00CASH POOLING?20Rent', 'own'],
    ['/TRTP/SEPA/RTRN/AC04/NAME/ADA/REMI/Rent', 'return'],
    ['/TRTP/SEPA/NAME/ADA/REMI/Rent /RTRN/AC04', undefined],
  ])('with the information %j is %s', async (information, kind) => {
    expect((await usual([information]))?.movement).toBe(kind);
  });

  test('has the customer’s reference where it may name a payment', async () => {
    const withReference = (id: string) => lineOf(`261120C50,NTRF${id}//B1`, [], 'C261120EUR50,');
    expect(await withReference('KS7Q2M41XK')).toMatchObject({ ids: 'KS7Q2M41XK' });
    expect(await withReference('INV17')).not.toHaveProperty('ids');
  });

  test('with one reference of the bank as another one is another movement', async () => {
    const movement = ':61:261120C5,NTRFNONREF//0815';
    const { lines } = await read(
      write([movement, ':86:Ada', movement, ':86:Bob', movement, ':86:Ada'], {
        closing: 'C261120EUR15,',
      }),
    );
    const [ada, bob, again] = lines.map(({ bankReference }) => bankReference);
    expect(new Set([ada, bob, again]).size).toBe(3);
    expect(again).toBe(`${ada} (2)`);
    const later = write([movement, ':86:Bob'], { closing: 'C261120EUR5,' });
    expect((await read(later)).lines[0]?.bankReference).toBe(bob);
  });
});

describe('a payer who writes the codes of a form', () => {
  test.each([
    '166?20hello?32EVE?31DE02120300000000202051?32ADA',
    '166?20hello?32EVE?21more?32ADA',
    '166?20hello?33EVE?32ADA',
    '/NAME/EVE/REMI/x/NAME/ADA',
    '/EREF/1/NAME/EVE/CNTP/NL26VAYB8060476890/VAYBNL2A/ADA/DELFT/REMI/x',
    'hello /NAME/EVE/',
    'hello ?32EVE',
  ])('%j names no other payer', async (information) => {
    const line = await usual([information]);
    expect([null, 'EVE']).toContain(line?.payerName);
    if (line?.payerName === 'EVE') expect(information).toMatch(/^\/NAME\/EVE\/REMI/);
    if (!information.includes('REMI')) expect(line?.text).toBe(information);
  });

  test.each([
    [
      '/EREF/X/IBAN/DE02120300000000202051//CNTP/NL91ABNA0417164300/ABNANL2A/JAN JANSEN///REMI/USTD//hello/',
      null,
    ],
    ['/EREF/X/IBAN/DE02120300000000202051/ORDP//NAME/JAN JANSEN/REMI/hello', 'JAN JANSEN'],
    ['/PREF/X/NAME/ADA/IBAN/DE02120300000000202051/REMI/hello', null],
    ['/PURP/X/IBAN/DE02120300000000202051/REMI/hello', null],
    ['/IBAN/NL91ABNA0417164300/ULTD/X/NAME/ADA/REMI/hello', null],
    ['/CSID/X/ORDP/X/BIC/Y/NAME/ADA/REMI/hello', null],
  ])('into a reference, as in %j, gives no account, and only an ordering name', async (...each) => {
    const [information, payerName] = each;
    const line = await usual(cut(information));
    const payerAccount = information.startsWith('/IBAN/') ? 'NL91ABNA0417164300' : null;
    expect(line).toMatchObject({ payerName, payerAccount, text: expect.stringContaining('hello') });
  });

  const credit = (information: string) => [':61:261120C5,NTRFX', `:86:${information}`];
  const german = '166?20hi?31DE02120300000000202051?32ADA';
  const dutch = '/IBAN/DE02120300000000202051/NAME/ADA/REMI/hi';

  test.each([
    ['a German form among free texts', [credit(german), credit('rent of May')], []],
    ['codewords among free texts', [credit('rent of May'), credit(dutch)], []],
    ['both forms', [credit(german), credit(dutch)], []],
    ['a form out of order among others', [credit(german), credit('166?32ADA?20hi')], ['ADA']],
    [
      'another form at charges and nothing',
      [credit(german), [':61:261120C5,NCHGX', ':86:charge'], [':61:261120C5,NTRFX', ':86:']],
      ['ADA'],
    ],
  ])('is believed by what the bank writes of all payments: %s', async (_, movements, names) => {
    const closing = `C261120EUR${5 * movements.length},`;
    const { lines } = await read(write(movements.flat(), { closing }));
    const found = lines.flatMap(({ payerName }) => payerName ?? []);
    expect(found).toEqual(names);
    expect(lines.flatMap(({ payerAccount }) => payerAccount ?? [])).toHaveLength(names.length);
    expect(lines.every(({ text }) => text !== null || names.length > 0)).toBe(true);
  });

  const full = (start: string, width = 65) => start.padEnd(width, 'x');
  const added = ':61:2611201120C500,00NTRFKS7Q2M41XK';
  const balanced = ':61:2611201120D500,00NTRFX';
  const wide = 'ü'.repeat(30);

  test.each<[string, string[]]>([
    ['and a debit', [full('/TRTP/SEPA/REMI/USTD//'), added.padEnd(65), balanced]],
    ['behind a debit', [full('/REMI/'), balanced.padEnd(65), added]],
    ['behind a debit without its blanks', [full('/REMI/'), balanced, added]],
    ['in a shorter width', [full('/REMI/', 60), added.padEnd(60), balanced]],
    ['at a width with the tag', [full('/REMI/', 61), added.padEnd(65), balanced]],
    ['in bytes', [`/REMI/${wide}`, added, balanced, ':61:261120C1,NTRFX', `:86:${full('')}`]],
    ['behind a line of blanks', [full('/REMI/'), ' '.repeat(65), added, balanced]],
    ['behind a line without its blanks', [full('/REMI/'), '', added, balanced]],
    ['behind a dash', [full('/REMI/'), '-', added, balanced]],
    [
      'in a text of two payments',
      [full('/REMI/'), added, ':61:261120C1,NTRFX', `:86:${full('/REMI/')}`, balanced],
    ],
    [
      'in a bank’s longer line',
      [full('/REMI/'), added, balanced, ':61:261120C1,NTRFX', `:86:${full('', 90)}`, 'more'],
    ],
  ])('at a break adds a movement, %s, that is no payment', async (_, information) => {
    const count = information.join().split(':61:261120C1,').length;
    const closing = `C261120EUR${count},`;
    const { lines } = await read(
      write([':61:261120C1,NTRFX', `:86:${information.join('\r\n')}`], { closing }),
    );
    expect(lines[0]?.movement).toBeUndefined();
    const large = lines.filter(({ amount, isCredit }) => isCredit && amount === '500.00');
    expect(large).toMatchObject([{ movement: 'charge' }]);
  });

  test('and a bank that breaks no text: payments behind shorter ones are payments', async () => {
    const texts = [full('', 120), full('', 300), 'short', full('', 90)];
    const movements = [...texts, 'last'].flatMap((text) => credit(`/REMI/${text}`));
    const { lines } = await read(write(movements, { closing: 'C261120EUR25,' }));
    const kinds = lines.map(({ movement }) => movement ?? 'payment');
    expect(kinds).toEqual(['payment', 'payment', 'charge', 'payment', 'payment']);
  });

  test('changes no account of the statement', async () => {
    const fields = [...credit(full('')), ':25:NL26VAYB8060476890'];
    expect(await problemsOf(write(fields, { closing: 'C261120EUR5,' }))).toEqual([
      'line 7: the message has a second account (:25:)',
    ]);
  });

  test.each([
    [['hello', '-', 'KS-7Q2M-41XK'], 'hello - KS-7Q2M-41XK'],
    [['hello', '-}{x', 'KS-7Q2M-41XK'], 'hello -}{x KS-7Q2M-41XK'],
    [['hello', '-XXX', '', ' :61:x'], 'hello -XXX :61:x'],
    [['hello', '-', '-', 'more'], 'hello - more'],
    [['hello', '-'], 'hello'],
    [['hello', '-', ''], 'hello'],
  ])('as the end of a message, %j, loses no text', async (information, text) => {
    expect((await usual(information))?.text?.replaceAll(/[- ]+/g, ' ')).toBe(
      text.replaceAll(/[- ]+/g, ' '),
    );
  });

  test('writes no movement: its balances would not agree', async () => {
    const forged = ['hello', ':61:261120C1000,NTRFNONREF', ':86:KS-7Q2M-41XK'];
    expect(
      await problemsOf(
        write([':61:261120C5,NTRFNONREF', `:86:${forged.join('\r\n')}`], {
          closing: 'C261120EUR5,',
        }),
      ),
    ).toEqual([
      "The statement's balances in EUR differ by another sum than its entries: some are missing.",
    ]);
  });
});

describe('the account', () => {
  test.each([
    [iban, iban],
    [`/${iban}`, iban],
    [`${iban}EUR`, iban],
    ['DE75 5121 0800 1245 1261 99 EUR', iban],
    ['51210800/1245126199', iban],
    ['51210800/1245126199EUR', iban],
    ['SOLADEST600/DE75512108001245126199', iban],
    ['0517852257', '0517852257'],
    ['0517852257EUR', '0517852257'],
    ['40817810099910004312', '40817810099910004312'],
  ])('%j is %s', async (account, number) => {
    const file = write([], { closing: 'C261120EUR0,' }).replace(iban, account);
    expect((await read(file)).accountNumber).toBe(number);
  });

  test('of several messages is one, or the file is refused', async () => {
    const one = write([], { closing: 'C261120EUR0,' });
    expect(await problemsOf(`${one}\r\n${one}`)).toEqual([]);
    expect(await problemsOf(`${one}\r\n${one.replace(iban, 'NL26VAYB8060476890')}`)).toEqual([
      'The file has statements of several accounts. Load each alone.',
    ]);
  });
});

describe('a message that repeats an earlier one of its file', () => {
  const fields = [':61:261120C5,NTRFNONREF', ':86:für Ada'];
  const one = write(fields, { closing: 'C261120EUR5,' });
  const next = write(fields, { opening: 'C261120EUR5,', closing: 'C261121EUR10,' });

  test.each([
    ['directly', [one, one], 'line 9: the message repeats that of line 1'],
    ['behind another', [one, next, one], 'line 17: the message repeats that of line 1'],
    [
      'under another name',
      [one, one.replace(':20:S1', ':20:S2')],
      'line 9: the message repeats that of line 1',
    ],
  ])('%s is refused', async (_, messages, problem) => {
    expect(await problemsOf(messages.join('\r\n'))).toEqual([problem]);
  });

  test.each([
    ['number', one.replace(':28C:7/1', ':28C:8/1')],
    ['text', one.replace('Ada', 'Bob')],
    ['reference', one.replace('NONREF', 'R1')],
    ['balances', next],
  ])('but for its %s is another one', async (_, other) => {
    expect((await read(`${one}\r\n${other}`)).lines).toHaveLength(2);
  });
});

describe('a file', () => {
  const movement = [':61:261120C5,NTRFNONREF', ':86:für Ada'];
  const good = write(movement, { closing: 'C261120EUR5,' });

  test('in the encoding of the account’s settings is read, and in another one refused', async () => {
    const latin = Buffer.from(good, 'latin1');
    const format = { ...usualStatementFormat, encoding: 'windows-1252' as const };
    expect((await readStatement(latin, { ...options, format })).lines).toMatchObject([
      { text: 'für Ada' },
    ]);
    expect((await read(`\ufeff${good}`)).lines).toMatchObject([{ text: 'für Ada' }]);
    expect(await problemsOf(latin)).toEqual([
      'The file has bytes that are not of the encoding utf-8.',
    ]);
  });

  test.each([
    ['without its closing balance', good.replace(/:62F.*/s, '')],
    ['without its opening balance', good.replace(/:60F:.*\r\n/, '')],
    ['with two closing balances', good.replace('\r\n-', '\r\n:62F:C261120EUR5,\r\n-')],
    ['with a closing balance in another currency', good.replace('C261120EUR5,', 'C261120USD5,')],
    ['with a movement behind the closing balance', good.replace('\r\n-', '\r\n:61:261120C1,NTRFX')],
    ['with a movement left out', good.replace(/:61:.*\r\n:86:.*\r\n/, '')],
    ['with another closing balance', good.replace('C261120EUR5,', 'C261120EUR5,01')],
    ['with a malformed balance', good.replace('C261119EUR0,', 'C261119EUR0.00')],
    ['with a balance of too many decimals', good.replace('EUR0,', 'EUR0,001')],
    ['of the interim report MT942', good.replace(':60F:C261119EUR0,', ':34F:EURD0,')],
    ['of another message by its blocks', `{1:F01X}{2:O9421800}{4:\r\n${good}`],
    ['without a statement', '{1:F01X}{2:O9401800}{4:\r\n-}'],
    ['of a line that is too long', good.replace('für', 'x'.repeat(2001))],
    ['of a field of too many lines', good.replace('für', 'x\r\n'.repeat(101))],
  ])('%s is refused, and not quoted', async (_, file) => {
    const problems = await problemsOf(file);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toMatch(/Ada|xxx/);
  });

  test('that is cut anywhere is refused', async () => {
    const whole = good.replace(/\r\n-$/, '');
    for (let end = whole.indexOf(':25:'); end < whole.length - 3; end += 7) {
      expect(await problemsOf(whole.slice(0, end)), `${end}`).not.toEqual([]);
    }
  });

  test('with any line ends is the same', async () => {
    const found = await read(good);
    expect(await read(good.replaceAll('\r\n', '\n'))).toEqual(found);
    expect(await read(good.replaceAll('\r\n', '\r'))).toEqual(found);
  });

  test('of thousands of lines gives other work its turns', async () => {
    const many = Array.from({ length: 5000 }, () => movement).flat();
    const file = write(many, { closing: 'C261120EUR25000,' });
    const { result, turns } = await countTurns(() => read(file));
    expect(result.lines).toHaveLength(5000);
    expect(turns).toBeGreaterThan(20);
  });

  test('of more than 100,000 lines is refused', async () => {
    const many = ':61:261120C5,NTRFX\r\n'.repeat(100_002);
    expect(await problemsOf(write([many], { closing: 'C261120EUR5,' }))).toEqual([
      'A file has 100000 lines at most.',
    ]);
  });
});
