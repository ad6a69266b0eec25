import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Screen } from '../../ui/screen.tsx';
import type { CaptchaErrorKind } from './captcha-error.ts';
import { CaptchaStatus } from './captcha-status.tsx';
import type { CaptchaView } from './captcha-view.ts';

const meta: Meta = { title: 'Features/Captcha' };
export default meta;
type Story = StoryObj;

/** A captcha above the form's button. */
function FormEnd({ view, hasBox = false }: { view: CaptchaView; hasBox?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasBox) return;
    // As large as reCAPTCHA's box.
    const box = document.createElement('div');
    box.style.cssText = 'inline-size:304px;block-size:78px;border:1px solid;border-radius:3px';
    place.current?.replaceChildren(box);
  }, [hasBox]);
  return (
    <Screen>
      <h1>Kassa</h1>
      <CaptchaStatus view={view} place={place} onRetry={() => {}} />
      <Button isBusy={view.kind === 'checking' || view.kind === 'asking'}>Deposit €50.00</Button>
    </Screen>
  );
}

const show = (view: CaptchaView, hasBox?: boolean): Story => ({
  render: () => <FormEnd view={view} hasBox={hasBox} />,
});

const failed = (why: CaptchaErrorKind) => show({ kind: 'failed', why });

export const NotAskedFor = show({ kind: 'idle' });
export const Checking = show({ kind: 'checking' });
export const BoxToTick = show({ kind: 'asking', cancel: () => {} }, true);
export const Solved = show({ kind: 'solved' });
export const ClosedByThePlayer = failed('closed');
export const Expired = failed('expired');
export const ScriptNotLoaded = failed('scriptFailed');
export const NoNetwork = failed('network');
export const Failed = failed('unknown');
