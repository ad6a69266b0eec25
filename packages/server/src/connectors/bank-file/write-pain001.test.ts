import { addDecimals, compareDecimals, type Decimal } from '@kassa/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findAll, parseXml, textAt, type XmlElement } from '../../ground/files/xml-elements.ts';
import { anyText } from '../../testing/any-text.ts';
import { findSchemaErrors, schemaFolder } from '../../testing/iso-schemas.ts';
import { buildPayoutOrder } from '../../testing/payout-orders.ts';
import type { PayoutBatch, PayoutOrder } from '../payout-connector.ts';
import { factory } from './connector.ts';

const formats = ['pain.001.001.03', 'pain.001.001.09'] as const;

const usual = {
  debtorName: 'Kassa Ltd',
  iban: 'NL91 ABNA 0417 1643 00',
  bic: 'ABNANL2A',
  country: 'nl',
  currencies: ['EUR', 'USD', 'JPY', 'KWD'],
};

const usualTime = '2026-11-24T22:30:15.123Z';

function write(payouts: readonly PayoutOrder[], settings: object = {}, createdAt = usualTime) {
  const built = factory.build({ ...usual, ...settings });
  if ('problems' in built) throw new Error(JSON.stringify(built.problems));
  const batch: PayoutBatch = {
    reference: 'PB-7Q2M-41XK',
    createdAt: new Date(createdAt),
    payouts,
  };
  const written = built.connector.payoutFile?.write(batch);
  if (written === undefined) throw new Error('The connector writes no files.');
  return written;
}

function contentOf(written: ReturnType<typeof write>): string {
  if (written.kind === 'refused') throw new Error(JSON.stringify(written.payouts));
  return written.content;
}

const parse = (content: string): Promise<XmlElement> => parseXml(content);

const payments = (root: XmlElement) => findAll(root, 'CstmrCdtTrfInitn/PmtInf');
const transfers = (root: XmlElement) => payments(root).flatMap((it) => findAll(it, 'CdtTrfTxInf'));

const ada = buildPayoutOrder({
  withdrawalId: '0199d1f0-7c00-7000-8000-000000000001',
  reference: 'KW-7Q2M-41X1',
  amount: '40.5',
});

describe.each(formats)('a file of the format %s', (format) => {
  test('has the payer, the payees, and what each gets', async () => {
    const root = await parse(contentOf(write([ada], { format })));
    expect(root).toMatchObject({
      name: 'Document',
      uri: `urn:iso:std:iso:20022:tech:xsd:${format}`,
    });
    const header = findAll(root, 'CstmrCdtTrfInitn/GrpHdr')[0];
    expect(header && textAt(header, 'MsgId')).toBe('PB-7Q2M-41XK');
    expect(header && textAt(header, 'CreDtTm')).toBe('2026-11-24T22:30:15Z');
    expect(header && textAt(header, 'InitgPty/Nm')).toBe('Kassa Ltd');
    const [payment] = payments(root);
    const bic = format === 'pain.001.001.03' ? 'BIC' : 'BICFI';
    const day = format === 'pain.001.001.03' ? 'ReqdExctnDt' : 'ReqdExctnDt/Dt';
    const read = (element: XmlElement | undefined, paths: string[]) =>
      Object.fromEntries(paths.map((path) => [path, element && textAt(element, path)]));
    const paymentPaths = [
      'PmtInfId',
      'PmtMtd',
      'BtchBookg',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf/SvcLvl/Cd',
      day,
      'Dbtr/Nm',
      'Dbtr/PstlAdr/Ctry',
      'DbtrAcct/Id/IBAN',
      `DbtrAgt/FinInstnId/${bic}`,
      'ChrgBr',
    ];
    expect(Object.values(read(payment, paymentPaths))).toEqual([
      'PB-7Q2M-41XK-EUR',
      'TRF',
      'true',
      '1',
      '40.50',
      'SEPA',
      '2026-11-24',
      'Kassa Ltd',
      'NL',
      'NL91ABNA0417164300',
      'ABNANL2A',
      'SLEV',
    ]);
    const [transfer] = transfers(root);
    const transferPaths = [
      'PmtId/InstrId',
      'PmtId/EndToEndId',
      'Amt/InstdAmt',
      'Cdtr/Nm',
      'CdtrAcct/Id/IBAN',
      'RmtInf/Ustrd',
    ];
    expect(Object.values(read(transfer, transferPaths))).toEqual([
      'KW-7Q2M-41X1',
      '0199d1f07c0070008000000000000001',
      '40.50',
      'Ada Lovelace',
      'DE89370400440532013000',
      'KW-7Q2M-41X1 Kassa Ltd',
    ]);
    const instructed = transfer && findAll(transfer, 'Amt/InstdAmt')[0];
    expect(instructed?.attributes).toEqual({ Ccy: 'EUR' });
  });
});

