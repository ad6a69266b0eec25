import type { ReactNode } from 'react';
import { useText } from '../../../../i18n/text.ts';
import { useSession } from '../../../../session/session.ts';
import cards from '../../../../ui/card.module.css';
import { Glyph } from '../../../../ui/glyph.tsx';
import styles from './transfer.module.css';

interface TransferMoreProps {
  /** How to pay, in more words. */
  guide: ReactNode;
  /** The ways to take the details along. */
  tools: ReactNode;
  /** The reference for support, where it isn't among the details. */
  reference: ReactNode;
  /** The way to support. */
  support: ReactNode;
}

/** What few players need for a transfer, folded. A line for support alone needs no fold. */
export function TransferMore({ guide, tools, reference, support }: TransferMoreProps) {
  const text = useText();
  const { bridge } = useSession();
  const forSupport = (
    <>
      {reference}
      {support}
    </>
  );
  if (!guide && !tools) return forSupport;
  const parts = [
    guide && text('payment.steps'),
    tools && text(bridge.isNative ? 'invoice.share' : 'invoice.savePicture'),
    reference && text('reference.label'),
  ].filter(Boolean);
  return (
    <details className={styles.more}>
      <summary className={`${cards.card} ${styles.summary}`}>
        <span>{parts.join(' · ')}</span>
        <Glyph name="forward" size={18} className={styles.arrow} />
      </summary>
      <div className={styles.folded}>
        {guide}
        {tools}
        {forSupport}
      </div>
    </details>
  );
}
