import { type ComponentType, useEffect, useState } from 'react';
import { useSessionStore } from '../../../session/session-store.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import styles from './bonus-slot.module.css';

interface BonusSlotProps {
  /** The crypto bonus stands in place of the player's own (§2). */
  isCrypto: boolean;
}

type Section = ComponentType | 'failed' | null;

/**
 * The bonuses' place on the list. Their code comes after the list has been drawn, and where there is
 * no bonus not at all; until then their room is kept, so that no tile moves under a finger.
 */
export function BonusSlot({ isCrypto }: BonusSlotProps) {
  const count = useSessionStore(({ bonusList }) => bonusList.length);
  const isOffered = isCrypto || count > 0;
  const [wasThere] = useState(isOffered);
  const [isNeeded, setIsNeeded] = useState(isOffered);
  // Once there it stays: that the last one has ended is said by the section.
  if (isOffered && !isNeeded) setIsNeeded(true);
  const Section = useSection(isNeeded, isCrypto);

  if (!isNeeded || Section === 'failed') return null;
  if (Section !== null) {
    return (
      <div className={wasThere ? styles.slot : styles.late}>
        <Section />
      </div>
    );
  }
  if (!wasThere) return null;
  return (
    <div style={{ minBlockSize: isCrypto ? cardPx : cardPx + (count > 1 ? stepsPx : 0) }}>
      <Skeleton shape="row" />
    </div>
  );
}

/** About what a card takes on a phone, and the steps below several. */
const cardPx = 84;
const stepsPx = 36;

function useSection(isNeeded: boolean, isCrypto: boolean): Section {
  const [section, setSection] = useState<Section>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    const take = (loaded: Section) => {
      if (!isGone) setSection(() => loaded);
    };
    // A list without its bonus is still a list.
    loadSection(isCrypto).then(take, () => take('failed'));
    return () => {
      isGone = true;
    };
  }, [isNeeded, isCrypto]);
  return section;
}

async function loadSection(isCrypto: boolean): Promise<ComponentType> {
  if (isCrypto) {
    return (await import('../../../features/bonus/crypto-bonus-card.tsx')).CryptoBonusCard;
  }
  return (await import('../bonus/bonus-section.tsx')).BonusSection;
}
