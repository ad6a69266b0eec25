import { type ComponentType, useEffect, useState } from 'react';
import { useSessionStore } from '../../../session/session-store.ts';

/**
 * The place of deposits that the player has not finished. Neither their code nor the question for
 * them comes before the list is usable; a list without them is still a list.
 */
export function ResumeSlot() {
  const hasLoaded = useSessionStore((store) => store.hasLoaded);
  const [Section, setSection] = useState<ComponentType | null>(null);

  useEffect(() => {
    if (!hasLoaded) return;
    let isGone = false;
    const take = (section: ComponentType) => {
      if (!isGone) setSection(() => section);
    };
    loadSection().then(take, () => {});
    return () => {
      isGone = true;
    };
  }, [hasLoaded]);

  return Section === null ? null : <Section />;
}

async function loadSection(): Promise<ComponentType> {
  return (await import('../resume/unfinished-deposits.tsx')).UnfinishedDeposits;
}
