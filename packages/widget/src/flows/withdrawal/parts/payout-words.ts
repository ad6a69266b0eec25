import type { MessageKey } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { wordsFor } from './words-for.ts';

/**
 * Provides the text's key for payouts where none of them is at hand: the sweepstake cashier's are all
 * redemptions.
 */
export function usePayoutWords(): (key: MessageKey) => MessageKey {
  const isSweepstake = useRouter().hasScreen('Sweepstake withdrawal crypto list');
  return (key) => (isSweepstake ? wordsFor(key, 'QSC') : key);
}
