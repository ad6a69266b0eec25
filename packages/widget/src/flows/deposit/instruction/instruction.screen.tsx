import type { PaymentMethod } from '@kassa/contract';
import { resolveName, useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useSession } from '../../../session/session.ts';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { resolveDefaultEntry } from '../next-page.ts';
import { useChosenMethod } from '../use-chosen-method.ts';
import { SlideGuide } from './slide-guide.tsx';

/** The guide to a method, as a slide show (§2 "Instruction pages"). */
export function InstructionScreen() {
  const chosen = useChosenMethod();
  if (chosen.kind === 'ready') {
    const { method } = chosen;
    const { name, instruction } = method;
    if (instruction === undefined) {
      return <Navigate to={resolveDefaultEntry()} search={{ method: name }} />;
    }
    return <Instruction key={name} method={method} slides={instruction.slides} />;
  }
  if (chosen.kind === 'missing') return <Navigate to="Deposit list" />;
  return (
    <Screen layout="form" isSkeleton>
      <Skeleton shape="tile" />
      <Skeleton shape="line" />
    </Screen>
  );
}

type Slides = NonNullable<PaymentMethod['instruction']>['slides'];

function Instruction({ method, slides }: { method: PaymentMethod; slides: Slides }) {
  const text = useText();
  const { locale } = useSession();
  const name = resolveName(method.text, locale.tag);
  return (
    <SlideGuide
      label={text('slides.label', { method: name })}
      slides={slides.map((slide) => ({ ...slide, text: resolveName(slide.text, locale.tag) }))}
    />
  );
}
