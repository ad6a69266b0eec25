import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendError } from '../answers.ts';
import type { ApiOptions } from '../api-routes.ts';
import type { Payment } from '../payment.ts';
import { playFault } from '../play-fault.ts';
import { buysCrypto } from './offer.ts';

interface OfferRouteOptions extends ApiOptions {
  /** Encodes a payment with its next step, or the error that there is none. */
  showFound: (reply: FastifyReply, payment: Payment | undefined) => FastifyReply;
}

type OfferPath = { Params: { id: string; offerId: string } };

/** Fresh offers for a payment that buys crypto, and the choice of one. Both may be repeated. */
export async function offerRoutes(
  app: FastifyInstance,
  { showFound, ...options }: OfferRouteOptions,
): Promise<void> {
  app.post<Pick<OfferPath, 'Params'>>('/v1/payments/:id/offers', async (request, reply) => {
    const { behaviours, offers, payments } = request.provider;
    const payment = payments.find(request.params.id);
    if (payment === undefined) return showFound(reply, payment);
    if (refuseChoice(reply, payment)) return reply;
    const renew = () => offers.renew(payment.id);
    if (await playFault(behaviours.update, renew, reply, options)) return reply;
    if (offers.hasNone(payment.request)) return sendNoOffers(reply);
    renew();
    return showFound(reply, payments.find(payment.id));
  });

  app.post<OfferPath>('/v1/payments/:id/offers/:offerId/take', async (request, reply) => {
    const { behaviours, offers, payments } = request.provider;
    const { id, offerId } = request.params;
    const payment = payments.find(id);
    if (payment === undefined) return showFound(reply, payment);
    if (refuseChoice(reply, payment)) return reply;
    const take = () => offers.take(id, offerId);
    if (await playFault(behaviours.update, take, reply, options)) return reply;
    if (take() === 'declined') return sendNoOffers(reply);
    return showFound(reply, payments.find(id));
  });
}

/** Sends the error of a payment for which nobody sells crypto. */
export function sendNoOffers(reply: FastifyReply): FastifyReply {
  const message = 'Nobody sells crypto for this payment. Try another amount, currency or country.';
  return sendError(reply, 422, 'offers.none', message, 'not_permitted');
}

/** Sends an error if a payment has no offers to choose from. Returns whether it did. */
function refuseChoice(reply: FastifyReply, { request, status }: Payment): boolean {
  if (!buysCrypto(request)) {
    sendError(reply, 409, 'offers.notSold', 'The payment buys no crypto');
    return true;
  }
  // A paid payment still has its page, because a choice may be repeated.
  const hasEnded = status === 'canceled' || status === 'declined';
  if (hasEnded) sendError(reply, 409, 'payment.finished', `The payment is already ${status}`);
  return hasEnded;
}
