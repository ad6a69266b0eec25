import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { FailureSnackbar } from '../features/failure/failure-snackbar.tsx';
import { Announcement } from '../ui/announcement.tsx';
import { Button } from '../ui/button.tsx';
import { Screen } from '../ui/screen.tsx';
import type { FormControls } from './form-controls.ts';
import { PaymentForm } from './payment-form.tsx';
import { useRefusedField } from './refused-field.ts';
import type { Submitter } from './submitter.ts';

interface SubmitFormProps {
  form: FormControls;
  submitter: Submitter;
  /** Of the form's element, unique on the page. */
  id: string;
  /** One press of the enter key is all that is left where it comes up filled in. */
  isOneClick: boolean;
  /** Above the fields: what is paid with. */
  header?: ReactNode;
  /** Between the fields and the foot: the bonus, the summary. */
  children?: ReactNode;
  /** Below the form: what is said of the submission meanwhile. */
  foot?: ReactNode;
}

/** The screen of a payment form: its fields, its button, and what its submitter makes of a press. */
export function SubmitForm(props: SubmitFormProps) {
  const { form, submitter, id, header, children, foot } = props;
  const { turn, dismissFailure } = submitter;
  const failure = turn.kind === 'player' ? turn.failure : null;
  useAddedFields(props);
  useRefusedField(form, failure);

  async function handleSubmit() {
    submitter.onPress?.();
    const answer = form.submit();
    // Not awaited where it needn't be: a popup must open in the click itself.
    const submission = answer instanceof Promise ? await answer : answer;
    if (submission !== null) submitter.submit(submission);
  }

  return (
    <Screen
      layout="form"
      footer={
        turn.kind === 'over' && turn.instead !== null ? turn.instead : <SubmitButton {...props} />
      }
      isBusy={turn.kind === 'submitter'}
      isSkeleton={form.loading.kind === 'loading'}
    >
      {failure !== null && <FailureSnackbar failure={failure} onClose={dismissFailure} />}
      <PaymentForm form={form} id={id} onSubmit={handleSubmit} header={header}>
        {children}
      </PaymentForm>
      {foot}
      <Announcement>{turn.kind === 'submitter' ? turn.words : ''}</Announcement>
    </Screen>
  );
}

/** §4: what is asked for besides is added, and the form stays. */
function useAddedFields({ form, submitter: { addedFields } }: SubmitFormProps): void {
  const add = useEffectEvent((asked: NonNullable<typeof addedFields>) => form.addFields(asked));
  useEffect(() => {
    if (addedFields !== undefined) add(addedFields);
  }, [addedFields]);
}

function SubmitButton({ form, submitter, id, isOneClick }: SubmitFormProps) {
  const isBusy = submitter.turn.kind === 'submitter' || form.isPending;
  const { words, icon } = submitter.describeButton(form.amount);
  return (
    <ReadyToPress isWanted={isOneClick && form.canSubmit && form.amount.isValid}>
      <Button type="submit" form={id} isBusy={isBusy} disabled={!isBusy && !form.canSubmit}>
        {icon}
        {words}
      </Button>
    </ReadyToPress>
  );
}

/** A form that is filled in when it comes up (`oneClick`): one press of the enter key is left. */
function ReadyToPress({ isWanted, children }: { isWanted: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    if (!isWanted || isOver.current) return;
    isOver.current = true;
    // Once the screen's heading has had the focus (shell.tsx): whoever is elsewhere by then stays there.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement?.tagName !== 'H1') return;
      place.current?.querySelector('button')?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isWanted]);
  return <div ref={place}>{children}</div>;
}
