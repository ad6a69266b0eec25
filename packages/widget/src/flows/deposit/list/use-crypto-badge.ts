import type { PaymentMethod } from '@kassa/contract';
import { useCallback } from 'react';
import { cryptoBonusPercent, isCryptoMethod } from '../../../features/bonus/crypto-bonus.ts';
import { useText } from '../../../i18n/text.ts';

/** Provides the badge of the crypto bonus, where it is offered. */
export function useCryptoBadge(isOffered: boolean): (method: PaymentMethod) => string | undefined {
  const text = useText();
  const badge = isOffered ? text('badge.cryptoBonus', { percent: cryptoBonusPercent }) : undefined;
  return useCallback((method) => (isCryptoMethod(method) ? badge : undefined), [badge]);
}
