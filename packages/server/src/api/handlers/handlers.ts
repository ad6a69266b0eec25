import type { CallName } from '@kassa/contract';
import { captchaChallenge } from './captcha-challenge.ts';
import { depositCancel } from './deposit-cancel.ts';
import { depositComplete } from './deposit-complete.ts';
import { depositCreate } from './deposit-create.ts';
import { depositGet } from './deposit-get.ts';
import { depositLimits } from './deposit-limits.ts';
import { depositList } from './deposit-list.ts';
import { depositPageCode } from './deposit-page-code.ts';
import { depositPrepare } from './deposit-prepare.ts';
import { depositStatus } from './deposit-status.ts';
import { events } from './events.ts';
import type { Handler } from './handler.ts';
import { methodsCountrySelectorV2 } from './methods-country-selector-v2.ts';
import { methodsPaymentV3 } from './methods-payment-v3.ts';
import { methodsWithdrawal } from './methods-withdrawal.ts';
import { sessionFormOnCloseModal } from './session-form-on-close-modal.ts';
import { sessionStart } from './session-start.ts';
import { sweepstakeBoxes } from './sweepstake-boxes.ts';
import { userGet } from './user-get.ts';
import { withdrawalCancel } from './withdrawal-cancel.ts';
import { withdrawalCreate } from './withdrawal-create.ts';
import { withdrawalLimits } from './withdrawal-limits.ts';
import { withdrawalList } from './withdrawal-list.ts';
import { withdrawalStatus } from './withdrawal-status.ts';

/** One handler per call of the contract; the compiler holds the two against each other. */
export const handlers: { readonly [Name in CallName]: Handler<Name> } = {
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
