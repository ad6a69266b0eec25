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
  /** The reference for support, and the way to it. */
  children: ReactNode;
}

/** What few players need for a transfer, folded. */
export function TransferMore({ guide, tools, children }: TransferMoreProps) {
  const text = useText();
  const { bridge } = useSession();
  const parts = [
    guide ? text('payment.steps') : '',
    tools ? text(bridge.isNative ? 'invoice.share' : 'invoice.savePicture') : '',
    text('reference.label'),
  ];
  return (
    <details className={styles.more}>
      <summary className={`${cards.card} ${styles.summary}`}>
        <span>{parts.filter((part) => part !== '').join(' · ')}</span>
        <Glyph name="forward" size={18} className={styles.arrow} />
      </summary>
      <div className={styles.folded}>
        {guide}
        {tools}
        {children}
      </div>
    </details>
  );
}
