import type { DepositSummary } from '@kassa/contract';
import { type ReactNode, useId, useRef } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import announcement from '../../../ui/announcement.module.css';
import { Glyph } from '../../../ui/glyph.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { useMethods } from '../deposit.queries.ts';
import { useShownAmount } from '../use-shown-amount.ts';
import { ContinueButton } from './continue-button.tsx';
import styles from './resume-bar.module.css';
import { TimeLeft } from './time-left.tsx';
import { useNextStep } from './use-next-step.ts';

interface ResumeBarProps {
  /** At least one deposit, the newest first. */
  deposits: readonly DepositSummary[];
  /** The time of a deposit is up. */
  onExpire: () => void;
}

/**
 * A bar for deposits that wait for their player, from a closed tab, a reload or another device. A
 * single one is continued here. The history lists several, and has all details and actions.
 */
export function ResumeBar({ deposits, onExpire }: ResumeBarProps) {
  const text = useText();
  const titleId = useId();
  const ref = useRef<HTMLElement>(null);
  useFocusHandover(ref, 'h1');
  const [newest, ...others] = deposits;
  const single = others.length === 0 ? newest : undefined;
  return (
    <section ref={ref} className={styles.bar} aria-labelledby={titleId}>
      <div className={styles.words}>
        <h2 className={styles.title} id={titleId}>
          <Link className={styles.link} to="Deposit history">
            {text('resume.title', { count: deposits.length })}
            <Glyph name="forward" size={18} className={styles.arrow} />
          </Link>
        </h2>
        {single === undefined && <Deadlines deposits={deposits} onExpire={onExpire} />}
        {single !== undefined && (
          <Facts key={single.depositId} deposit={single} onExpire={onExpire} />
        )}
      </div>
      {single !== undefined && <Onward key={single.depositId} deposit={single} titleId={titleId} />}
    </section>
  );
}

/** Timers without a display, for the deadlines of several deposits. */
function Deadlines({ deposits, onExpire }: ResumeBarProps) {
  return (
    <span hidden>
      {deposits.map(({ depositId, expiresAt }) => (
        <TimeLeft key={depositId} deadlineMs={Date.parse(expiresAt)} onExpire={onExpire} />
      ))}
    </span>
  );
}

function Facts({ deposit, onExpire }: { deposit: DepositSummary; onExpire: () => void }) {
  const text = useText();
  const describeAmount = useShownAmount();
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find(({ name }) => name === deposit.paymentMethod);
  return (
    <p className={styles.facts}>
      <bdi>{describeAmount(deposit, method)}</bdi>
      <TimeLeft deadlineMs={Date.parse(deposit.expiresAt)} onExpire={onExpire}>
        <span aria-hidden="true">·</span>
        <span className={announcement.announcement}>{text('resume.timeLeft')}</span>
      </TimeLeft>
    </p>
  );
}

interface OnwardProps {
  deposit: DepositSummary;
  /** The id of the bar's title, which is a link. */
  titleId: string;
}

/**
 * The button that continues a single deposit; only a link to the history where that isn't possible.
 */
function Onward({ deposit, titleId }: OnwardProps) {
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find(({ name }) => name === deposit.paymentMethod);
  const next = useNextStep(deposit.depositId, method);
  const isStuck = next.kind === 'fields' && method === undefined;
  if (isStuck) return null;
  return (
    <OnwardPlace titleId={titleId}>
      <ContinueButton deposit={deposit} method={method} next={next} />
    </OnwardPlace>
  );
}

/** Passes the focus to the title when the button disappears. */
function OnwardPlace({ titleId, children }: { titleId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useFocusHandover(ref, `[id="${titleId}"] a`);
  return (
    <div ref={ref} className={styles.onward}>
      {children}
    </div>
  );
}
