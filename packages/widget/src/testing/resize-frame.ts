import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';

type HappyDom = { happyDOM: { setViewport(viewport: { width: number }): void } };

/** Makes the frame as wide as two panes need, or `width` px, until the test ends. */
export function resizeFrame(width = 1280): void {
  const { innerWidth } = window;
  resize(width);
  onTestFinished(() => resize(innerWidth));
}

function resize(width: number): void {
  act(() => {
    // Happy DOM takes a query for one that didn't hold before its first event.
    window.dispatchEvent(new Event('resize'));
    (window as unknown as HappyDom).happyDOM.setViewport({ width });
  });
}
