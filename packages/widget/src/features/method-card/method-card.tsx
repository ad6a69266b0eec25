import type { PaymentMethod } from '@kassa/contract';
import { resolveName, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { describeArrival } from '../arrival/describe-arrival.ts';

/** The chosen method, above its form: how soon its payments arrive, and how many of those begun were completed. */
export function MethodCard({ method }: { method: PaymentMethod }) {
  const text = useText();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  const { usualMinutes, arrivesPercent } = method;
  const arrival = describeArrival(usualMinutes, 'method.arrives', method);
  const notes = [
    arrival && text(arrival.key, arrival.params),
    arrivesPercent && text('method.completed', { count: arrivesPercent }),
  ].filter(Boolean);
  return (
    <SummaryCard
      picture={<Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />}
      title={name}
      note={notes.length > 0 ? notes.join(' · ') : undefined}
    />
  );
}
