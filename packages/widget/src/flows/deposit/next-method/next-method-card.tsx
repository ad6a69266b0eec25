import type { PaymentMethod } from '@kassa/contract';
import { useId } from 'react';
import { describeArrival } from '../../../features/arrival/describe-arrival.ts';
import { resolveName, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Icon } from '../../../ui/icon.tsx';
import { SummaryCard } from '../../../ui/summary-card.tsx';
import styles from './next-method-card.module.css';

interface NextMethodCardProps {
  method: PaymentMethod;
  onUse: () => void;
}

/** Another method that takes the same payment, with the link to its form. */
export function NextMethodCard({ method, onUse }: NextMethodCardProps) {
  const text = useText();
  const titleId = useId();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  const arrival = describeArrival(method.usualMinutes, 'complete.arrives', method);
  return (
    <section aria-label={text('complete.next.label')}>
      <SummaryCard
        picture={<Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />}
        title={<span id={titleId}>{text('complete.next.try', { method: name })}</span>}
        note={arrival === null ? undefined : text(arrival.key, arrival.params)}
      >
        <button type="button" className={styles.use} aria-describedby={titleId} onClick={onUse}>
          {text('complete.next.use')}
        </button>
      </SummaryCard>
    </section>
  );
}
