import type { PaymentMethod } from '@kassa/contract';
import { useState } from 'react';
import { SlideShow } from '../../../features/slides/slide-show.tsx';
import { resolveName, useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useRouter } from '../../../routing/use-router.ts';
import { useSession } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { resolveDefaultEntry } from '../next-page.ts';
import { useChosenMethod } from '../use-chosen-method.ts';
import styles from './instruction.module.css';

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
  const router = useRouter();
  const { locale } = useSession();
  const [index, setIndex] = useState(0);
  const isLast = index >= slides.length - 1;
  const name = resolveName(method.text, locale.tag);
  return (
    <Screen
      layout="form"
      footer={
        <div className={styles.steps} data-single={slides.length === 1 || undefined}>
          {slides.length > 1 && (
            <Button
              look="ghost"
              aria-disabled={index === 0 || undefined}
              onClick={() => setIndex(Math.max(0, index - 1))}
            >
              {text('slides.previous')}
            </Button>
          )}
          {isLast ? (
            // Back to the form with its draft; ignores the second click of a double click on
            // "next".
            <Button onClick={({ detail }) => detail < 2 && router.back()}>
              {text('slides.done')}
            </Button>
          ) : (
            <Button onClick={() => setIndex(index + 1)}>{text('slides.next')}</Button>
          )}
        </div>
      }
    >
      <SlideShow
        label={text('slides.label', { method: name })}
        slides={slides.map((slide) => ({ ...slide, text: resolveName(slide.text, locale.tag) }))}
        index={index}
        onIndex={setIndex}
      />
    </Screen>
  );
}
