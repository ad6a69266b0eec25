import type { ChainPaymentNote } from '@kassa/contract';
import { SupportLink } from '../../../features/support/support-link.tsx';
import { useText } from '../../../i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';

/** The notes after which a payment is credited all the same. */
const harmless: ReadonlySet<ChainPaymentNote> = new Set(['belowMinimum', 'late']);

/** The notes that send the player to support. */
const needsSupport: ReadonlySet<ChainPaymentNote> = new Set(['dust', 'otherCoin']);

/** Tells what is unusual about a payment on a chain, and what becomes of it. */
export function ChainNote({ note }: { note: ChainPaymentNote }) {
  const text = useText();
  const tone = harmless.has(note) ? 'info' : 'warn';
  return (
    <Notice tone={tone}>
      {text(`complete.chain.note.${note}`)} {needsSupport.has(note) && <SupportLink />}
    </Notice>
  );
}
