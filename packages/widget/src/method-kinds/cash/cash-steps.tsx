import { type MessageKey, useText } from '../../i18n/text.ts';
import { Glyph, type GlyphName } from '../../ui/glyph.tsx';
import styles from './cash-steps.module.css';

const steps: readonly { glyph: GlyphName; text: MessageKey }[] = [
  { glyph: 'chat', text: 'cash.step.chat' },
  { glyph: 'copy', text: 'cash.step.pay' },
  { glyph: 'check', text: 'cash.step.credited' },
];

/** Explains in three steps how an agent gets cash to the player's account. */
export function CashSteps() {
  const text = useText();
  return (
    <section className={styles.card} aria-labelledby="cash-steps">
      <h2 className={styles.title} id="cash-steps">
        {text('cash.title')}
      </h2>
      <ol className={styles.steps}>
        {steps.map(({ glyph, text: key }, index) => (
          <li key={key} className={styles.step} data-step={index + 1}>
            <span className={styles.mark}>
              <Glyph name={glyph} size={18} />
            </span>
            <span>{text(key)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
