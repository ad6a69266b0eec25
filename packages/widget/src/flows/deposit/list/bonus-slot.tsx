import { type ComponentType, useEffect, useState } from 'react';
import { useSessionStore } from '../../../session/session-store.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

interface BonusSlotProps {
  /** The crypto bonus stands in place of the player's own (§2). */
  isCrypto: boolean;
}

/**
 * The bonuses' place on the list. Their code comes after the list has been drawn, and where there is
 * no bonus not at all; until then their room is kept, so that no tile moves under a finger.
 */
export function BonusSlot({ isCrypto }: BonusSlotProps) {
  const hasBonuses = useSessionStore(({ bonusList }) => bonusList.length > 0);
  const [wasNeeded, setWasNeeded] = useState(false);
  const [Section, setSection] = useState<ComponentType | 'failed' | null>(null);
  const isNeeded = isCrypto || hasBonuses || wasNeeded;
  // Once there it stays: that the last one has ended is said by the section.
  if (isNeeded && !wasNeeded) setWasNeeded(true);

  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    const take = (section: ComponentType | 'failed') => {
      if (!isGone) setSection(() => section);
    };
    // A list without its bonus is still a list.
    loadSection(isCrypto).then(take, () => take('failed'));
    return () => {
      isGone = true;
    };
  }, [isNeeded, isCrypto]);

  if (!isNeeded || Section === 'failed') return null;
  return Section === null ? <Skeleton shape="row" /> : <Section />;
}

async function loadSection(isCrypto: boolean): Promise<ComponentType> {
  if (isCrypto)
    return (await import('../../../features/bonus/crypto-bonus-card.tsx')).CryptoBonusCard;
  return (await import('../bonus/bonus-section.tsx')).BonusSection;
}
