import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { FailureSnackbar } from '../features/failure/failure-snackbar.tsx';
import { useText } from '../i18n/text.ts';
import { Announcement } from '../ui/announcement.tsx';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import { useFocusHandover } from '../ui/use-focus-handover.ts';
import type { FormControls } from './form-controls.ts';
import { PaymentForm } from './payment-form.tsx';
import { useRefusedField } from './refused-field.ts';
import { SubmitButton } from './submit-button.tsx';
import type { Submitter } from './submitter.ts';

interface SubmitFormProps {
  form: FormControls;
  submitter: Submitter;
  /** The id of the form's element, unique on the page. */
  id: string;
  /** Focuses the button of a form that comes up filled in: one press of the enter key is left. */
  isOneClick: boolean;
  /** The content above the fields: the method. */
  header?: ReactNode;
  /** The content between the fields and the button: the bonus, the summary. */
  children?: ReactNode;
  /** The content below the form: the progress of the submission. */
  foot?: ReactNode;
}

/** The screen of a payment form: its fields, its button, and its submitter's progress. */
export function SubmitForm(props: SubmitFormProps) {
  const { form, submitter, id, header, children, foot } = props;
  const { turn, dismissFailure } = submitter;
  const failure = turn.kind === 'player' ? turn.failure : null;
  useAddedFields(props);
  const isFailureShown = useRefusedField(form, failure, dismissFailure);

  async function submit(isConfirmed: boolean) {
    submitter.onPress?.();
    const answer = form.submit();
    // Awaited only where needed: a popup must open in the click itself.
    const submission = answer instanceof Promise ? await answer : answer;
    if (submission !== null) submitter.submit(submission, { isConfirmed });
  }

  const question = turn.kind === 'player' && submitter.ask?.(form.amount, () => submit(true));

  return (
    <Screen
      layout="form"
      footer={(turn.kind === 'over' ? turn.instead : question) || <FormButtons {...props} />}
      isBusy={turn.kind === 'submitter'}
      isSkeleton={form.loading.kind === 'loading'}
    >
      {failure !== null && isFailureShown && submitter.showFailure === undefined && (
        <FailureSnackbar failure={failure} onClose={dismissFailure} />
      )}
      <PaymentForm form={form} id={id} onSubmit={() => submit(false)} header={header}>
        {children}
      </PaymentForm>
      {foot}
      {failure !== null && isFailureShown && submitter.showFailure?.(failure)}
      <Announcement>{turn.kind === 'submitter' ? turn.words : ''}</Announcement>
    </Screen>
  );
}

/** §4: adds the fields that the provider asks for, and the form stays. */
function useAddedFields({ form, submitter: { addedFields } }: SubmitFormProps): void {
  const add = useEffectEvent((asked: NonNullable<typeof addedFields>) => form.addFields(asked));
  useEffect(() => {
    if (addedFields !== undefined) add(addedFields);
  }, [addedFields]);
}

function FormButtons(props: SubmitFormProps) {
  const { turn } = props.submitter;
  const onCancel = turn.kind === 'submitter' ? turn.onCancel : undefined;
  return (
    <>
      <FormButton {...props} />
      {onCancel !== undefined && <CancelButton formId={props.id} onPress={onCancel} />}
    </>
  );
}

/** Stops a submission. The form's button takes the focus, since it is free again. */
function CancelButton({ formId, onPress }: { formId: string; onPress: () => void }) {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useFocusHandover(place, `button[form="${formId}"]`);
  return (
    <div ref={place}>
      <Button look="ghost" onClick={onPress}>
        {text('form.cancel')}
      </Button>
    </div>
  );
}

function FormButton({ form, submitter, id, isOneClick }: SubmitFormProps) {
  const text = useText();
  const { words, icon, wallet } = submitter.describeButton(form.amount);
  // An amount that nobody can enter isn't asked for.
  const isAsked = form.amount.isEmpty && form.submitState === 'ready';
  return (
    <ReadyToPress isWanted={isOneClick && form.submitState === 'ready' && form.amount.isValid}>
      <SubmitButton
        id={id}
        form={form}
        isBusy={submitter.turn.kind === 'submitter'}
        wallet={wallet}
      >
        {!isAsked && icon}
        {isAsked ? text('form.amountInput.empty') : words}
      </SubmitButton>
    </ReadyToPress>
  );
}

/**
 * Focuses the button of a form that comes up filled in (`oneClick`): one press of the enter key is
 * left.
 */
function ReadyToPress({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    if (!isWanted || isOver.current) return;
    isOver.current = true;
    // The screen's heading takes the focus first (shell.tsx). A focus that is elsewhere by then
    // stays.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement?.tagName !== 'H1') return;
      place.current?.querySelector('button')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isWanted]);
  return <div ref={place}>{children}</div>;
}