describe('a file', () => {
  test('is named after its reference, and the same for the same batch', () => {
    expect(write([ada])).toMatchObject({ kind: 'written', fileName: 'PB-7Q2M-41XK.xml' });
    expect(write([ada])).toEqual(write([ada]));
  });

  test('has a payment for each currency, with the currency’s decimals', async () => {
    const account = { account: '12 34-56', bank: '021000021', holder: 'Bob' };
    const root = await parse(
      contentOf(
        write([
          ada,
          buildPayoutOrder({ amount: '1000', currency: 'JPY', fields: account }),
          buildPayoutOrder({ amount: '1.2', currency: 'KWD', fields: account }),
          buildPayoutOrder({ amount: '2.345', currency: 'KWD', fields: account }),
        ]),
      ),
    );
    expect(
      payments(root).map((payment) => [
        textAt(payment, 'PmtInfId'),
        textAt(payment, 'NbOfTxs'),
        textAt(payment, 'CtrlSum'),
        textAt(payment, 'PmtTpInf/SvcLvl/Cd'),
      ]),
    ).toEqual([
      ['PB-7Q2M-41XK-EUR', '1', '40.50', 'SEPA'],
      ['PB-7Q2M-41XK-JPY', '1', '1000', null],
      ['PB-7Q2M-41XK-KWD', '2', '3.545', null],
    ]);
    expect(transfers(root).map((transfer) => textAt(transfer, 'Amt/InstdAmt'))).toEqual([
      '40.50',
      '1000',
      '1.200',
      '2.345',
    ]);
    const last = transfers(root)[3];
    expect(last && textAt(last, 'CdtrAcct/Id/Othr/Id')).toBe('123456');
    expect(last && textAt(last, 'CdtrAgt/FinInstnId/ClrSysMmbId/MmbId')).toBe('021000021');
  });

  test('names the payee’s bank by its BIC, whichever field has it', async () => {
    const fields = { ...ada.fields, bic: 'DEUTDEFF' };
    const other = { account: '123', bank: 'CHASUS33XXX', holder: 'Bob' };
    const root = await parse(
      contentOf(
        write([buildPayoutOrder({ fields }), buildPayoutOrder({ currency: 'USD', fields: other })]),
      ),
    );
    const path = 'CdtrAgt/FinInstnId/BICFI';
    expect(transfers(root).map((transfer) => textAt(transfer, path))).toEqual([
      'DEUTDEFF',
      'CHASUS33XXX',
    ]);
  });

  test.each([
    // 00:30 in Berlin is another day than in UTC, in winter and in summer.
    ['2026-11-24T23:30:00Z', { country: 'de' }, '2026-11-25'],
    ['2026-07-06T22:30:00Z', { country: 'de' }, '2026-07-07'],
    ['2026-11-24T22:30:00Z', { country: 'de' }, '2026-11-24'],
    // The day before, in Mexico.
    ['2026-11-25T00:30:00Z', { country: 'mx', timeZone: 'America/Mexico_City' }, '2026-11-24'],
    ['2026-11-24T20:30:00Z', { country: 'uz' }, '2026-11-25'],
    ['2026-11-24T22:30:00Z', { country: 'es', timeZone: 'Europe/Madrid' }, '2026-11-24'],
    // Friday 23:30 in Berlin, 30 minutes later, and Thursday with an offset that ends on Saturday.
    ['2026-11-27T22:30:00Z', { country: 'de' }, '2026-11-27'],
    ['2026-11-27T23:30:00Z', { country: 'de' }, '2026-11-30'],
    ['2026-11-26T12:00:00Z', { country: 'de', executionOffsetDays: 2 }, '2026-11-30'],
    // Thursday 00:30 before Easter; the whole of Easter.
    ['2027-03-24T23:30:00Z', { country: 'de' }, '2027-03-25'],
    ['2027-03-25T23:30:00Z', { country: 'de' }, '2027-03-30'],
  ])('created at %s with %j it is for %s', async (createdAt, settings, expected) => {
    const [payment] = payments(await parse(contentOf(write([ada], settings, createdAt))));
    expect(payment && textAt(payment, 'ReqdExctnDt/Dt')).toBe(expected);
  });

  test('is for each currency on a day of its banks', async () => {
    const orders = ['EUR', 'USD'].map((currency) => buildPayoutOrder({ currency, amount: '5' }));
    const settings = { country: 'eg', currencies: ['EUR', 'USD'] };
    const days = async (createdAt: string) =>
      payments(await parse(contentOf(write(orders, settings, createdAt)))).map((payment) =>
        textAt(payment, 'ReqdExctnDt/Dt'),
      );
    // A Friday, and a Sunday.
    expect(await days('2026-11-27T10:00:00Z')).toEqual(['2026-11-27', '2026-11-29']);
    expect(await days('2026-11-29T10:00:00Z')).toEqual(['2026-11-30', '2026-11-29']);
  });

  test('is for a later day, one line for each payout, and charges as the settings say', async () => {
    const settings = { executionOffsetDays: 2, batchBooking: false, chargeBearer: 'SHAR' };
    const [payment] = payments(await parse(contentOf(write([ada], settings))));
    expect(payment && textAt(payment, 'ReqdExctnDt/Dt')).toBe('2026-11-26');
    expect(payment && textAt(payment, 'BtchBookg')).toBe('false');
    expect(payment && textAt(payment, 'ChrgBr')).toBe('SHAR');
    expect(payment && textAt(payment, 'PmtTpInf/SvcLvl/Cd')).toBeNull();
  });

  test('is paid from an account without an IBAN, at a bank that isn’t named', async () => {
    const settings = { iban: undefined, bic: undefined, accountNumber: '998877' };
    const [payment] = payments(await parse(contentOf(write([ada], settings))));
    expect(payment && textAt(payment, 'DbtrAcct/Id/Othr/Id')).toBe('998877');
    expect(payment && textAt(payment, 'DbtrAgt/FinInstnId/Othr/Id')).toBe('NOTPROVIDED');
  });

  test('has the player’s stated name where the method doesn’t ask for a holder', async () => {
    const profile = {
      firstName: 'Grace',
      lastName: 'Höpper',
      email: null,
      phone: null,
      address: null,
      birthDate: null,
    };
    const { iban = '' } = ada.fields;
    const order = buildPayoutOrder({ fields: { iban }, player: { ...ada.player, profile } });
    const [transfer] = transfers(await parse(contentOf(write([order]))));
    expect(transfer && textAt(transfer, 'Cdtr/Nm')).toBe('Grace Hopper');
  });

  test.each([
    ['another currency', { currency: 'SEK' }, "SEK isn't paid from this account"],
    ['half a yen', { currency: 'JPY', amount: '0.5' }, 'the amount has more decimals than JPY'],
    ['too much', { amount: '12345678901234567.00' }, 'the amount is too long'],
    ['no account', { fields: { holder: 'Ada' } }, 'the field "iban" is missing'],
    [
      'a mistyped IBAN',
      { fields: { iban: 'DE88370400440532013000', holder: 'Ada' } },
      'the field "iban" is no IBAN',
    ],
    [
      'an endless account',
      { fields: { account: '1'.repeat(35), holder: 'Ada' } },
      'the field "account" is too long',
    ],
    ['a wrong BIC', { fields: { ...ada.fields, bic: 'DEUT' } }, 'the field "bic" is no BIC'],
    [
      'no name',
      { fields: { iban: 'DE89370400440532013000' } },
      'the name of the holder is missing',
    ],
    [
      'a name without letters',
      { fields: { ...ada.fields, holder: '☐' } },
      'the name of the holder is missing',
    ],
  ])('holds no payout with %s, and says which', (_, part, detail) => {
    const order = buildPayoutOrder(part);
    expect(write([ada, order])).toEqual({
      kind: 'refused',
      payouts: [{ withdrawalId: order.withdrawalId, detail }],
    });
  });
});

