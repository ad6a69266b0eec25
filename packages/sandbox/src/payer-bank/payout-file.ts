import { randomBytes } from 'node:crypto';
import { add, amountSchema, isWithin } from '../amounts.ts';
import { html, type Markup } from '../html.ts';

/** A payout of a file. */
interface Payout {
  endToEndId: string;
  amount: string;
  currency: string;
}

/** A file of payouts (ISO 20022, pain.001), as far as the simulated bank reads it. */
export interface PayoutFile {
  messageId: string;
  /** The message, such as `pain.001.001.09`. */
  format: string;
  payments: { id: string; payouts: Payout[] }[];
  /** Whether numbers and sums are those of the payouts. */
  addsUp: boolean;
}

/** What the bank answers. */
export const payoutAnswers = {
  received: { label: 'Received', hint: 'the file is checked, and nothing is paid yet' },
  paid: { label: 'Pay all', hint: 'every payout is paid' },
  'reject-first': {
    label: 'Reject the first',
    hint: 'its account is closed; the others are paid',
  },
  'reject-all': { label: 'Reject the file', hint: 'as one that the bank has had before' },
} as const;

export type PayoutAnswer = keyof typeof payoutAnswers;

const textOf = (xml: string, name: string) =>
  new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]?.trim() ?? '';

const partsOf = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, part = '']) => part);

/** Reads a file of payouts as Kassa writes it; null if it is none. */
export function readPayoutFile(xml: string): PayoutFile | null {
  const format = /xmlns="urn:iso:std:iso:20022:tech:xsd:(pain\.001\.001\.\d\d)"/.exec(xml)?.[1];
  const [header = ''] = partsOf(xml, 'GrpHdr');
  const messageId = textOf(header, 'MsgId');
  if (format === undefined || messageId === '') return null;
  const parts = partsOf(xml, 'PmtInf').map((part) => ({ part, payouts: readPayouts(part) }));
  const payouts = parts.flatMap((payment) => payment.payouts);
  const isReadable = payouts.every(({ amount }) => amountSchema.safeParse(amount).success);
  if (payouts.length === 0 || !isReadable) return null;
  return {
    messageId,
    format,
    payments: parts.map(({ part, payouts: own }) => ({
      id: textOf(part, 'PmtInfId'),
      payouts: own,
    })),
    addsUp: isSum(header, payouts) && parts.every(({ part, payouts: own }) => isSum(part, own)),
  };
}

function readPayouts(payment: string): Payout[] {
  return partsOf(payment, 'CdtTrfTxInf').map((part) => ({
    endToEndId: textOf(part, 'EndToEndId'),
    amount: textOf(part, 'InstdAmt'),
    currency: /<InstdAmt Ccy="([A-Z]{3})">/.exec(part)?.[1] ?? '',
  }));
}

function isSum(part: string, payouts: readonly Payout[]): boolean {
  const sum = payouts.map(({ amount }) => amount).reduce(add, '0');
  const said = amountSchema.safeParse(textOf(part, 'CtrlSum')).data;
  if (said === undefined || textOf(part, 'NbOfTxs') !== String(payouts.length)) return false;
  return isWithin([said], sum) && isWithin([sum], said);
}

/** Encodes the bank's answer to a file as ISO 20022 pain.002. */
export function encodePayoutAnswer(file: PayoutFile, answer: PayoutAnswer, now: Date): string {
  const version = file.format.endsWith('03') ? '03' : '10';
  const group = answerGroup(file, answer);
  return html`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>BANK${String(now.getTime())}</MsgId><CreDtTm>${now.toISOString()}</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts>
      <OrgnlMsgId>${file.messageId}</OrgnlMsgId>
      <OrgnlMsgNmId>${file.format}</OrgnlMsgNmId>
      <GrpSts>${group.status}</GrpSts>${encodeReason(group.code)}
    </OrgnlGrpInfAndSts>${group.isWhole ? '' : encodePayments(file, answer)}
  </CstmrPmtStsRpt>
</Document>
`.markup;
}

/** The bank checks the sums of every file. */
function answerGroup({ addsUp }: PayoutFile, answer: PayoutAnswer) {
  if (!addsUp) return { status: 'RJCT', code: 'AM10', isWhole: true };
  if (answer === 'reject-all') return { status: 'RJCT', code: 'DU01', isWhole: true };
  if (answer === 'received') return { status: 'ACTC', code: null, isWhole: true };
  const status = answer === 'paid' ? 'ACSC' : 'PART';
  return { status, code: null, isWhole: false };
}

function encodePayments({ payments }: PayoutFile, answer: PayoutAnswer): Markup[] {
  return payments.map(
    ({ id, payouts }, place) => html`
    <OrgnlPmtInfAndSts>
      <OrgnlPmtInfId>${id}</OrgnlPmtInfId>${payouts.map((payout, index) =>
        encodePayout(payout, answer === 'reject-first' && place === 0 && index === 0),
      )}
    </OrgnlPmtInfAndSts>`,
  );
}

function encodePayout({ endToEndId, amount, currency }: Payout, isRejected: boolean): Markup {
  const reference = html`
        <AcctSvcrRef>PAY${randomBytes(8).toString('hex').toUpperCase()}</AcctSvcrRef>`;
  return html`
      <TxInfAndSts>
        <OrgnlEndToEndId>${endToEndId}</OrgnlEndToEndId>
        <TxSts>${isRejected ? 'RJCT' : 'ACSC'}</TxSts>${isRejected ? encodeReason('AC04') : reference}
        <OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt></OrgnlTxRef>
      </TxInfAndSts>`;
}

const encodeReason = (code: string | null) =>
  code === null
    ? ''
    : html`
        <StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`;
