import { isMessageKey, useText } from '../../i18n/text.ts';
import { Glyph } from '../../ui/glyph.tsx';
import styles from './security-rules.module.css';

interface SecurityRulesProps {
  /** The method's `securityRulesGroup` (§3). Rules without a text in this version aren't shown. */
  group: string | undefined;
}

/** Advice for safe payments with a method, folded away. Each line of the message is one rule. */
export function SecurityRules({ group }: SecurityRulesProps) {
  const text = useText();
  const key = `securityRules.${group}`;
  if (group === undefined || !isMessageKey(text, key)) return null;
  const rules = text(key).split('\n');
  return (
    <details className={styles.rules}>
      <summary className={styles.summary}>
        <Glyph name="shield" size={20} className={styles.shield} />
        <span className={styles.title}>{text('securityRules.title')}</span>
        <Glyph name="forward" size={18} className={styles.arrow} />
      </summary>
      <ul className={styles.list}>
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  );
}
