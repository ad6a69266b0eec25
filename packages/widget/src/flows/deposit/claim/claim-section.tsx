import type { DepositStatusWord } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { depositQuery } from '../unfinished.queries.ts';
import styles from './claim-card.module.css';
import { ClaimCard } from './claim-card.tsx';
import { ClaimLink } from './claim-link.tsx';
import { useClaimedDeposit } from './use-claimed-deposit.ts';

interface ClaimSectionProps {
  depositId: string;
  /** The shown status; undefined before the deposit is known to exist. */
  status: DepositStatusWord | undefined;
}

/** The state of a deposit's claim beside its status; nothing without a claim. */
export function ClaimSection({ depositId, status }: ClaimSectionProps) {
  const text = useText();
  const isWanted = useHasClaims() && status !== undefined;
  const { data, refetch } = useClaimedDeposit({ depositId, isWanted });
  const known = data?.deposit.status;
  // A change that was polled has no push.
  useEffect(() => {
    if (isWanted && known !== undefined && known !== status) void refetch({ cancelRefetch: false });
  }, [isWanted, known, status, refetch]);
  if (!isWanted || data === undefined) return null;
  const { claim, canClaim = false } = data.deposit;
  if (claim === undefined) return null;
  const isAsked = claim.status === 'moreNeeded';
  return (
    <ClaimCard claim={claim} clockAheadMs={data.clockAheadMs}>
      {canClaim && (
        <Link className={styles.action} to="Deposit claim" search={{ depositId }}>
          {text(isAsked ? 'claim.moreNeeded.add' : 'claim.add')}
        </Link>
      )}
    </ClaimCard>
  );
}

/** Leads to the claim of a deposit that was paid and not credited, where that can be claimed. */
export function ClaimWay({ depositId }: { depositId: string }) {
  const { transport } = useSession();
  const hasClaims = useHasClaims();
  // The section loads it.
  const { data } = useQuery({ ...depositQuery(transport, depositId), enabled: false });
  if (!hasClaims || data?.deposit.canClaim !== true) return null;
  return data.deposit.claim === undefined ? <ClaimLink depositId={depositId} /> : null;
}

/** Whether this cashier has claims: a device that shows one deposit alone has none. */
function useHasClaims(): boolean {
  return useRouter().hasScreen('Deposit claim');
}
