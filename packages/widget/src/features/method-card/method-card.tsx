import type { PaymentMethod } from '@kassa/contract';
import { resolveName, type Text, useText } from '../../i18n/text.ts';
import { useSession } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import { SummaryCard } from '../../ui/summary-card.tsx';

/** The chosen method above its form. */
export function MethodCard({ method }: { method: PaymentMethod }) {
  const text = useText();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  return (
    <SummaryCard
      picture={<Icon id={method.iconIds[0]} name={method.text.en ?? name} size="large" />}
      title={name}
      note={describeTime(method.usualMinutes, text)}
    />
  );
}

function describeTime(usualMinutes: number | undefined, text: Text): string | undefined {
  if (usualMinutes === undefined) return undefined;
  if (usualMinutes === 0) return text('method.arrives.instant');
  return text('method.arrives.minutes', { minutes: usualMinutes });
}
