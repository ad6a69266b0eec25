import { type DepositCreateResponse, type PaymentMethod, toCreated } from '@kassa/contract';
import { popupPagePath } from '../../popup/popup-page-path.ts';
import { resolveTestGroup } from '../../session/methods-request.ts';
import { resolveCountry } from '../../session/payment-country.ts';
import type { Session } from '../../session/session.ts';
import { useSessionStore } from '../../session/session-store.ts';
import type { Attempt } from './deposit-attempt.ts';
import { isPeerToPeer } from './method-kinds.ts';
import { bankFieldName, keepLastBank } from './payer-bank.ts';

/**
 * Sends the creation of an attempt by the call of its method's kind (§7), or, where it buys a coin
 * package, by that of packages, whatever the kind.
 * @throws as the transport does
 */
export async function sendCreation(
  session: Session,
  method: PaymentMethod,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<DepositCreateResponse> {
  const { transport } = session;
  const { order, keys, captcha } = attempt;
  const options = { idempotencyKey: keys.deposit, signal };
  const request = buildRequest(session, attempt);
  const wallet = method.wallet !== undefined && { wallet: method.wallet };
  if (order.box !== undefined) {
    const { paymentType, box } = order;
    const bought = { paymentType, ...describeDetails(order), ...wallet, ...box };
    return transport.call('deposit-create-sweepstake', { ...request, ...bought }, options);
  }
  if (!isPeerToPeer(method)) {
    const isNew = attempt.continues === null;
    const own = {
      paymentType: order.paymentType,
      ...(isNew && order.buyerCountry !== undefined && { buyerCountry: order.buyerCountry }),
      ...describeDetails(order),
      ...wallet,
    };
    return transport.call('deposit-create', { ...request, ...own }, options);
  }
  const { [bankFieldName]: bank, ...fields } = order.fields;
  const hasBank = bank !== undefined && method.banks !== undefined;
  const own = {
    paymentMethod: order.paymentType,
    ...describeDetails(hasBank ? { ...order, fields } : order),
    ...(hasBank && { bank }),
    ...(captcha?.captchaResponseV3 !== undefined && { checkScore: true }),
  };
  if (hasBank) keepLastBank(session, method, bank);
  return toCreated(await transport.call('deposit-create-p2p', { ...request, ...own }, options));
}

/** Builds what both calls have. */
function buildRequest({ hostData, product, locale }: Session, attempt: Attempt) {
  const { order, captcha, paymentSessionId, continues } = attempt;
  return {
    ...captcha,
    ...(continues !== null && { depositId: continues.depositId }),
    amount: order.amount,
    currency: order.currency,
    ...(paymentSessionId !== null && { paymentSessionId }),
    returnUrl: `${location.origin}/${product}${popupPagePath}?returned=1&locale=${locale.tag}`,
    selectedCountry: useSessionStore.getState().region ?? resolveCountry(hostData),
    abTestGroup: resolveTestGroup(hostData.experiments),
    ...(order.bonusId !== undefined && { bonusId: order.bonusId }),
    isActivatedBonus: order.isActivatedBonus,
    // The form asks the player where the server refuses a duplicate.
    ...(continues === null && { isAnother: order.isAnother === true }),
    metadata: { isFromChip: order.isFromChip },
  };
}

/** Describes what the player typed, or the saved details that they chose instead. */
function describeDetails({ fields, detailsId }: Attempt['order']) {
  if (detailsId !== undefined) return { detailsId };
  return Object.keys(fields).length > 0 && { fields: { ...fields } };
}
