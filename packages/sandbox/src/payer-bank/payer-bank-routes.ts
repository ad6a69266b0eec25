import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { rejectOtherSites } from '../console-routes.ts';
import type { Merchants } from '../merchants.ts';
import type { FormFields } from '../page-actions.ts';
import { readForm, sendPage } from '../send-page.ts';
import { transferOrderSchema } from './bank-transfer.ts';
import { encodeCamt } from './camt-statement.ts';
import { encodeCsv } from './csv-statement.ts';
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
const downloadSchema = z.object({
  account: z.string(),
  currency: z.string(),
  format: z.enum(['csv', 'camt']),
});

/** The player's bank as web pages: transfers, and the statements of the accounts. */
export async function payerBankRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
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
    const typed = readTyped(readForm(request.query));
    return sendPage(reply, 200, renderTransferForm(typed, null, listNewest()), '');
  });

  app.post('/bank', { onRequest: rejectOtherSites }, async (request, reply) => {
    const fields = readForm(request.body);
    const typed = readTyped(fields);
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
    const isCsv = wanted.format === 'csv';
    const name = `statement-${statement.day}-${statement.currency}.${isCsv ? 'csv' : 'xml'}`;
    return reply
      .type(isCsv ? 'text/csv; charset=utf-8' : 'application/xml; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(isCsv ? encodeCsv(statement) : encodeCamt(statement));
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

/** Returns the values of the form's fields; a new form has the payer's name. */
function readTyped(fields: FormFields): TypedOrder {
  const { account = '', amount = '', currency = '', text = '', payerName = 'Sam Sample' } = fields;
  return { account, amount, currency, text, payerName };
}

function describeProblem(error: z.core.$ZodError | undefined): string {
  const names = (error?.issues ?? []).map(({ path }) => fieldNames[path[0] as keyof TypedOrder]);
  if (names.length === 0) return 'Press one of the buttons below.';
  return `Check ${[...new Set(names)].join(', ')}.`;
}
