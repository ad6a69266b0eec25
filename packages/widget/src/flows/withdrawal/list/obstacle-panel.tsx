import type { WithdrawalObstacle } from '@kassa/contract';
import { useMoney, useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { closeWidget } from '../../../session/close-widget.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import { wordsFor } from '../parts/words-for.ts';
import { useWithdrawalAnalytics } from '../use-withdrawal-analytics.ts';
import styles from './obstacle-panel.module.css';

/** Why the player can't withdraw anything now, and the way on. */
export function ObstaclePanel({ obstacle }: { obstacle: WithdrawalObstacle }) {
  const text = useText();
  const { kind } = obstacle;
  const currency = kind === 'unverified' ? undefined : obstacle.currency;
  const amount = useAmount(obstacle);
  return (
    <div className={styles.panel} role="status">
      <StatusPanel
        tone="warn"
        glyph={kind === 'unverified' ? 'shield' : 'warning'}
        title={text(wordsFor(`withdrawal.obstacle.${kind}.title`, currency))}
      >
        <StatusText>
          {text(wordsFor(`withdrawal.obstacle.${kind}.text`, currency), { amount })}
        </StatusText>
        <WayOn obstacle={obstacle} />
      </StatusPanel>
    </div>
  );
}

function useAmount(obstacle: WithdrawalObstacle): string {
  const money = useMoney();
  switch (obstacle.kind) {
    case 'unverified':
      return '';
    case 'belowMinimum':
      return money(obstacle.min, obstacle.currency, { trimZeros: true });
    case 'turnover':
      return money(obstacle.missing, obstacle.currency);
  }
}

/** A deposit raises the balance; playing and the identity are the host page's. */
function WayOn({ obstacle }: { obstacle: WithdrawalObstacle }) {
  const text = useText();
  const session = useSession();
  const router = useRouter();
  const { send } = useWithdrawalAnalytics();
  if (obstacle.kind === 'belowMinimum') {
    const handleDeposit = () => {
      send('button', { button_name: 'deposit' });
      router.navigate({ to: router.rootOf('deposit') });
    };
    return (
      <Button look="soft" onClick={handleDeposit}>
        {text('history.empty.deposit')}
      </Button>
    );
  }
  return (
    <Button look="soft" onClick={() => closeWidget(session)}>
      {session.hostData.backLabel ?? text('complete.backToGame')}
    </Button>
  );
}
