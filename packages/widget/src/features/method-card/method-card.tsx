import { formatPercent, type PaymentMethod } from '@kassa/contract';
import { resolveName, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';
import { describeArrival } from '../arrival/describe-arrival.ts';

/** The chosen method, above its form, and how soon and how surely its payments arrive. */
export function MethodCard({ method }: { method: PaymentMethod }) {
  const text = useText();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  const { usualMinutes, arrivesPercent } = method;
  const style = arrivesPercent === undefined ? 'method.arrives' : 'method.arrivesFor';
  const arrival = describeArrival(usualMinutes, style);
  const share = { percent: formatPercent(arrivesPercent ?? 0, locale.format) };
  return (
    <SummaryCard
      picture={<Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />}
      title={name}
      note={arrival === null ? undefined : text(arrival.key, { ...arrival.params, ...share })}
    />
  );
}
