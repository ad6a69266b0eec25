import type { PaymentMethod } from '@kassa/contract';
import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { usePlace } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from './instruction-link.module.css';

/**
 * Returns whether there is an instruction of the player's bank: none for a method without banks, and
 * on a device that shows a single deposit.
 */
export function useHasInstruction(method: PaymentMethod | undefined): method is PaymentMethod {
  const { isSingleDeposit } = useSession();
  return method?.banks !== undefined && method.banks.length > 0 && !isSingleDeposit;
}

/** The link to the instruction of the player's bank; nothing without one. */
export function InstructionLink({ method }: { method: PaymentMethod | undefined }) {
  const text = useText();
  const { route, search } = usePlace() ?? {};
  if (!useHasInstruction(method)) return null;
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
