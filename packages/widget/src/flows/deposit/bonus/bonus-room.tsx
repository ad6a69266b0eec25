import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './bonus-room.module.css';

interface BonusRoomProps {
  /** The number of bonuses. */
  count: number;
  /** A line is reserved for whether a deposit gets the bonus. */
  isEvaluated?: boolean;
}

/** The room of bonuses that aren't there yet. */
export function BonusRoom({ count, isEvaluated = false }: BonusRoomProps) {
  return (
    <div
      className={styles.room}
      data-steps={count > 1 || undefined}
      data-evaluated={isEvaluated || undefined}
    >
      <Skeleton shape="room" />
    </div>
  );
}
