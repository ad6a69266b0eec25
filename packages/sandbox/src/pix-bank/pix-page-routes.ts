import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { amountSchema, percentOf } from '../amounts.ts';
import { rejectOtherSites } from '../console-routes.ts';
import type { Merchants } from '../merchants.ts';
import { readForm, sendPage } from '../send-page.ts';
import { readBrCode } from './br-code.ts';
import {
  type PayerAction,
  payerActions,
  renderCode,
  renderPaid,
  renderPasteForm,
} from './pix-bank-page.ts';

/** The payments of each action, in percent of the amount. */
const sharesOf: Record<PayerAction, readonly string[]> = {
  pay: ['100'],
  'pay-part': ['50'],
  'pay-more': ['150'],
  'pay-twice': ['100', '100'],
};

const querySchema = z.object({ code: z.optional(z.string()) });
const actionSchema = z.enum(Object.keys(payerActions) as PayerAction[]);

/** The payer's bank as web pages. */
export async function pixPageRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
  app.get('/pix-bank', async (request, reply) => {
    const text = querySchema.safeParse(request.query).data?.code ?? '';
    if (text === '') return sendPage(reply, 200, renderPasteForm('', null, ''), '');
    const code = readBrCode(text);
    if ('problem' in code) return sendPage(reply, 422, renderPasteForm(text, code.problem, ''), '');
    return sendPage(reply, 200, renderCode(text, code), '');
  });

  app.post('/pix-bank', { onRequest: rejectOtherSites }, async (request, reply) => {
    const fields = readForm(request.body);
    const text = fields.code ?? '';
    const code = readBrCode(text);
    const action = actionSchema.safeParse(fields.action).data;
    const amount = amountSchema.safeParse(
      'problem' in code ? undefined : (code.amount ?? fields.amount?.trim()),
    ).data;
    if ('problem' in code || action === undefined || amount === undefined) {
      const problem = 'problem' in code ? code.problem : 'Write an amount such as 50.00.';
      return sendPage(reply, 422, renderPasteForm(text, problem, ''), '');
    }
    const { key, txid } = code;
    const pixBank = merchants.findPixBank(code);
    const paid = sharesOf[action].map((share) =>
      pixBank.receive({ key, txid, amount: percentOf(amount, share) }),
    );
    const done = renderPaid(paid, pixBank.webhookOf(key));
    return sendPage(reply, 200, renderPasteForm('', null, done), '');
  });
}
