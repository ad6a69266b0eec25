import { buildOffer } from '@kassa/test-kit';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resizeFrame } from '../testing/resize-frame.ts';
import { setStage } from '../testing/stage.tsx';

/** The height of the screen's content, in px; the footer has none here. */
let contentPx: number;
let headerPx: number;
/** The height in px of a list beside another screen. */
const listPx = 1000;
/** The height in px while a form's fields load. */
const skeletonPx = 300;
let layOutAnew: () => void;
/** Reports that an element has another size. */
let resize: (element: Element | null) => void;

beforeEach(() => {
  contentPx = 600;
  headerPx = 0;
  const observers = new Map<() => void, Set<Element>>();
  layOutAnew = () => {
    for (const notify of observers.keys()) notify();
  };
  resize = (element) => {
    for (const [notify, observed] of observers) {
      if (element !== null && observed.has(element)) notify();
    }
  };
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly notify: () => void;
      constructor(notify: () => void) {
        this.notify = notify;
      }
      observe(element: Element) {
        observers.set(this.notify, new Set(observers.get(this.notify)).add(element));
        this.notify();
      }
      unobserve() {}
      disconnect() {
        observers.delete(this.notify);
      }
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
    this: HTMLElement,
  ) {
    if (this.localName === 'header') return headerPx;
    if (this.parentElement?.hasAttribute('aria-busy') !== true) return 0;
    if (this.closest('[role=navigation]') !== null) return listPx;
    return this.querySelector('form[aria-busy]') === null ? contentPx : skeletonPx;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function heights({ bridge }: ReturnType<typeof setStage>): number[] {
  return bridge.sent.flatMap((message) =>
    message.messageType === 'resize' ? [message.payload.height] : [],
  );
}

test('a host that doesn’t ask for heights gets none', async () => {
  const stage = setStage();
  render(stage.element);
  await screen.findByRole('link', { name: /Bank card/ });
  await act(() => vi.dynamicImportSettled());
  expect(heights(stage)).toEqual([]);
});

test('a screen’s height is reported once its data is there, and then only a greater one', async () => {
  const offer = Promise.withResolvers<ReturnType<typeof buildOffer>>();
  const stage = setStage({
    hostData: { autoHeight: true },
    answers: { 'methods-payment-v3': () => offer.promise },
  });
  render(stage.element);
  await act(() => vi.dynamicImportSettled());
  await waitFor(() => expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true'));
  expect(heights(stage)).toEqual([]);
  offer.resolve(buildOffer());
  await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(heights(stage)).toEqual([600]));
  for (const px of [500, 700, 600]) {
    contentPx = px;
    layOutAnew();
  }
  expect(heights(stage)).toEqual([600, 700]);
});

test('another screen may be lower', async () => {
  const stage = setStage({ hostData: { autoHeight: true } });
  render(stage.element);
  await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(heights(stage)).toEqual([600]));
  contentPx = 300;
  act(() => stage.router.navigate({ to: 'Change deposit region' }));
  await screen.findByRole('heading', { level: 1, name: 'Region' });
  await waitFor(() => expect(heights(stage)).toEqual([600, 300]));
});

test('a form’s height is reported once its fields are there', async () => {
  const stage = setStage({ hostData: { autoHeight: true } });
  render(stage.element);
  const tile = await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(heights(stage)).toEqual([600]));
  contentPx = 700;
  fireEvent.click(tile);
  await screen.findByRole('textbox', { name: 'Amount' });
  await waitFor(() => expect(heights(stage)).toEqual([600, 700]));
});

test('of two panes the higher one counts', async () => {
  resizeFrame();
  const stage = setStage({ hostData: { autoHeight: true }, path: '/deposit/redirect?method=card' });
  render(stage.element);
  await screen.findByRole('textbox', { name: 'Amount' });
  await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(heights(stage).at(-1)).toBe(1000));
  contentPx = 1100;
  layOutAnew();
  // With the head of its pane.
  expect(heights(stage).at(-1)).toBe(1156);
});

test('a banner that appears in the header is part of the height', async () => {
  const stage = setStage({ hostData: { autoHeight: true } });
  render(stage.element);
  await screen.findByRole('link', { name: /Bank card/ });
  await waitFor(() => expect(heights(stage)).toEqual([600]));
  headerPx = 36;
  resize(document.querySelector('header'));
  expect(heights(stage)).toEqual([600, 636]);
});
