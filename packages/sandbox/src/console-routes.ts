import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderPaymentConsole, renderPaymentList } from './console-page.ts';
import { renderNotFoundPage } from './hosted-page.ts';
import type { Merchants } from './merchants.ts';
import { findAction, findLaterAction } from './page-actions.ts';
import { findPayoutAction } from './payout-actions.ts';
import { renderPayoutConsole, renderPayoutList } from './payout-page.ts';
import { readForm, sendPage } from './send-page.ts';

type PaymentPath = { Params: { id: string } };

const mostListed = 50;

/**
 * Pages for the operator of the simulated provider. They decide payments without a hosted page (a
 * code, an invoice). They need no key, as all money is simulated.
 */
export async function consoleRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
  app.get('/payments', async (_request, reply) => {
    const newest = merchants.listPayments().slice(-mostListed).reverse();
    return sendPage(reply, 200, renderPaymentList(newest), null);
  });

  app.get<PaymentPath>('/payments/:id', async (request, reply) => {
    const found = merchants.findPayment(request.params.id);
    if (found === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    return sendPage(reply, 200, renderPaymentConsole(found.payment), '');
  });

  app.post<PaymentPath>(
    '/payments/:id',
    { onRequest: rejectOtherSites },
    async (request, reply) => {
      const found = merchants.findPayment(request.params.id);
      if (found === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
      const { provider, payment } = found;
      const fields = readForm(request.body);
      const find = payment.status === 'pending' ? findAction : findLaterAction;
      const action = find(fields.action ?? '');
      if (action === undefined) return sendPage(reply, 409, renderPaymentConsole(payment), '');
      action.run(provider, payment, fields);
      return reply.redirect(`/payments/${payment.id}`, 303);
    },
  );
}

/** The same pages for payouts. */
export async function payoutConsoleRoutes(
  app: FastifyInstance,
  { merchants }: { merchants: Merchants },
): Promise<void> {
  app.get('/payouts', async (_request, reply) => {
    const newest = merchants.listPayouts().slice(-mostListed).reverse();
    return sendPage(reply, 200, renderPayoutList(newest), null);
  });

  app.get<PaymentPath>('/payouts/:id', async (request, reply) => {
    const found = merchants.findPayout(request.params.id);
    if (found === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    return sendPage(reply, 200, renderPayoutConsole(found.payout, found.provider.now()), '');
  });

  app.post<PaymentPath>('/payouts/:id', { onRequest: rejectOtherSites }, async (request, reply) => {
    const found = merchants.findPayout(request.params.id);
    if (found === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    const { provider, payout } = found;
    const action = findPayoutAction(payout, readForm(request.body).action ?? '');
    if (action === undefined) {
      return sendPage(reply, 409, renderPayoutConsole(payout, provider.now()), '');
    }
    action.run(provider, payout);
    return reply.redirect(`/payouts/${payout.id}`, 303);
  });
}

/** Rejects requests of another site's page in the browser of the provider's operator (CSRF). */
export async function rejectOtherSites(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const site = request.headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return undefined;
  return sendPage(reply, 403, renderNotFoundPage(), null);
}
