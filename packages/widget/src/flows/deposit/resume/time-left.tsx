import { type ReactNode, useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';

interface TimeLeftProps {
  /** When it ends, in ms since 1970. */
  deadlineMs: number;
  onExpire: () => void;
  /** Stands before the time, and names it. */
  children?: ReactNode;
}

/** Nothing once it has run out: whether the deposit is over is the server's to say, by its own clock. */
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
