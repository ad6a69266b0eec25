import type { CallName } from '@kassa/contract';
import { captchaChallenge } from '../calls/captcha-challenge.ts';
import { depositCancel } from '../calls/deposit-cancel.ts';
import { depositComplete } from '../calls/deposit-complete.ts';
import { depositCreate } from '../calls/deposit-create.ts';
import { depositGet } from '../calls/deposit-get.ts';
import { depositLimits } from '../calls/deposit-limits.ts';
import { depositList } from '../calls/deposit-list.ts';
import { depositPageCode } from '../calls/deposit-page-code.ts';
import { depositPrepare } from '../calls/deposit-prepare.ts';
import { depositStatus } from '../calls/deposit-status.ts';
import { events } from '../calls/events.ts';
import { methodsCountrySelectorV2 } from '../calls/methods-country-selector-v2.ts';
import { methodsPaymentV3 } from '../calls/methods-payment-v3.ts';
import { methodsWithdrawal } from '../calls/methods-withdrawal.ts';
import { sessionFormOnCloseModal } from '../calls/session-form-on-close-modal.ts';
import { sessionStart } from '../calls/session-start.ts';
import { sweepstakeBoxes } from '../calls/sweepstake-boxes.ts';
import { userGet } from '../calls/user-get.ts';
import { withdrawalCancel } from '../calls/withdrawal-cancel.ts';
import { withdrawalCreate } from '../calls/withdrawal-create.ts';
import { withdrawalLimits } from '../calls/withdrawal-limits.ts';
import { withdrawalList } from '../calls/withdrawal-list.ts';
import { withdrawalStatus } from '../calls/withdrawal-status.ts';
import type { HandlerOf } from './handler.ts';

/** One handler per call of the contract; the compiler holds the two against each other. */
export const handlers: { readonly [Name in CallName]: HandlerOf<Name> } = {
  'captcha-challenge': captchaChallenge,
  'deposit-create': depositCreate,
  'deposit-get': depositGet,
  'deposit-page-code': depositPageCode,
  'deposit-prepare': depositPrepare,
  'deposit-limits': depositLimits,
  'deposit-list': depositList,
  'deposit-status': depositStatus,
  events,
  'methods-country-selector-v2': methodsCountrySelectorV2,
  'methods-payment-v3': methodsPaymentV3,
  'methods-withdrawal': methodsWithdrawal,
  'session-form-on-close-modal': sessionFormOnCloseModal,
  'session-start': sessionStart,
  'sweepstake-boxes': sweepstakeBoxes,
  'user-get': userGet,
  'withdrawal-limits': withdrawalLimits,
  'deposit-cancel': depositCancel,
  'deposit-complete': depositComplete,
  'withdrawal-cancel': withdrawalCancel,
  'withdrawal-create': withdrawalCreate,
  'withdrawal-list': withdrawalList,
  'withdrawal-status': withdrawalStatus,
};
