import { DepositFormScreen } from '../../flows/deposit/deposit-form/deposit-form.screen.tsx';
import type { FormKind } from '../../flows/deposit/deposit-form/form-kind.ts';
import { useChosenMethod } from '../../flows/deposit/use-chosen-method.ts';
import { PurchaseChoice } from './purchase/purchase-choice.tsx';
import { usePurchase } from './purchase/use-purchase.ts';

const kind: FormKind = {
  formType: 'onramp',
  Intro: PurchaseChoice,
  submit: 'onramp.submit',
  note: 'onramp.note',
};

/** The country, the currency and the amount of a purchase of crypto (§2 "On-ramp base"). */
export function OnrampScreen() {
  const chosen = useChosenMethod();
  // The frame shows everything else: loading, failures, a method that is gone.
  if (chosen.kind !== 'ready') return <DepositFormScreen kind={kind} />;
  return <PurchaseForm method={chosen.method} country={chosen.country} />;
}

function PurchaseForm(offered: Parameters<typeof usePurchase>[0]) {
  const { purchase } = usePurchase(offered);
  return <DepositFormScreen kind={kind} purchase={purchase} />;
}
