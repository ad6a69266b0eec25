import type { PaymentMethod, Withdrawal } from '@kassa/contract';
import { Announcement } from '../../../ui/announcement.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import sums from '../../../ui/sum.module.css';
import { sayEnd, useEnd } from '../parts/use-end.ts';
import { isUnderWay } from '../use-withdrawal-list.ts';
import { useTitleOfProgress, WithdrawalProgress } from './withdrawal-progress.tsx';

interface WithdrawalOutcomeProps {
  /** Undefined until it is loaded: it counts as accepted (§4). */
  withdrawal: Withdrawal | undefined;
  /** Undefined where it isn't offered any more. */
  method: PaymentMethod | undefined;
}

/** Where a withdrawal is, or how it has ended. */
export function WithdrawalOutcome({ withdrawal, method }: WithdrawalOutcomeProps) {
  const describeTitle = useTitleOfProgress();
  const describeEnd = useEnd();
  const end =
    withdrawal === undefined || isUnderWay(withdrawal) ? null : describeEnd(withdrawal, method);
  return (
    <>
      {/* It outlasts the panels: a region that appears with its text isn't read out. */}
      <Announcement>{end === null ? describeTitle(withdrawal) : sayEnd(end)}</Announcement>
      {end === null ? (
        <WithdrawalProgress withdrawal={withdrawal} method={method} />
      ) : (
        <StatusPanel
          tone={end.tone}
          glyph={end.glyph}
          title={<span className={end.isSum ? sums.sum : undefined}>{end.title}</span>}
        >
          <StatusText>{end.words}</StatusText>
          {end.notice !== undefined && <Notice glyph="check">{end.notice}</Notice>}
        </StatusPanel>
      )}
    </>
  );
}
