import { useQuery } from '@tanstack/react-query';
import { Reference } from '../../features/copy/reference.tsx';
import { depositQuery } from '../../flows/deposit/unfinished.queries.ts';
import { useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import styles from './agent-reference.module.css';

/**
 * The reference that the player gives to the agent, so that the money is credited to their account.
 * Nothing shows before it is loaded.
 */
export function AgentReference({ depositId }: { depositId: string }) {
  const text = useText();
  const { transport } = useSession();
  const { data } = useQuery(depositQuery(transport, depositId));
  if (data === undefined) return null;
  return (
    <div className={styles.reference}>
      <p>{text('cash.reference')}</p>
      <Reference reference={data.deposit.reference} isForSupport={false} />
    </div>
  );
}
