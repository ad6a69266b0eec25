import type { DepositSummary } from '@kassa/contract';
import { type ReactNode, useId } from 'react';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
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
  const [newest] = deposits;
  if (newest === undefined) return null;
  if (deposits.length > 1) return <Bar count={deposits.length} />;
  return <SingleDeposit key={newest.depositId} deposit={newest} onExpire={onExpire} />;
}

function SingleDeposit({ deposit, onExpire }: { deposit: DepositSummary; onExpire: () => void }) {
  const money = useMoney();
  const { catalogue } = useMethods();
  const method = catalogue?.methods.find(({ name }) => name === deposit.paymentMethod);
  const next = useNextStep(deposit.depositId, method?.linkSchemes);
  const isStuck = next.kind === 'fields' && method === undefined;
  const facts = (
    <>
      <bdi>{money(deposit.amount, deposit.currency)}</bdi>
      <TimeLeft deadlineMs={Date.parse(deposit.expiresAt)} onExpire={onExpire}>
        ·
      </TimeLeft>
    </>
  );
  return (
    <Bar count={1} facts={facts}>
      {!isStuck && <ContinueButton deposit={deposit} method={method} next={next} />}
    </Bar>
  );
}

interface BarProps {
  count: number;
  facts?: ReactNode;
  /** The way on; the way to the history alone where there is none. */
  children?: ReactNode;
}

function Bar({ count, facts, children }: BarProps) {
  const text = useText();
  const titleId = useId();
  return (
    <section className={styles.bar} aria-labelledby={titleId}>
      <div className={styles.words}>
        <h2 className={styles.title} id={titleId}>
          <Link className={styles.link} to="Deposit history">
            {text('resume.title', { count })}
            <Glyph name="forward" size={18} className={styles.arrow} />
          </Link>
        </h2>
        {facts !== undefined && <p className={styles.facts}>{facts}</p>}
      </div>
      {children && <div className={styles.onward}>{children}</div>}
    </section>
  );
}
