import { useText } from '../../../i18n/text.ts';
import { Link } from '../../../routing/link.tsx';
import { Glyph } from '../../../ui/glyph.tsx';
import styles from '../../links/quiet-link.module.css';

/** A quiet link to the form for a payment that was made and not credited. */
export function ClaimLink({ depositId }: { depositId: string }) {
  const text = useText();
  return (
    <Link className={styles.link} to="Deposit claim" search={{ depositId }}>
      <Glyph name="search" size={18} />
      {text('claim.link')}
    </Link>
  );
}
