import { addDecimals, type Decimal, fitsCurrency, padToCurrency } from '@kassa/contract';
import { localTime } from '../../ground/local-time.ts';
import type { PayoutBatch, PayoutOrder } from '../payout-connector.ts';
import { addDays, nextBankingDay } from './banking-days.ts';
import type { BankFileConfig } from './config.ts';
import { toEndToEndId } from './end-to-end-id.ts';
import { type PayeeAccount, readPayeeAccount } from './payee.ts';
import { toPaymentId } from './payment-id.ts';
import { toBankText } from './to-bank-text.ts';
import { writeXml, type XmlNode } from './write-xml.ts';

const longestName = 70;
const longestRemittance = 140;
/** `totalDigits` of an amount in the schemas. */
const mostDigits = 18;

/** A payout as the file has it. */
interface Transfer {
  order: PayoutOrder;
  holder: string;
  account: PayeeAccount;
}

type Written =
  | { kind: 'written'; fileName: string; content: string }
  | { kind: 'refused'; payouts: { withdrawalId: string; detail: string }[] };

/**
 * Writes a batch of payouts as a customer credit transfer initiation (ISO 20022, pain.001): one
 * payment for each currency, with the sums by which the bank checks that nothing is lost.
 */
export function writePain001(config: BankFileConfig, batch: PayoutBatch): Written {
  const read = batch.payouts.map((order) => ({ order, transfer: readTransfer(config, order) }));
  const refused = read.flatMap(({ order: { withdrawalId }, transfer }) =>
    typeof transfer === 'string' ? [{ withdrawalId, detail: transfer }] : [],
  );
  if (refused.length > 0) return { kind: 'refused', payouts: refused };
  const transfers = read.flatMap(({ transfer }) => (typeof transfer === 'string' ? [] : transfer));
  const byCurrency = Map.groupBy(transfers, ({ order }) => order.currency);
  const content = writeXml({
    name: 'Document',
    attributes: { xmlns: `urn:iso:std:iso:20022:tech:xsd:${config.format}` },
    content: [
      {
        name: 'CstmrCdtTrfInitn',
        content: [
          { name: 'GrpHdr', content: writeHeader(config, batch, transfers) },
          ...[...byCurrency].map(([currency, own]) => ({
            name: 'PmtInf',
            content: writePayment(config, batch, currency, own),
          })),
        ],
      },
    ],
  });
  return { kind: 'written', fileName: `${batch.reference}.xml`, content };
}

/** Returns why the file can't hold a payout, without personal data. */
function readTransfer(config: BankFileConfig, order: PayoutOrder): Transfer | string {
  const { amount, currency, fields, player } = order;
  if (!config.currencies.includes(currency)) return `${currency} isn't paid from this account`;
  if (!fitsCurrency(amount, currency)) return `the amount has more decimals than ${currency}`;
  if (padToCurrency(amount, currency).replace('.', '').length > mostDigits) {
    return 'the amount is too long';
  }
  const account = readPayeeAccount(order);
  if ('field' in account) return `the field "${account.field}" ${account.problem}`;
  const { firstName = null, lastName = null } = player.profile ?? {};
  const named = fields.holder ?? [firstName, lastName].filter((part) => part !== null).join(' ');
  const holder = toBankText(named, longestName);
  return holder === '' ? 'the name of the holder is missing' : { order, holder, account };
}

function writeHeader(
  { debtorName }: BankFileConfig,
  { reference, createdAt }: PayoutBatch,
  transfers: readonly Transfer[],
): XmlNode[] {
  return [
    { name: 'MsgId', content: reference },
    { name: 'CreDtTm', content: createdAt.toISOString().replace(/\.\d+Z$/, 'Z') },
    ...writeSums(transfers),
    { name: 'InitgPty', content: [{ name: 'Nm', content: debtorName }] },
  ];
}

/** The sum adds the amounts of all currencies, as the standard has it. */
function writeSums(transfers: readonly Transfer[]): XmlNode[] {
  const sum = transfers.reduce<Decimal>(
    (total, { order }) => addDecimals(total, order.amount),
    '0',
  );
  const [currency, other] = new Set(transfers.map(({ order }) => order.currency));
  const isOne = currency !== undefined && other === undefined;
  return [
    { name: 'NbOfTxs', content: String(transfers.length) },
    { name: 'CtrlSum', content: isOne ? padToCurrency(sum, currency) : sum },
  ];
}

