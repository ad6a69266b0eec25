import type { DepositSummary } from '@kassa/contract';
import { type ReactNode, useId, useRef } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import announcement from '../../../ui/announcement.module.css';
import { Glyph } from '../../../ui/glyph.tsx';
import { useFocusHandover } from '../../../ui/use-focus-handover.ts';
import { useMethods } from '../deposit.queries.ts';
import { ContinueButton } from './continue-button.tsx';
import styles from './resume-bar.module.css';
import { TimeLeft } from './time-left.tsx';
import { useNextStep } from './use-next-step.ts';

interface ResumeBarProps {
  /** At least one, the newest first. */
  deposits: readonly DepositSummary[];
  /** The time of one has run out. */
  onExpire: () => void;
}

/**
 * Deposits that wait for their player: of a closed tab, a reload, another device. A single one goes on
 * from here; the history has it with all that can be known and done, and it lists several.
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

/** When the time of one of several runs out nothing is shown of it, and nobody else may tell. */
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
  const money = useMoney();
  return (
    <p className={styles.facts}>
      <bdi>{money(deposit.amount, deposit.currency)}</bdi>
      <TimeLeft deadlineMs={Date.parse(deposit.expiresAt)} onExpire={onExpire}>
        <span aria-hidden="true">·</span>
        <span className={announcement.announcement}>{text('resume.timeLeft')}</span>
      </TimeLeft>
    </p>
  );
}

interface OnwardProps {
  deposit: DepositSummary;
  /** Of the bar's title, which is a link. */
  titleId: string;
}

/** The way on with a single deposit; the way to the history alone where there is none. */
function Onward({ deposit, titleId }: OnwardProps) {
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find(({ name }) => name === deposit.paymentMethod);
  const next = useNextStep(deposit.depositId, method?.linkSchemes);
  const isStuck = next.kind === 'fields' && method === undefined;
  if (isStuck) return null;
  return (
    <OnwardPlace titleId={titleId}>
      <ContinueButton deposit={deposit} method={method} next={next} />
    </OnwardPlace>
  );
}

/** As the button goes, the title beside it takes the focus. */
function OnwardPlace({ titleId, children }: { titleId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useFocusHandover(ref, `[id="${titleId}"] a`);
  return (
    <div ref={ref} className={styles.onward}>
      {children}
    </div>
  );
}
