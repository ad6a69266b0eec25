import { type ComponentType, useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { useIsHydrated } from '../../../ui/use-is-hydrated.ts';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { BonusRoom } from '../bonus/bonus-room.tsx';
import styles from './bonus-slot.module.css';

interface BonusSlotProps {
  /** The crypto bonus replaces the player's own (§2). */
  isCrypto: boolean;
}

/**
 * The place of the bonuses on the list. Their code is loaded after the list was drawn, and not at
 * all without a bonus. Their room is reserved, so that no tile moves under a finger.
 */
export function BonusSlot({ isCrypto }: BonusSlotProps) {
  const { hostData } = useSession();
  const latest = useSessionStore(({ bonusList }) => bonusList.length);
  const count = useIsHydrated() ? latest : hostData.bonusList.length;
  const isOffered = isCrypto || count > 0;
  const [wasThere] = useState(isOffered);
  const [isNeeded, setIsNeeded] = useState(isOffered);
  // The section stays once it is there: it tells when the last bonus has ended.
  if (isOffered && !isNeeded) setIsNeeded(true);
  const Section = useLateCode<ComponentType>(
    isNeeded ? (isCrypto ? loadCrypto : loadBonuses) : null,
  );

  // The list works without its bonuses.
  if (!isNeeded || Section === 'failed') return null;
  if (Section !== null) {
    return (
      <div className={wasThere ? styles.slot : styles.late}>
        <Section />
      </div>
    );
  }
  if (!wasThere) return null;
  return <BonusRoom count={isCrypto ? 1 : count} />;
}

async function loadCrypto() {
  return (await import('../../../features/bonus/crypto-bonus-card.tsx')).CryptoBonusCard;
}

async function loadBonuses() {
  return (await import('../bonus/bonus-section.tsx')).BonusSection;
}
