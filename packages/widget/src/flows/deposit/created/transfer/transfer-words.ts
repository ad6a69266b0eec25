import type { PaymentCode } from '@kassa/contract';
import {
  type CodeWords,
  isCopyable,
  isScannable,
} from '../../../../features/qr/payment-code-card.tsx';
import type { TransferWords } from './transfer-steps.tsx';

/** The words for a transfer to an account. */
export const wordsOfDetails: TransferWords = {
  first: 'transfer.copy',
  opened: 'transfer.openedBank',
  pay: 'transfer.payAtBank',
};

/** Returns the words for a payment by a code, which name the way that comes first on the card. */
export function wordsOfCode(
  { text, picture, payLink }: PaymentCode,
  { app, copy }: Pick<CodeWords, 'app' | 'copy'>,
  isAtDesk: boolean,
): TransferWords {
  const rest = { opened: 'transfer.openedApp', pay: 'transfer.payInApp' } as const;
  const isScanned = isScannable({ text, picture, payLink });
  if (isAtDesk && isScanned) return { first: 'transfer.scan', ...rest };
  if (payLink !== null) return { first: app, ...rest };
  return { first: isCopyable(text) ? copy : 'transfer.scan', ...rest };
}
