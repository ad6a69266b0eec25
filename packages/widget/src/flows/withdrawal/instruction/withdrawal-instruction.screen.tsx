import { resolveName, useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSearch } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { useSessionStore } from '../../../session/session-store.ts';
import { SlideGuide } from '../../deposit/instruction/slide-guide.tsx';
import { useWithdrawal } from '../withdrawal.query.ts';

/** The guide to a withdrawal method, as a slide show (§2 "Instruction pages"). */
export function WithdrawalInstructionScreen() {
  const text = useText();
  const { locale } = useSession();
  const search = useSearch();
  const chosen = useSessionStore((store) => store.chosenMethods.withdrawal);
  const { catalogue } = useWithdrawal();
  const method = catalogue?.methods.find(({ name }) => name === (search.method ?? chosen));
  if (method?.instruction === undefined) {
    return <Navigate to="Withdrawal redirect" search={search} />;
  }
  return (
    <SlideGuide
      key={method.name}
      label={text('withdrawal.guide', { method: resolveName(method.text, locale.tag) })}
      slides={method.instruction.slides.map((slide) => ({
        ...slide,
        text: resolveName(slide.text, locale.tag),
      }))}
    />
  );
}