function writePayment(
  config: BankFileConfig,
  { reference, createdAt }: PayoutBatch,
  currency: string,
  transfers: readonly Transfer[],
): XmlNode[] {
  const { debtorName, iban, accountNumber, bic, country } = config;
  const today = localTime(createdAt, config.timeZone).day;
  const day = nextBankingDay(addDays(today, config.executionOffsetDays), { country, currency });
  const isSepa =
    config.chargeBearer === 'SLEV' &&
    currency === 'EUR' &&
    transfers.every(({ account }) => account.iban !== null);
  return [
    { name: 'PmtInfId', content: toPaymentId(reference, currency) },
    { name: 'PmtMtd', content: 'TRF' },
    { name: 'BtchBookg', content: String(config.batchBooking) },
    ...writeSums(transfers),
    ...(isSepa
      ? [
          {
            name: 'PmtTpInf',
            content: [{ name: 'SvcLvl', content: [{ name: 'Cd', content: 'SEPA' }] }],
          },
        ]
      : []),
    {
      name: 'ReqdExctnDt',
      content: config.format === 'pain.001.001.03' ? day : [{ name: 'Dt', content: day }],
    },
    {
      name: 'Dbtr',
      content: [
        { name: 'Nm', content: debtorName },
        { name: 'PstlAdr', content: [{ name: 'Ctry', content: country.toUpperCase() }] },
      ],
    },
    { name: 'DbtrAcct', content: writeAccount(iban ?? null, accountNumber ?? null) },
    // An operator that names no bank has one account at the bank that gets the file.
    {
      name: 'DbtrAgt',
      content: writeBank(config, { bic: bic ?? null, bankCode: null }) ?? [
        {
          name: 'FinInstnId',
          content: [{ name: 'Othr', content: [{ name: 'Id', content: 'NOTPROVIDED' }] }],
        },
      ],
    },
    { name: 'ChrgBr', content: config.chargeBearer },
    ...transfers.map((transfer) => ({
      name: 'CdtTrfTxInf',
      content: writeTransfer(config, transfer),
    })),
  ];
}

function writeTransfer(config: BankFileConfig, { order, holder, account }: Transfer): XmlNode[] {
  const { withdrawalId, reference, amount, currency } = order;
  const bank = writeBank(config, account);
  return [
    {
      name: 'PmtId',
      content: [
        { name: 'InstrId', content: reference },
        { name: 'EndToEndId', content: toEndToEndId(withdrawalId) },
      ],
    },
    {
      name: 'Amt',
      content: [
        {
          name: 'InstdAmt',
          attributes: { Ccy: currency },
          content: padToCurrency(amount, currency),
        },
      ],
    },
    ...(bank === null ? [] : [{ name: 'CdtrAgt', content: bank }]),
    { name: 'Cdtr', content: [{ name: 'Nm', content: holder }] },
    { name: 'CdtrAcct', content: writeAccount(account.iban, account.number) },
    {
      name: 'RmtInf',
      content: [
        {
          name: 'Ustrd',
          content: toBankText(`${reference} ${config.debtorName}`, longestRemittance),
        },
      ],
    },
  ];
}

function writeAccount(iban: string | null, number: string | null): XmlNode[] {
  const id: XmlNode =
    iban === null
      ? { name: 'Othr', content: [{ name: 'Id', content: number ?? '' }] }
      : { name: 'IBAN', content: iban };
  return [{ name: 'Id', content: [id] }];
}

/** Returns null if a bank isn't named; it follows from an IBAN. */
function writeBank(
  { format }: BankFileConfig,
  { bic, bankCode }: Pick<PayeeAccount, 'bic' | 'bankCode'>,
): XmlNode[] | null {
  const bicName = format === 'pain.001.001.03' ? 'BIC' : 'BICFI';
  if (bic !== null) {
    return [{ name: 'FinInstnId', content: [{ name: bicName, content: bic }] }];
  }
  if (bankCode === null) return null;
  return [
    {
      name: 'FinInstnId',
      content: [{ name: 'ClrSysMmbId', content: [{ name: 'MmbId', content: bankCode }] }],
    },
  ];
}
