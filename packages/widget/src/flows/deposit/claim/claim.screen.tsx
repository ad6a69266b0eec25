import { decodeStatus } from '@kassa/contract';
import { useEffect, useRef, useState } from 'react';
import { Reference } from '../../../features/copy/reference.tsx';
import { FailedScreen } from '../../../features/failure/failed-screen.tsx';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import type { KnownDeposit } from '../unfinished.queries.ts';
import { ClaimCard } from './claim-card.tsx';
import { ClaimForm } from './claim-form.tsx';
import { ClaimedSum } from './claimed-sum.tsx';
import { useClaimedDeposit } from './use-claimed-deposit.ts';

/**
 * "I paid and nothing came": the proof of a payment that wasn't credited, and the state of the
 * claim. It changes no money.
 */
export function ClaimScreen() {
  const { depositId = '' } = useSearch();
  const { data, error, isFetching, refetch } = useClaimedDeposit({ depositId });
  if (data !== undefined) return <KnownClaim key={depositId} known={data} />;
  if (error !== null && !isFetching) {
    return <FailedScreen title="complete.failed" error={error} retry={refetch} />;
  }
  return (
    <Screen layout="form" isSkeleton>
      <Skeleton shape="row" />
      <Skeleton shape="tile" />
      <Skeleton shape="field" />
    </Screen>
  );
}

/** What the player does: looks at the claim, adds a proof to it, or has just sent one. */
type Step = 'start' | 'adding' | 'sent';

function KnownClaim({ known }: { known: KnownDeposit }) {
  const [step, setStep] = useState<Step>('start');
  const { deposit, clockAheadMs } = known;
  const { claim, canClaim = false } = deposit;
  const isAsked = claim === undefined || claim.status === 'moreNeeded';
  if (canClaim && (step === 'adding' || (step === 'start' && isAsked))) {
    const handleSent = () => setStep('sent');
    return <ClaimForm {...{ deposit, claim, clockAheadMs }} onSent={handleSent} />;
  }
  if (claim === undefined) return <NothingToClaim known={known} />;
  return (
    <ClaimState
      known={known}
      isSent={step === 'sent'}
      onAdd={canClaim ? () => setStep('adding') : null}
    />
  );
}

interface ClaimStateProps {
  known: KnownDeposit;
  /** The player has just sent a proof. */
  isSent: boolean;
  /** Opens the form for another proof; null where the server takes none. */
  onAdd: (() => void) | null;
}

function ClaimState({ known, isSent, onAdd }: ClaimStateProps) {
  const text = useText();
  const title = useRef<HTMLHeadingElement>(null);
  const { deposit, clockAheadMs } = known;
  const { claim } = deposit;
  useEffect(() => {
    // The pressed button is gone.
    if (isSent) title.current?.focus();
  }, [isSent]);
  if (claim === undefined) return null;
  const addKey = claim.status === 'moreNeeded' ? 'claim.moreNeeded.add' : 'claim.add';
  return (
    <Screen layout="form" footer={<WaysOn known={known} />}>
      <ClaimCard claim={claim} clockAheadMs={clockAheadMs} titleRef={title}>
        {onAdd !== null && (
          <Button look="soft" onClick={onAdd}>
            {text(addKey)}
          </Button>
        )}
      </ClaimCard>
      <ClaimedSum deposit={deposit} />
      <Announcement>{isSent ? text('claim.sent') : ''}</Announcement>
    </Screen>
  );
}

/** The deposit can't be claimed: it was credited, may still be paid, or is a matter for support. */
function NothingToClaim({ known }: { known: KnownDeposit }) {
  const text = useText();
  const { deposit } = known;
  const money = useMoney();
  const { amount, currency, processingAmount = amount, processingCurrency = currency } = deposit;
  const reason = resolveReason(decodeStatus(deposit));
  return (
    <Screen layout="centered" footer={<WaysOn known={known} />}>
      <StatusPanel
        tone={reason === 'credited' ? 'ok' : 'quiet'}
        glyph={reason === 'credited' ? 'check' : 'info'}
        title={text(`${keys[reason]}.title`, {
          amount: money(processingAmount, processingCurrency),
        })}
      >
        <StatusText>{text(`${keys[reason]}.text`)}</StatusText>
        <Reference reference={deposit.reference} />
      </StatusPanel>
    </Screen>
  );
}

type Reason = 'credited' | 'early' | 'over';

const keys = {
  credited: 'complete.processed',
  early: 'claim.closed.early',
  over: 'claim.closed.over',
} as const satisfies Record<Reason, string>;

function resolveReason(status: ReturnType<typeof decodeStatus>): Reason {
  if (status === 'processed') return 'credited';
  return status === 'waiting' || status === 'accepted' ? 'early' : 'over';
}

/** The ways back: to the deposit's own page, and to all deposits. */
function WaysOn({ known: { deposit } }: { known: KnownDeposit }) {
  const text = useText();
  const navigate = useNavigate();
  const { depositId, paymentMethod: method } = deposit;
  const isPending = deposit.status === 'PENDING' && deposit.chain === undefined;
  const search = { depositId, method, status: isPending ? 'accepted' : undefined };
  const toHistory = { to: 'Deposit history' } as const;
  return (
    <>
      <Button
        onClick={() => navigate({ to: 'Complete deposit', search: { ...search, ...toHistory } })}
      >
        {text('claim.deposit')}
      </Button>
      <Button look="ghost" onClick={() => navigate(toHistory)}>
        {text('history.link')}
      </Button>
    </>
  );
}
