import type { PaymentMethod } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { usePlace } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './instruction-link.module.css';

/**
 * The link to the instruction of the player's bank; nothing for a method without banks, and on a
 * device that shows a single deposit.
 */
export function InstructionLink({ method }: { method: PaymentMethod | undefined }) {
  const text = useText();
  const { isSingleDeposit } = useSession();
  const { route, search } = usePlace() ?? {};
  if (method?.banks === undefined || method.banks.length === 0 || isSingleDeposit) return null;
  const { depositId, group } = search ?? {};
  return (
    <Link
      className={styles.link}
      to="Peer to peer instruction"
      search={{ method: method.name, group, depositId, to: route?.name }}
    >
      <Glyph name="slides" size={20} className={styles.glyph} />
      {text('p2p.instruction.link')}
    </Link>
  );
}
