import type { DepositSummary } from '@kassa/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Countdown } from '../../../features/countdown/countdown.tsx';
import { PaymentCodeCard, useIsAtDesk } from '../../../features/qr/payment-code-card.tsx';
import { useText } from '../../../i18n/text.ts';
import { payPageAddress } from '../../../popup/popup-page-address.ts';
import { type Session, useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './other-device.module.css';

interface OtherDeviceProps {
  deposit: Pick<DepositSummary, 'depositId'>;
}

/**
 * Moves a payment to the player's phone, where their bank's app is: a QR code that opens this
 * deposit alone, once. For a player at a desk; nothing on the phone itself, and on a device that
 * shows a single deposit already.
 */
export function OtherDevice({ deposit }: OtherDeviceProps) {
  const text = useText();
  const { isSingleDeposit } = useSession();
  const isAtDesk = useIsAtDesk();
  const [isOpen, setIsOpen] = useState(false);
  if (isSingleDeposit || !isAtDesk) return null;
  return (
    <div className={styles.place}>
      <Button look="ghost" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {text(isOpen ? 'otherDevice.hide' : 'otherDevice.show')}
      </Button>
      {isOpen && <DeviceCode depositId={deposit.depositId} />}
    </div>
  );
}

const words = {
  picture: 'otherDevice.picture',
  code: 'otherDevice.link',
  copy: 'otherDevice.copy',
  scan: 'otherDevice.scan',
  app: 'otherDevice.show',
} as const;

/** A code, which is made anew each time that it is shown. */
function DeviceCode({ depositId }: { depositId: string }) {
  const text = useText();
  const { data, isFetching, refetch } = useQuery(deviceCodeQuery(useSession(), depositId));
  const [expiredMs, setExpiredMs] = useState<number | null>(null);
  const again = (key: 'otherDevice.again' | 'error.retry') => (
    <Button look="soft" isBusy={isFetching} onClick={() => void refetch()}>
      {text(key)}
    </Button>
  );
  if (data === undefined) {
    if (isFetching) return <Skeleton shape="tile" />;
    return (
      <div role="status" className={styles.place}>
        <Notice tone="warn">{text('otherDevice.failed')}</Notice>
        {again('error.retry')}
      </div>
    );
  }
  const { address, deadlineMs } = data;
  if (expiredMs === deadlineMs) {
    return (
      <div role="status" className={styles.place}>
        <Notice glyph="clock">{text('otherDevice.expired')}</Notice>
        {again('otherDevice.again')}
      </div>
    );
  }
  return (
    <InSight>
      <PaymentCodeCard
        code={{ text: address, picture: null, payLink: null }}
        words={words}
        isOwnLink
      />
      <p className={styles.note}>
        {text('otherDevice.timeLeft')}{' '}
        <Countdown deadlineMs={deadlineMs} onExpire={() => setExpiredMs(deadlineMs)} />
      </p>
    </InSight>
  );
}

/**
 * Scrolls what the player asked for into sight as it comes, and moves the focus to it: a screen
 * reader goes on there.
 */
function InSight({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ behavior: isStill ? 'auto' : 'smooth', block: 'nearest' });
  }, []);
  return (
    <div className={styles.place} ref={place} tabIndex={-1}>
      {children}
    </div>
  );
}

/** The address of a new code, with its deadline in ms since 1970 by the device's clock. */
function deviceCodeQuery(session: Session, depositId: string) {
  return queryOptions({
    queryKey: ['deposit-device-code', depositId],
    queryFn: async ({ signal }) => {
      const { code, validSeconds } = await session.transport.call(
        'deposit-device-code',
        { depositId },
        { signal },
      );
      const address = payPageAddress(session, code).href;
      return { address, deadlineMs: Date.now() + validSeconds * 1000 };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
