import type { MessageKey } from '../../../i18n/text.ts';

/** Sweep coins are redeemed; only money is withdrawn. */
const ofRedemption = {
  'withdrawal.another': 'redemption.another',
  'withdrawal.cancel.label': 'redemption.cancel.label',
  'withdrawal.cancel.question': 'redemption.cancel.question',
  'withdrawal.confirm.button': 'redemption.confirm',
  'withdrawal.created': 'redemption.created',
  'withdrawal.obstacle.turnover.text': 'redemption.turnover.text',
  'withdrawal.obstacle.turnover.title': 'redemption.turnover.title',
  'withdrawal.pending': 'redemption.pending',
  'withdrawal.reviewed': 'redemption.reviewed',
  'withdrawal.accepted.text': 'redemption.accepted',
  'complete.withdrawal.canceled.title': 'redemption.canceled',
  'complete.withdrawal.failed': 'redemption.failed',
  'complete.withdrawal.operator.text': 'redemption.operator.text',
  'complete.withdrawal.operator.title': 'redemption.operator.title',
  'complete.withdrawal.provider.title': 'redemption.provider.title',
  'history.empty.all.text': 'redemption.history.all',
  'history.empty.withdraw': 'redemption.history.make',
  'history.empty.withdrawals.text': 'redemption.history.text',
  'history.empty.withdrawals.title': 'redemption.history.title',
  'history.failed.withdrawals': 'redemption.history.failed',
  'history.limit.withdrawals': 'redemption.history.limit',
  'history.withdrawal': 'title.redemption',
  'title.withdrawals': 'redemption.history.name',
} as const satisfies Partial<Record<MessageKey, MessageKey>>;

/** Returns the text's key for a withdrawal in a currency: some have words of their own for coins. */
export function wordsFor(key: MessageKey, currency: string | undefined): MessageKey {
  const own: Partial<Record<MessageKey, MessageKey>> = ofRedemption;
  return (currency === 'QSC' && own[key]) || key;
}
