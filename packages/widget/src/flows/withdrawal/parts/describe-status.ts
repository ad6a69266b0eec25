import type { Withdrawal } from '@kassa/contract';
import type { Message } from '../../../i18n/text.ts';
import { isSent } from './is-sent.ts';

/**
 * Describes in a few words where a withdrawal is.
 * @param formatTime - formats epoch milliseconds for the player
 */
export function describeWithdrawalStatus(
  withdrawal: Withdrawal,
  now: number,
  formatTime: (time: number) => string,
): Message {
  const { status, sendsAfter, paidAmount } = withdrawal;
  switch (status) {
    case 'PENDING':
      return sendsAfter !== null && sendsAfter > now
        ? { key: 'withdrawal.status.waiting', params: { time: formatTime(sendsAfter) } }
        : { key: 'withdrawal.status.checking' };
    case 'SENDING':
      return { key: `withdrawal.status.${isSent(withdrawal) ? 'sending' : 'checking'}` };
    case 'PAID':
      return { key: paidAmount === null ? 'withdrawal.status.paid' : 'withdrawal.status.partly' };
    case 'CANCELED':
      return { key: 'history.status.canceled' };
    case 'REJECTED':
      return { key: 'withdrawal.status.rejected' };
    case 'RETURNED':
      return { key: 'history.status.returned' };
    default:
      return { key: 'withdrawal.status.failed' };
  }
}
