import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';
import { useText } from '../i18n/text.ts';
import '../ui/first-paint.css';
import { showStartFailure } from './start-failure.ts';

/** The message of the page itself, which is no part of the app. */
function StartFailure() {
  const text = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const words = {
      title: text('start.title'),
      text: text('start.notLoaded'),
      retry: text('start.retry'),
    };
    showStartFailure(place.current, words, () => {});
  }, [text]);
  return <div ref={place} />;
}

const meta: Meta<typeof StartFailure> = { title: 'App/Start failure', component: StartFailure };
export default meta;

export const ScriptMissing: StoryObj<typeof StartFailure> = {};
