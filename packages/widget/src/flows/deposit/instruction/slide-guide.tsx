import { type ReactNode, useState } from 'react';
import { type Slide, SlideShow } from '../../../features/slides/slide-show.tsx';
import { useText } from '../../../i18n/text.ts';
import { useRouter } from '../../../routing/use-router.ts';
import { Button } from '../../../ui/button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import styles from './slide-guide.module.css';

interface SlideGuideProps {
  /** The name of the slide show. */
  label: string;
  slides: readonly Slide[];
  /** Shown above the slides. */
  children?: ReactNode;
}

/** A slide show as a screen, whose last button leads back. */
export function SlideGuide({ label, slides, children }: SlideGuideProps) {
  const text = useText();
  const router = useRouter();
  const [index, setIndex] = useState(0);
  const isLast = index >= slides.length - 1;
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
      {children}
      <SlideShow label={label} slides={slides} index={index} onIndex={setIndex} />
    </Screen>
  );
}
