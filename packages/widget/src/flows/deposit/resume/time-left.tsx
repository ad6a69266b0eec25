import { type ReactNode, useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';

interface TimeLeftProps {
  /** The deadline, in ms since 1970. */
  deadlineMs: number;
  onExpire: () => void;
  /** The label before the time. */
  children?: ReactNode;
}

/**
 * The time left; nothing once it is up. Whether the deposit is over is decided by the server and
 * its own clock.
 */
export function TimeLeft({ deadlineMs, onExpire, children }: TimeLeftProps) {
  const [isOver, setIsOver] = useState(deadlineMs <= Date.now());
  const handleExpire = () => {
    setIsOver(true);
    onExpire();
  };
  if (isOver) return null;
  return (
    <span>
      {children} <Countdown deadlineMs={deadlineMs} onExpire={handleExpire} />
    </span>
  );
}
