import { chooseDemoAmount, validateLimits } from '@kassa/contract';
import { useEffect, useEffectEvent } from 'react';
import type { FormContext } from '../fields/shared/field.ts';
import type { FieldView } from './form-controls.ts';

/**
 * Lets the console's `kassaDebug.fillDemoAmount()` fill this form, while it is open, as a player
 * would (§5).
 */
export function useDemoAmount(views: readonly FieldView[], context: FormContext): void {
  const fill = useEffectEvent(() => {
    const view = views.find(({ definition }) => definition.type === 'amount');
    if (view === undefined || view.isDisabled) throw new Error('No amount can be changed now.');
    if (validateLimits(context.limits) !== null) throw new Error('The limits are not known.');
    const amount = chooseDemoAmount(context.limits, Math.random());
    view.onChange(view.field.format(amount, view.definition, context), 'typed');
  });
  useEffect(() => {
    const hooks = window.kassaDebug;
    if (hooks === undefined) return;
    const { fillDemoAmount } = hooks;
    hooks.fillDemoAmount = () => fill();
    return () => {
      hooks.fillDemoAmount = fillDemoAmount;
    };
  }, []);
}
