import { useState } from 'react';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { KeptRoom } from '../../../ui/kept-room.tsx';
import { useLateCode } from '../../../ui/use-late-code.ts';
import { readUnfinishedRoom } from '../unfinished-room.ts';

/**
 * The place of deposits that the player has not finished. Neither their code nor the question for
 * them comes before the list is usable; a list without them is still a list. Where this device knows
 * of one, its room is kept until the server has said what there is.
 */
export function ResumeSlot() {
  const session = useSession();
  const hasLoaded = useSessionStore((store) => store.hasLoaded);
  const [roomPx] = useState(() => readUnfinishedRoom(session));
  const Section = useLateCode(hasLoaded ? loadSection : null);

  if (Section === 'failed') return null;
  const room = roomPx > 0 ? <KeptRoom px={roomPx} /> : null;
  return Section === null ? room : <Section room={room} />;
}

async function loadSection() {
  return (await import('../resume/unfinished-deposits.tsx')).UnfinishedDeposits;
}
