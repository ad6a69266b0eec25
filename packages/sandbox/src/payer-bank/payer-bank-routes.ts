import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { rejectOtherSites } from '../console-routes.ts';
import { inventNames } from '../invent-name.ts';
import type { Merchants } from '../merchants.ts';
import type { FormFields } from '../page-actions.ts';
import { readForm, sendPage } from '../send-page.ts';
import { transferOrderSchema } from './bank-transfer.ts';
import { encodeCamt } from './camt-statement.ts';
import { encodeCsv } from './csv-statement.ts';
import { encodeMt940 } from './mt940-statement.ts';
import { type Delay, delays, type PayerWay, payerWays, planOrder } from './payer-ways.ts';
import {
  encodePayoutAnswer,
  type PayoutAnswer,
  payoutAnswers,
  readPayoutFile,
} from './payout-file.ts';
import { renderPayoutFileForm } from './payout-file-page.ts';
import { writeStatements } from './statement.ts';
import { renderStatements } from './statement-page.ts';
import {
  fieldNames,
  renderOrder,
  renderTransferForm,
  renderUnknownOrder,
  type TypedOrder,
} from './transfer-page.ts';

const mostListed = 5;
/** A file of some thousand payouts, as a form encodes it. */
const mostPayoutBytes = 8 * 1024 * 1024;

const waySchema = z.enum(Object.keys(payerWays) as PayerWay[]);
const answerSchema = z.enum(Object.keys(payoutAnswers) as PayoutAnswer[]);
const delaySchema = z.enum(Object.keys(delays) as Delay[]);
type StatementFormat = keyof typeof statementFormats;

/** The forms of a statement: the ending of the file's name, its type and its writer. */
const statementFormats = {
  csv: { ending: 'csv', type: 'text/csv', encode: encodeCsv },
  camt: { ending: 'xml', type: 'application/xml', encode: encodeCamt },
  mt940: { ending: 'sta', type: 'text/plain', encode: encodeMt940 },
};

const downloadSchema = z.object({
  account: z.string(),
  currency: z.string(),
  format: z.enum(Object.keys(statementFormats) as StatementFormat[]),
});

/** The player's bank as web pages: transfers, and the statements of the accounts. */
export async function payerBankRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
  /** Returns the values of the form's fields; a new form has the name of somebody who has not paid yet. */
  const fillIn = (fields: FormFields): TypedOrder => {
    const { account = '', amount = '', currency = '', text = '' } = fields;
    const payerName = fields.payerName ?? nameSomebodyNew(merchants, { account, currency });
    return { account, amount, currency, text, payerName };
  };
  const listNewest = () => {
    const transfers = merchants.listTransfers().map(({ transfer }) => transfer);
    return transfers.slice(-mostListed).reverse();
  };
  const listStatements = () => {
    // The accounts of the provider's own payments are not the operator's.
    const transfers = merchants.listTransfers().map(({ transfer }) => transfer);
    return writeStatements(
      transfers.filter(({ paymentId }) => paymentId === null),
      new Date(),
    );
  };

  payoutFileRoutes(app);

  app.get('/bank', async (request, reply) => {
    const typed = fillIn(readForm(request.query));
    return sendPage(reply, 200, renderTransferForm(typed, null, listNewest()), '');
  });

  app.post('/bank', { onRequest: rejectOtherSites }, async (request, reply) => {
    const fields = readForm(request.body);
    const typed = fillIn(fields);
    const order = transferOrderSchema.safeParse(typed);
    const way = waySchema.safeParse(fields.action).data;
    const delay = delaySchema.safeParse(fields.delay ?? '10').data;
    if (!order.success || way === undefined || delay === undefined) {
      const page = renderTransferForm(typed, describeProblem(order.error), listNewest());
      return sendPage(reply, 422, page, '');
    }
    const planned = planOrder(order.data, way, delay);
    const orderId = merchants.findPayerBank(planned.account).send(planned);
    return reply.redirect(`/bank/orders/${orderId}`, 303);
  });

  app.get<{ Params: { id: string } }>('/bank/orders/:id', async (request, reply) => {
    const found = merchants.listTransfers().filter(({ transfer }) => {
      return transfer.orderId === request.params.id;
    });
    const [first] = found;
    if (first === undefined) return sendPage(reply, 404, renderUnknownOrder(), null);
    const { bank, transfer } = first;
    const transfers = found.map((one) => one.transfer);
    const page = renderOrder(transfers, transfer, bank.announcementOf(transfer));
    return sendPage(reply, 200, page, null);
  });

  app.get('/bank/statements', async (_request, reply) =>
    sendPage(reply, 200, renderStatements(listStatements()), ''),
  );

  app.post('/bank/statements', { onRequest: rejectOtherSites }, async (request, reply) => {
    const wanted = downloadSchema.safeParse(readForm(request.body)).data;
    const statement = listStatements().find(
      ({ account, currency }) => account === wanted?.account && currency === wanted.currency,
    );
    if (statement === undefined || wanted === undefined) {
      return sendPage(reply, 404, renderStatements(listStatements()), '');
    }
    const { ending, type, encode } = statementFormats[wanted.format];
    const name = `statement-${statement.day}-${statement.currency}.${ending}`;
    return reply
      .type(`${type}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(encode(statement));
  });
}

/** The operator's bank, which takes payments by file. */
function payoutFileRoutes(app: FastifyInstance): void {
  app.get('/bank/payout-files', async (_request, reply) =>
    sendPage(reply, 200, renderPayoutFileForm(null), ''),
  );
  const options = { onRequest: rejectOtherSites, bodyLimit: mostPayoutBytes };
  app.post('/bank/payout-files', options, async (request, reply) => {
    const fields = readForm(request.body);
    const answer = answerSchema.safeParse(fields.answer).data;
    const file = readPayoutFile(fields.file ?? '');
    if (file === null || answer === undefined) {
      const problem = file === null ? 'This is no file of payouts.' : 'Press one of the buttons.';
      return sendPage(reply, 422, renderPayoutFileForm(problem), '');
    }
    return reply
      .type('application/xml; charset=utf-8')
      .header('content-disposition', 'attachment; filename="answer.xml"')
      .header('cache-control', 'no-store')
      .send(encodePayoutAnswer(file, answer, new Date()));
  });
}

/**
 * Invents a payer who has not paid yet, of the country of an IBAN, else of the currency's: who has paid for
 * one player is another one's third party.
 */
function nameSomebodyNew(
  merchants: Merchants,
  { account, currency }: Pick<TypedOrder, 'account' | 'currency'>,
): string {
  const [, country] = /^\s*([A-Z]{2})\d\d/i.exec(account) ?? [];
  const known = new Set(merchants.listTransfers().map(({ transfer }) => transfer.payerName));
  const names = inventNames({ country, currency: currency.trim().toUpperCase() });
  return names.find((name) => !known.has(name)) ?? '';
}

function describeProblem(error: z.core.$ZodError | undefined): string {
  const names = (error?.issues ?? []).map(({ path }) => fieldNames[path[0] as keyof TypedOrder]);
  if (names.length === 0) return 'Press one of the buttons below.';
  return `Check ${[...new Set(names)].join(', ')}.`;
}
