import cards from '../../../ui/card.module.css';
import styles from './steps.module.css';

interface StepsProps {
  title: string;
  steps: readonly string[];
  /** The steps show as paragraphs without numbers. */
  isPlain?: boolean;
}

/** The steps of a payment. */
export function Steps({ title, steps, isPlain = false }: StepsProps) {
  return (
    <section className={`${cards.card} ${styles.card}`}>
      <h2 className={styles.title}>{title}</h2>
      {isPlain ? (
        steps.map((paragraph) => (
          <p className={styles.paragraph} key={paragraph} dir="auto">
            {paragraph}
          </p>
        ))
      ) : (
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li className={styles.step} key={step}>
              <span>{step}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
