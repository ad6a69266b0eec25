import type { Claim, DepositSummary } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './claim-line.module.css';
import { describeDue } from './describe-due.ts';

/**
 * The line under a deposit in the history: the state of its claim, or the way to one; nothing where
 * there is neither.
 */
export function ClaimLine({
  deposit: { depositId, claim, canClaim },
}: {
  deposit: DepositSummary;
}) {
  const text = useText();
  const router = useRouter();
  if (!router.hasScreen('Deposit claim')) return null;
  if (claim === undefined && canClaim !== true) return null;
  return (
    <Link className={styles.line} to="Deposit claim" search={{ depositId }}>
      <span className={styles.words} data-claim={claim?.status}>
        {text(claim === undefined ? 'claim.link' : `claim.${claim.status}.title`)}
        {claim?.status === 'open' && <Due claim={claim} />}
      </span>
      <Glyph name="forward" size={16} className={styles.arrow} />
    </Link>
  );
}

/** The time of the operator's answer; nothing once it has passed. */
function Due({ claim: { dueAt } }: { claim: Claim }) {
  const text = useText();
  const { locale } = useSession();
  const { time, left, isOver } = describeDue(dueAt, Date.now(), locale.format);
  if (isOver) return null;
  return <small className={styles.due}>{text('claim.open.due', { time, left })}</small>;
}
