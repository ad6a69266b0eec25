import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '../../../features/notification/notification-store.ts';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useMethods } from '../deposit.queries.ts';
import { ResumeCard } from './resume-card.tsx';
import styles from './unfinished-deposits.module.css';
import { useUnfinishedDeposits } from './use-unfinished-deposits.ts';

/** The number of deposits that show and load at once: a connection takes only so many calls. */
const atOnce = 5;

/** The deposits that wait for their player, from a closed tab, a reload or another device. */
export function UnfinishedDeposits() {
  const text = useText();
  const session = useSession();
  const titleId = useId();
  const { catalogue } = useMethods();
  const { deposits: found, forget, refresh } = useUnfinishedDeposits();
  const deposits = found ?? [];
  const sectionRef = useRef<HTMLElement>(null);
  const [shownCount, setShownCount] = useState(atOnce);
  const hiddenCount = Math.max(0, deposits.length - shownCount);

  function handleEnd(depositId: string, words: MessageKey) {
    // Its card goes with it, and with the last one the whole section.
    notify(session, { title: text(words) });
    forget(depositId);
  }

  function handleMore() {
    // The button may be gone then: the first new card takes its focus.
    flushSync(() => setShownCount(shownCount + atOnce));
    sectionRef.current?.querySelectorAll('article')[shownCount]?.focus();
  }

  if (deposits.length === 0) return null;
  return (
    <section ref={sectionRef} className={styles.section} aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        {text('resume.title', { count: deposits.length })}
      </h2>
      {deposits.slice(0, shownCount).map((deposit) => (
        <ResumeCard
          key={deposit.depositId}
          deposit={deposit}
          method={catalogue?.methods.find(({ name }) => name === deposit.paymentMethod)}
          onEnd={(words) => handleEnd(deposit.depositId, words)}
          onExpire={refresh}
        />
      ))}
      {hiddenCount > 0 && (
        <Button look="ghost" onClick={handleMore}>
          {text('resume.more', { count: hiddenCount })}
        </Button>
      )}
    </section>
  );
}
