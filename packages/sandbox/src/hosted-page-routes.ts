import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { renderNotFoundPage, renderPaymentPage } from './hosted-page.ts';
import { findAction } from './page-actions.ts';
import type { Payment } from './payment.ts';
import { returnAddress } from './payment-addresses.ts';
import type { Provider } from './provider.ts';

const styles = readFileSync(new URL('./hosted-page.css', import.meta.url), 'utf8');

/** The hosted payment page: plain HTML and forms, no script. */
export async function hostedPageRoutes(
  app: FastifyInstance,
  { provider }: { provider: Provider },
): Promise<void> {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );

  const findPayment = (id: string, query: unknown): Payment | undefined => {
    const parsed = z.object({ token: z.string() }).safeParse(query);
    const payment = provider.payments.find(id);
    return parsed.data?.token === payment?.token ? payment : undefined;
  };

  app.get('/pay.css', async (_request, reply) =>
    reply.type('text/css').header('cache-control', 'public, max-age=300').send(styles),
  );

  app.get<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const payment = findPayment(request.params.id, request.query);
    if (payment === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    return sendPage(reply, 200, renderPaymentPage(payment), payment);
  });

  app.post<{ Params: { id: string } }>('/pay/:id', async (request, reply) => {
    const payment = findPayment(request.params.id, request.query);
    if (payment === undefined) return sendPage(reply, 404, renderNotFoundPage(), null);
    const parsed = z.object({ action: z.string() }).safeParse(request.body);
    const action = findAction(parsed.data?.action ?? '');
    if (action === undefined || payment.status !== 'pending') {
      return sendPage(reply, action === undefined ? 400 : 409, renderPaymentPage(payment), payment);
    }
    action.run(provider, payment);
    return reply.redirect(returnAddress(provider.payments.find(payment.id) ?? payment), 303);
  });
}

function sendPage(
  reply: FastifyReply,
  code: number,
  html: string,
  payment: Payment | null,
): FastifyReply {
  // Browsers hold form-action against the redirect that follows, so the merchant's origin is in it.
  const formTargets =
    payment === null ? "'none'" : `'self' ${new URL(payment.request.returnUrl).origin}`;
  return reply
    .code(code)
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${formTargets}; base-uri 'none'; frame-ancestors 'none'`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(html);
}
