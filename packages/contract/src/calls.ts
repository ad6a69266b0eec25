import type * as z from 'zod/mini';
import { bankGet } from './calls/bank-get.ts';
import { captchaChallenge } from './calls/captcha-challenge.ts';
import { depositCancel } from './calls/deposit-cancel.ts';
import { depositComplete } from './calls/deposit-complete.ts';
import { depositCreate } from './calls/deposit-create.ts';
import { depositDeviceCode } from './calls/deposit-device-code.ts';
import { depositGet } from './calls/deposit-get.ts';
import { depositLimits } from './calls/deposit-limits.ts';
import { depositList } from './calls/deposit-list.ts';
import { depositPageCode } from './calls/deposit-page-code.ts';
import { depositPrepare } from './calls/deposit-prepare.ts';
import { depositReceipt } from './calls/deposit-receipt.ts';
import { depositStatus } from './calls/deposit-status.ts';
import { events } from './calls/events.ts';
import { methodsCountrySelectorV2 } from './calls/methods-country-selector-v2.ts';
import { methodsPaymentV3 } from './calls/methods-payment-v3.ts';
import { methodsWithdrawal } from './calls/methods-withdrawal.ts';
import { sessionFormOnCloseModal } from './calls/session-form-on-close-modal.ts';
import { sessionStart } from './calls/session-start.ts';
import { sweepstakeBoxes } from './calls/sweepstake-boxes.ts';
import { userGet } from './calls/user-get.ts';
import { withdrawalCancel } from './calls/withdrawal-cancel.ts';
import { withdrawalCreate } from './calls/withdrawal-create.ts';
import { withdrawalLimits } from './calls/withdrawal-limits.ts';
import { withdrawalList } from './calls/withdrawal-list.ts';
import { withdrawalStatus } from './calls/withdrawal-status.ts';
/**
 * Every call by its wire name. The types need each name spelled out. A test compares this list with
 * the folder, and each layer's map over it compiles only if it is complete.
 */
export const calls = {
  'bank-get': bankGet,
  'captcha-challenge': captchaChallenge,
  'deposit-create': depositCreate,
  'deposit-device-code': depositDeviceCode,
  'deposit-get': depositGet,
  'deposit-limits': depositLimits,
  'deposit-list': depositList,
  'deposit-page-code': depositPageCode,
  'deposit-prepare': depositPrepare,
  'deposit-receipt': depositReceipt,
  'deposit-status': depositStatus,
  events,
  'methods-country-selector-v2': methodsCountrySelectorV2,
  'methods-payment-v3': methodsPaymentV3,
  'methods-withdrawal': methodsWithdrawal,
  'session-form-on-close-modal': sessionFormOnCloseModal,
  'session-start': sessionStart,
  'sweepstake-boxes': sweepstakeBoxes,
  'user-get': userGet,
  'deposit-cancel': depositCancel,
  'deposit-complete': depositComplete,
  'withdrawal-cancel': withdrawalCancel,
  'withdrawal-create': withdrawalCreate,
  'withdrawal-limits': withdrawalLimits,
  'withdrawal-list': withdrawalList,
  'withdrawal-status': withdrawalStatus,
} as const;

export type CallName = keyof typeof calls;
/** The parsed request of a call. */
export type CallRequest<Name extends CallName> = z.infer<(typeof calls)[Name]['request']>;
/** The parsed response of a call. */
export type CallResponse<Name extends CallName> = z.infer<(typeof calls)[Name]['response']>;

/** Whether a name from the wire is a known call. */
export function isCallName(name: string): name is CallName {
  return Object.hasOwn(calls, name);
}
