import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { FailurePanel } from '../features/failure/failure-panel.tsx';
import { useText } from '../i18n/text.ts';
import { Announcement } from '../ui/announcement.tsx';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { hintEnterKeys, resolveEnter } from './enter-key.ts';
import { FieldRow } from './field-row.tsx';
import type { FieldView, FormControls } from './form-controls.ts';
import styles from './payment-form.module.css';
import { revealField } from './reveal-field.ts';

interface PaymentFormProps {
  form: FormControls;
  /** The id of the form, for a button outside of it. */
  id: string;
  /** The player pressed the button or the enter key: call `form.submit()`. */
  onSubmit: () => void;
  /** The content above the fields: the method. */
  header?: ReactNode;
  /** The content between the fields and the button: the bonus, the summary. */
  children?: ReactNode;
}

/** All fields of a payment form, in order, each with its error below (§2 "Payment form"). */
export function PaymentForm({ form, id, onSubmit, header, children }: PaymentFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const visible = form.advanced.isUnfolded ? form.fields : listPlain(form.fields);
  useRevealed(form, element);
  useLayoutEffect(() => {
    if (element.current !== null) hintEnterKeys(element.current, visible);
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    onSubmit();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const outcome = resolveEnter(event.nativeEvent, visible);
    if (outcome === null) return;
    event.preventDefault();
    if (outcome === 'submits' && form.submitState !== 'disabled') onSubmit();
  }

  return (
    <form
      className={styles.form}
      id={id}
      ref={element}
      noValidate
      aria-busy={form.loading.kind === 'loading' || undefined}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
    >
      {header}
      <FormFields form={form} />
      {/* The extras wait for the fields, which would move them. */}
      {form.loading.kind === 'ready' && children}
      <Announcement>{form.announcement}</Announcement>
    </form>
  );
}

/** Brings a field with an error into sight once it can take the focus. */
function useRevealed(
  { fields, revealed, isDisabled, onRevealed }: FormControls,
  element: RefObject<HTMLFormElement | null>,
) {
  const shown = useRef(revealed);
  useLayoutEffect(() => {
    if (revealed === null || revealed === shown.current || isDisabled) return;
    shown.current = revealed;
    const view = fields.find(({ key }) => key === revealed.key);
    if (element.current !== null && view !== undefined) revealField(element.current, view);
    onRevealed();
  });
}

function FormFields({ form }: { form: FormControls }) {
  const text = useText();
  const { loading } = form;
  if (loading.kind === 'failed') {
    return (
      <div className={styles.failed}>
        <FailurePanel title={text('form.load.failed')} error={loading.error} />
        <Button look="ghost" onClick={loading.retry}>
          {text('error.retry')}
        </Button>
      </div>
    );
  }
  const plain = listPlain(form.fields);
  const advanced = form.fields.filter(({ definition }) => definition.isAdvanced === true);
  return (
    <div className={styles.fields}>
      <Rows views={plain} form={form} />
      {loading.kind === 'loading' && <FieldSkeletons hasAmount={plain.length > 0} />}
      {advanced.length > 0 && <AdvancedFields views={advanced} form={form} />}
    </div>
  );
}

function listPlain(views: readonly FieldView[]): FieldView[] {
  return views.filter(({ definition }) => definition.isAdvanced !== true);
}

function Rows({ views, form }: { views: readonly FieldView[]; form: FormControls }) {
  return views.map((view) => <FieldRow key={view.key} view={view} context={form.context} />);
}

/**
 * The fields that most players needn't fill in, behind a button that shows whether they are
 * unfolded.
 */
function AdvancedFields({ views, form }: { views: readonly FieldView[]; form: FormControls }) {
  const text = useText();
  const id = useId();
  const { isUnfolded, toggle } = form.advanced;
  return (
    <>
      <button
        type="button"
        className={styles.more}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={toggle}
      >
        {text('form.advanced')}
        <Glyph name="forward" size={18} className={styles.arrow} />
      </button>
      <div className={styles.advanced} id={id} hidden={!isUnfolded}>
        {isUnfolded && <Rows views={views} form={form} />}
      </div>
    </>
  );
}

function FieldSkeletons({ hasAmount }: { hasAmount: boolean }) {
  return (
    <div className={styles.skeletons}>
      {!hasAmount && <Skeleton shape="tile" />}
      <Skeleton shape="line" />
      <Skeleton shape="field" />
    </div>
  );
}
