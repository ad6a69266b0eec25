import type { FormContext } from '../fields/shared/field.ts';
import { useText } from '../i18n/text.ts';
import styles from './field-row.module.css';
import type { FieldView } from './form-controls.ts';

interface FieldRowProps {
  view: FieldView;
  context: FormContext;
}

/** A field with its label above and its error below, unless the field brings both itself. */
export function FieldRow({ view, context }: FieldRowProps) {
  const { field, definition, id, label, error } = view;
  const text = useText();
  const noteId = `${id}-note`;
  const Note = field.noteOf?.(definition) ?? null;
  const hasNote = error !== null || view.isPending || Note !== null;
  const input = (
    <field.Input
      definition={definition}
      id={id}
      describedBy={hasNote && field.isFramed !== true ? noteId : undefined}
      label={label}
      text={view.text}
      onChange={view.onChange}
      onFocus={view.onFocus}
      onBlur={view.onBlur}
      context={context}
      error={error}
      isDisabled={view.isDisabled}
      isLocked={view.isLocked}
    />
  );
  const note = Note === null ? null : <Note text={view.text} context={context} />;
  if (field.isFramed === true) {
    return (
      <div className={styles.framed} data-field={view.key}>
        {input}
      </div>
    );
  }
  return (
    <div className={styles.row} data-field={view.key}>
      <FieldLabel view={view} />
      {input}
      {/* The line is reserved from the start, so that nothing moves when a text appears. */}
      <p className={error === null ? styles.hint : styles.error} id={noteId}>
        {error ?? (view.isPending ? text('form.field.checking') : note)}
      </p>
    </div>
  );
}

function FieldLabel({ view: { id, label, definition } }: { view: FieldView }) {
  const text = useText();
  return (
    <label className={styles.label} htmlFor={id}>
      <span>{label}</span>
      {definition.isOptional === true && (
        <span className={styles.optional}>{text('form.field.optional')}</span>
      )}
    </label>
  );
}
