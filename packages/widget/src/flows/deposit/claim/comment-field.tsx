import { useId } from 'react';
import { useText } from '../../../i18n/text.ts';
import styles from './comment-field.module.css';

/** The longest comment that the server takes. */
const mostCharacters = 500;

interface CommentFieldProps {
  comment: string;
  isLocked: boolean;
  onChange: (comment: string) => void;
}

/** The player's own words to a proof, with the room that is left for them. */
export function CommentField({ comment, isLocked, onChange }: CommentFieldProps) {
  const text = useText();
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{text('claim.comment.label')}</span>
        <span className={styles.optional}>{text('form.field.optional')}</span>
      </label>
      <textarea
        className={styles.box}
        id={id}
        rows={3}
        dir="auto"
        maxLength={mostCharacters}
        value={comment}
        readOnly={isLocked}
        aria-describedby={`${id}-left`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className={styles.left} id={`${id}-left`}>
        {text('claim.comment.left', { count: mostCharacters - comment.length })}
      </p>
    </div>
  );
}
