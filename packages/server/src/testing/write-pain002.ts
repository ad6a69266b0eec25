/** What a bank says of one payout; the parts that a test leaves out are missing. */
export interface BankAnswer {
  endToEndId?: string;
  status: string;
  code?: string;
  text?: string;
  amount?: string;
  currency?: string;
  bankReference?: string;
}

/** A bank's answer to a file of payouts. */
export interface BankReport {
  version?: '03' | '10';
  messageId?: string;
  groupStatus?: string;
  groupCode?: string;
  payments?: { id: string; status?: string; answers?: BankAnswer[] }[];
}

const element = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

/** Writes a bank's answer to a file of payouts (ISO 20022, pain.002). */
export function writePain002({
  version = '10',
  messageId = 'PB-7Q2M-41XK',
  groupStatus,
  groupCode,
  payments = [],
}: BankReport): string {
  const reason = (code?: string, text?: string) =>
    code === undefined
      ? ''
      : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${element('AddtlInf', text)}</StsRsnInf>`;
  const answers = (list: BankAnswer[]) =>
    list
      .map(
        ({ endToEndId, status, code, text, amount, currency = 'EUR', bankReference }) =>
          `<TxInfAndSts>${element('OrgnlEndToEndId', endToEndId)}<TxSts>${status}</TxSts>` +
          `${reason(code, text)}${element('AcctSvcrRef', bankReference)}${
            amount === undefined
              ? ''
              : `<OrgnlTxRef><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt></OrgnlTxRef>`
          }</TxInfAndSts>`,
      )
      .join('');
  const paid = payments
    .map(
      ({ id, status, answers: list = [] }) =>
        `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${element('PmtInfSts', status)}` +
        `${answers(list)}</OrgnlPmtInfAndSts>`,
    )
    .join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>` +
    `<GrpHdr><MsgId>BANK-1</MsgId><CreDtTm>2026-11-25T08:00:00Z</CreDtTm></GrpHdr>` +
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>` +
    `<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${element('GrpSts', groupStatus)}` +
    `${reason(groupCode)}</OrgnlGrpInfAndSts>${paid}</CstmrPmtStsRpt></Document>`
  );
}
