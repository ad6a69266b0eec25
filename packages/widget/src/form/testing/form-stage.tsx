import { methodLimits } from '@kassa/contract';
import {
  buildHostData,
  buildPaymentMethod,
  createFakeBridge,
  createFakeTransport,
} from '@kassa/test-kit';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { loadFields } from '../../fields/registry.ts';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { useMoney, useText } from '../../i18n/text.ts';
import { useLocale } from '../../i18n/use-locale.ts';
import { type Session, SessionContext } from '../../session/session.ts';
import { Screen } from '../../ui/screen.tsx';
import type { FormControls, FormOptions, FormSubmission } from '../form-controls.ts';
import { PaymentForm } from '../payment-form.tsx';
import { SubmitButton } from '../submit-button.tsx';
import { LoadFieldsContext } from '../use-fields.ts';
import { useForm } from '../use-form.ts';

export interface FormStageProps extends Partial<FormOptions> {
  /** Loads fields that replace the real ones. */
  load?: typeof loadFields;
  /** Receives the result of a press of the button, at once or later. */
  onSubmission?: (submission: FormSubmission | null) => void;
  /** Receives the form's controls at every render. */
  onForm?: (form: FormControls) => void;
  /** Called once, when the form is ready. */
  onReady?: (form: FormControls) => void;
}

/** A payment form with its button and nothing else, for its tests and stories. */
export function FormStage({ load = loadFields, ...props }: FormStageProps) {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } }),
  );
  const [session] = useState(buildSession);
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queryClient}>
        <LoadFieldsContext value={load}>
          <StagedForm {...props} />
        </LoadFieldsContext>
      </QueryClientProvider>
    </SessionContext>
  );
}

/** Builds a session over fakes. Failures to load the form's code are reported to its host. */
function buildSession(): Session {
  return {
    product: 'kassa',
    isVpnHintShown: false,
    hostData: buildHostData(),
    playerKey: null,
    bridge: createFakeBridge(),
    transport: createFakeTransport(),
    locale: resolvePlayerLocale('en'),
    describeEvent: (event_category) => ({ event_category }),
  };
}

function StagedForm({ onSubmission, onForm, onReady, ...options }: FormStageProps) {
  const text = useText();
  const money = useMoney();
  const locale = useLocale();
  const method = options.method ?? buildPaymentMethod();
  const { currency = 'EUR', country = 'de' } = options;
  const limits = methodLimits(method, currency, country);
  const form = useForm({ locale, limits, ...options, method, currency, country });
  onForm?.(form);
  const isReady = form.loading.kind === 'ready';
  const wasReady = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (!isReady || wasReady.current) return;
    wasReady.current = true;
    onReady?.(form);
  }, [isReady]);

  async function handleSubmit() {
    const answer = form.submit();
    onSubmission?.(answer instanceof Promise ? await answer : answer);
  }

  const { amount } = form;
  const label = amount.isValid
    ? text('deposit.submit', { amount: money(amount.value, currency) })
    : text('deposit.submitEmpty');
  return (
    <Screen
      layout="form"
      footer={
        <SubmitButton id="staged-form" form={form} isBusy={false}>
          {label}
        </SubmitButton>
      }
    >
      <PaymentForm form={form} id="staged-form" onSubmit={handleSubmit} />
    </Screen>
  );
}
