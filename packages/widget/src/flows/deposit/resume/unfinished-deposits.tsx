import { useId, useState } from 'react';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { useMethods } from '../deposit.queries.ts';
import { ResumeCard } from './resume-card.tsx';
import styles from './unfinished-deposits.module.css';
import { useUnfinishedDeposits } from './use-unfinished-deposits.ts';

/** Deposits that wait for their player: of a closed tab, a reload, another device. */
export function UnfinishedDeposits() {
  const text = useText();
  const titleId = useId();
  const { catalogue } = useMethods();
  const { deposits: found, forget, refresh } = useUnfinishedDeposits();
  const deposits = found ?? [];
  const [ending, setEnding] = useState<MessageKey | null>(null);

  function handleEnd(depositId: string, words: MessageKey) {
    setEnding(words);
    forget(depositId);
  }

  return (
    <>
      {deposits.length > 0 && (
        <section className={styles.section} aria-labelledby={titleId}>
          <h2 className={styles.title} id={titleId}>
            {text('resume.title', { count: deposits.length })}
          </h2>
          {deposits.map((deposit) => (
            <ResumeCard
              key={deposit.depositId}
              deposit={deposit}
              method={catalogue?.methods.find(({ name }) => name === deposit.paymentMethod)}
              onEnd={(words) => handleEnd(deposit.depositId, words)}
              onExpire={refresh}
            />
          ))}
        </section>
      )}
      {ending !== null && <p className={styles.ending}>{text(ending)}</p>}
      <Announcement>{ending === null ? '' : text(ending)}</Announcement>
    </>
  );
}
