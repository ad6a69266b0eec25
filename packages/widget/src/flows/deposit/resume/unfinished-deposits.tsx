import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type MessageKey, useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/button.tsx';
import { useMethods } from '../deposit.queries.ts';
import { forgetUnfinished, rememberUnfinished } from '../unfinished-room.ts';
import { ResumeCard } from './resume-card.tsx';
import styles from './unfinished-deposits.module.css';
import { useUnfinishedDeposits } from './use-unfinished-deposits.ts';

interface UnfinishedDepositsProps {
  /** Stands in their place until the server has said what there is. */
  room?: ReactNode;
}

/** Deposits that wait for their player: of a closed tab, a reload, another device. */
export function UnfinishedDeposits({ room }: UnfinishedDepositsProps) {
  const text = useText();
  const titleId = useId();
  const { catalogue } = useMethods();
  const { isLooking, deposits: found, forget, refresh } = useUnfinishedDeposits();
  const deposits = found ?? [];
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [ending, setEnding] = useState<MessageKey | null>(null);
  const shown = isUnfolded ? deposits : deposits.slice(0, 1);
  const hidden = deposits.length - shown.length;

  const sectionRef = useRoomMemory(isUnfolded ? null : (found?.length ?? null));

  function handleEnd(depositId: string, words: MessageKey) {
    setEnding(words);
    forget(depositId);
  }

  return (
    <>
      {isLooking && room}
      {deposits.length > 0 && (
        <section ref={sectionRef} className={styles.section} aria-labelledby={titleId}>
          <h2 className={styles.title} id={titleId}>
            {text('resume.title', { count: deposits.length })}
          </h2>
          {shown.map((deposit) => (
            <ResumeCard
              key={deposit.depositId}
              deposit={deposit}
              method={catalogue?.methods.find(({ name }) => name === deposit.paymentMethod)}
              onEnd={(words) => handleEnd(deposit.depositId, words)}
              onExpire={refresh}
            />
          ))}
          {hidden > 0 && (
            <Button look="ghost" onClick={() => setIsUnfolded(true)}>
              {text('resume.more', { count: hidden })}
            </Button>
          )}
        </section>
      )}
      {ending !== null && <p className={styles.ending}>{text(ending)}</p>}
      <Announcement>{ending === null ? '' : text(ending)}</Announcement>
    </>
  );
}

/**
 * Remembers the room that they take, for the next list to keep it from the start.
 * @param count - null where there is nothing to go by
 */
function useRoomMemory(count: number | null): RefObject<HTMLElement | null> {
  const session = useSession();
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current: section } = ref;
    if (count === 0) forgetUnfinished(session);
    if (count === null || section === null) return;
    const remember = () => rememberUnfinished(session, section.offsetHeight);
    remember();
    const observer = new ResizeObserver(remember);
    observer.observe(section);
    return () => observer.disconnect();
  }, [count, session]);
  return ref;
}
