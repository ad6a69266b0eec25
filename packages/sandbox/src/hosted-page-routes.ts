import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { renderNotFoundPage, renderPaymentPage } from './hosted-page.ts';
import type { Merchants } from './merchants.ts';
import { findAction } from './page-actions.ts';
import { chooseStyle } from './page-style.ts';
import type { PageView, StepOutcome } from './pages/style-page.ts';
import { stylePages } from './pages/style-pages.ts';
import type { Payment } from './payment.ts';
import { hostedPagePath, returnAddress } from './payment-addresses.ts';
import type { Provider } from './provider.ts';
import { readForm, sendPage } from './send-page.ts';

type PagePath = { Params: { id: string } };

const querySchema = z.object({ token: z.optional(z.string()), step: z.optional(z.string()) });

/**
 * The hosted payment page: plain HTML and forms, no script. It opens by a link or by a posted form.
 */
export async function hostedPageRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
  app.get<PagePath>('/pay/:id', async (request, reply) => {
    const found = findPayment(merchants, request, {});
    if (found === null) return sendPage(reply, 404, renderNotFoundPage(), null);
    return showPayment(reply, 200, found.payment, { step: found.step });
  });

  app.post<PagePath>('/pay/:id', async (request, reply) => {
    const fields = readForm(request.body);
    const found = findPayment(merchants, request, fields);
    if (found === null) return sendPage(reply, 404, renderNotFoundPage(), null);
    const { provider, payment, step } = found;
    const { action: name } = fields;
    // The merchant's form opens the page and holds no button.
    if (name === undefined && fields.token !== undefined) {
      return showPayment(reply, 200, payment, { step });
    }
    const action = findAction(name ?? '');
    const stepOutcome = stylePages[chooseStyle(payment.request)]?.submit(name ?? '', fields);
    if (action === undefined && stepOutcome === undefined) {
      return showPayment(reply, 400, payment, { step });
    }
    if (payment.status !== 'pending') return showPayment(reply, 409, payment, { step });
    if (stepOutcome?.kind === 'show') {
      return reply.redirect(hostedPagePath(payment, stepOutcome.step), 303);
    }
    if (stepOutcome?.kind === 'problem') {
      const { step: back, text } = stepOutcome;
      return showPayment(reply, 422, payment, { step: back, problem: text });
    }
    action?.run(provider, payment, fields);
    if (stepOutcome !== undefined) decide(provider, payment, stepOutcome);
    return reply.redirect(returnAddress(provider.payments.find(payment.id) ?? payment), 303);
  });
}

/** Finds the payment of a token in the address, or in the form that opens the page. */
function findPayment(
  merchants: Merchants,
  request: FastifyRequest<PagePath>,
  fields: Readonly<Record<string, string>>,
): { provider: Provider; payment: Payment; step: string | null } | null {
  const query = querySchema.safeParse(request.query).data;
  const found = merchants.findPayment(request.params.id);
  if (found === undefined || (query?.token ?? fields.token) !== found.payment.token) return null;
  return { ...found, step: query?.step ?? null };
}

function decide(
  { payments }: Provider,
  { id }: Payment,
  outcome: Exclude<StepOutcome, { kind: 'show' | 'problem' }>,
): void {
  if (outcome.kind === 'approve') payments.approve(id);
  else if (outcome.kind === 'decline') payments.decide(id, 'declined', outcome.reason);
  else payments.decide(id, 'pending');
}

function showPayment(
  reply: FastifyReply,
  code: number,
  payment: Payment,
  { step, problem = null }: Pick<PageView, 'step'> & { problem?: string | null },
): FastifyReply {
  const view = { step, problem, formAction: hostedPagePath(payment) };
  const page = renderPaymentPage(payment, view);
  return sendPage(reply, code, page, new URL(payment.request.returnUrl).origin);
}
