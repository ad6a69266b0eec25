import type { LastPaid, PaymentMethod } from '@kassa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useHeldWhilePressed } from '../../../ui/use-held-while-pressed.ts';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { depositListQuery } from '../unfinished.queries.ts';
import styles from './again-slot.module.css';

interface AgainSlotProps {
  /** The method of the last paid deposit. */
  method: PaymentMethod;
  /** The currency of the offer. */
  currency: string;
}

/**
 * The place of the last paid deposit, to pay the same again. The offer says that there is one, so that
 * its room is reserved; the amount and the card come with the player's deposits. What has come first
 * stays: the amount never changes under a finger.
 */
export function AgainSlot({ method, currency }: AgainSlotProps) {
  const { transport } = useSession();
  const { data, isError, isFetching } = useQuery(depositListQuery(transport));
  const [paid, setPaid] = useState<LastPaid>();
  const latest = data?.lastPaid;
  const isOfOffer = latest?.paymentMethod === method.name && latest.currency === currency;
  if (paid === undefined && isOfOffer) setPaid(latest);
  const Card = useLateCode(loadCard);
  const [isMissing, setIsMissing] = useState(false);
  // The list of before a payment holds less than the offer says.
  const isKnown = !isFetching && (isError || data !== undefined);
  if (isKnown && paid === undefined && !isOfOffer && !isMissing) setIsMissing(true);
  const isGone = useHeldWhilePressed(isMissing || Card === 'failed');
  if (isGone) return null;
  return (
    <div className={styles.slot}>
      <div className={styles.room}>
        {Card === null || Card === 'failed' || paid === undefined ? (
          <Skeleton shape="room" />
        ) : (
          <Card method={method} paid={paid} />
        )}
      </div>
    </div>
  );
}

async function loadCard() {
  return (await import('./again-card.tsx')).AgainCard;
}
