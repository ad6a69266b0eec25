import type { CallName } from '@kassa/contract';
import { captchaChallenge } from '../calls/captcha-challenge.ts';
import { depositCreate } from '../calls/deposit-create.ts';
import { depositLimits } from '../calls/deposit-limits.ts';
import { depositStatus } from '../calls/deposit-status.ts';
import { events } from '../calls/events.ts';
import { methodsCountrySelectorV2 } from '../calls/methods-country-selector-v2.ts';
import { methodsPaymentV3 } from '../calls/methods-payment-v3.ts';
import { methodsWithdrawal } from '../calls/methods-withdrawal.ts';
import { sessionStart } from '../calls/session-start.ts';
import { sweepstakeBoxes } from '../calls/sweepstake-boxes.ts';
import { userGet } from '../calls/user-get.ts';
import type { Handler } from './handler.ts';

/** One handler per call of the contract; the compiler holds the two against each other. */
export const handlers: { readonly [Name in CallName]: Handler<Name> } = {
  'captcha-challenge': captchaChallenge,
  'deposit-create': depositCreate,
  'deposit-limits': depositLimits,
  'deposit-status': depositStatus,
  events,
  'methods-country-selector-v2': methodsCountrySelectorV2,
  'methods-payment-v3': methodsPaymentV3,
  'methods-withdrawal': methodsWithdrawal,
  'session-start': sessionStart,
  'sweepstake-boxes': sweepstakeBoxes,
  'user-get': userGet,
};