const amountOf = { EUR: 2, USD: 2, JPY: 0, KWD: 3 };
const anyOrder = fc
  .record({
    currency: fc.constantFrom('EUR', 'USD', 'JPY', 'KWD' as const),
    units: fc.integer({ min: 1, max: 10 ** 12 }),
    holder: fc.oneof(fc.stringMatching(/^[A-Za-zäöüß' .-]{2,90}$/), anyText).map((it) => `X${it}`),
    hasIban: fc.boolean(),
    reference: fc.stringMatching(/^KW-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
    bank: fc.option(fc.stringMatching(/^[0-9]{6,9}$/), { nil: undefined }),
  })
  .map(({ currency, units, holder, hasIban, reference, bank }) => {
    const decimals = amountOf[currency as keyof typeof amountOf];
    const digits = String(units).padStart(decimals + 1, '0');
    const amount =
      decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
    const account: Record<string, string> = hasIban
      ? { iban: 'GB33BUKB20201555555555' }
      : { account: '12345678' };
    const fields: Record<string, string> = { ...account, holder };
    if (bank !== undefined) fields.bank = bank;
    return buildPayoutOrder({ currency, amount, reference, fields });
  });
const anyOrders = fc.array(anyOrder, { minLength: 1, maxLength: 20 });

test('the control sums are the sums of the payouts, and each payout stands in the file once', async () => {
  await fc.assert(
    fc.asyncProperty(anyOrders, async (orders) => {
      const root = await parse(contentOf(write(orders)));
      const sum = (amounts: Decimal[]) => amounts.reduce(addDecimals, '0');
      const [header] = findAll(root, 'CstmrCdtTrfInitn/GrpHdr');
      const said = header && textAt(header, 'CtrlSum');
      expect(compareDecimals(said ?? '', sum(orders.map(({ amount }) => amount)))).toBe(0);
      expect(header && textAt(header, 'NbOfTxs')).toBe(String(orders.length));
      for (const payment of payments(root)) {
        const own = findAll(payment, 'CdtTrfTxInf/Amt/InstdAmt').map(({ text }) => text);
        expect(compareDecimals(textAt(payment, 'CtrlSum') ?? '', sum(own))).toBe(0);
        expect(textAt(payment, 'NbOfTxs')).toBe(String(own.length));
      }
      const ids = transfers(root).map((transfer) => textAt(transfer, 'PmtId/EndToEndId'));
      const wanted = orders.map(({ withdrawalId }) => withdrawalId.replaceAll('-', ''));
      expect(ids.toSorted()).toEqual(wanted.toSorted());
    }),
    { numRuns: 50 },
  );
});

const suffix =
  schemaFolder === null ? ' (skipped: the published schemas are not beside the project)' : '';

describe.skipIf(schemaFolder === null)(`with ISO 20022's published schemas${suffix}`, () => {
  test.each(formats)('files of the format %s are valid', async (format) => {
    for (const orders of fc.sample(anyOrders, 2)) {
      for (const settings of [
        {},
        { iban: undefined, bic: undefined, accountNumber: '998877', chargeBearer: 'DEBT' },
      ]) {
        const content = contentOf(write(orders, { format, ...settings }));
        expect(await findSchemaErrors(format, content)).toEqual([]);
      }
    }
  });

  test('a file that is not of the schema is found out', async () => {
    const content = contentOf(write([ada])).replace(/<MsgId>.*<\/MsgId>/, '');
    expect(await findSchemaErrors('pain.001.001.09', content)).not.toEqual([]);
  });
});
