import type { Money, PaymentMethod } from '@kassa/contract';
import { keepAmount } from '../../../form/keep-amount.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { describeChosenMethod, sendAnalytics } from '../../../telemetry/analytics.ts';
import { useMethods } from '../deposit.queries.ts';
import { resolveEntry } from '../method-kinds.ts';

/** Provides the actions that lead from a deposit to the form of its own or of another method. */
export function usePayWith() {
  const session = useSession();
  const router = useRouter();
  const { catalogue } = useMethods();
  const hasForm = (method: PaymentMethod) => router.hasScreen(resolveEntry(method));
  return {
    /**
     * The methods that have a form here, with the currency and the country that they are offered
     * in.
     */
    offered: catalogue && { ...catalogue, methods: catalogue.methods.filter(hasForm) },
    /** Returns whether a method can be used in a currency now. */
    canPayWith: (method: PaymentMethod | undefined, currency: string): method is PaymentMethod =>
      method !== undefined &&
      method.unavailable === undefined &&
      catalogue?.currency === currency &&
      hasForm(method),
    /**
     * Opens a method's form with the amount in it. Nothing is created before the player presses its
     * button.
     * @param group - the group whose list the form's back button leads to
     */
    payWith: (method: PaymentMethod, money: Money, button_name: string, group?: string) => {
      sendAnalytics(session, {
        ...describeChosenMethod('deposit', method),
        event: 'button',
        currency: money.currency,
        button_name,
      });
      keepAmount(method, money, session.locale.format);
      router.navigate({
        to: resolveEntry(method, group !== undefined),
        search: { method: method.name, group },
      });
    },
  };
}
