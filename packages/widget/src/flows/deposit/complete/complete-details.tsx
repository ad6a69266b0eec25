import { compareDecimals, type PaymentMethod } from '@kassa/contract';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../features/copy/copy-button.tsx';
import { resolveName, useMoney, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { DepositNews } from './complete.machine.ts';
import styles from './complete-details.module.css';

interface CompleteDetailsProps {
  news: DepositNews;
  method: PaymentMethod | undefined;
  reference: string | undefined;
}

/** The deposit's facts: how much, by what, and the id for support. */
export function CompleteDetails({ news, method, reference }: CompleteDetailsProps) {
  const text = useText();
  const money = useMoney();
  const { locale } = useSession();
  const { amount, currency, processingAmount = amount, processingCurrency = currency } = news;
  const processed = money(processingAmount, processingCurrency);
  const isConverted = processingCurrency !== currency;
  const isOther = !isConverted && compareDecimals(processingAmount, amount) !== 0;
  return (
    <>
      {isOther && (
        <Notice tone="warn">
          {text('complete.otherAmount', { processed, requested: money(amount, currency) })}
        </Notice>
      )}
      {isConverted && <Notice>{text('complete.otherCurrency', { processed })}</Notice>}
      <dl className={styles.details}>
        <Detail name={text('complete.amount')}>
          <b>{processed}</b>
        </Detail>
        {method !== undefined && (
          <Detail name={text('complete.method')}>{resolveName(method.text, locale.tag)}</Detail>
        )}
        {reference !== undefined && (
          <Detail name={text('reference.label')}>
            <bdi>{reference}</bdi>
            <CopyButton value={reference} label={text('reference.copy')} />
          </Detail>
        )}
      </dl>
    </>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.detail}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
