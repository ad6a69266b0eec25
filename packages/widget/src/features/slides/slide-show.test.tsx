import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf } from '../../testing/stage.tsx';
import { SlideShow } from './slide-show.tsx';

/** The width of the track and of each slide, in px. */
const width = 300;

/** Longer than a track must rest before its slide is chosen. */
const longMs = 500;

/** Lays out a track that scrolls smoothly only as far as a test says. */
function layOutTrack(): void {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = (this as HTMLElement).dataset.id;
    const left = place === undefined ? 0 : Number(place) * width - theTrack().scrollLeft;
    return { left, width } as DOMRect;
  });
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation((options: unknown) => {
    const { behavior, left = 0 } = options as ScrollToOptions;
    if (behavior === 'auto') scrollTo(left);
  });
}

const theTrack = () => screen.getByRole('list', { name: 'Guide' });
const dot = (place: number) => screen.getByRole('button', { name: `Slide ${place} of 3` });
const current = () => document.querySelector('[aria-current=step]');

function scrollTo(left: number): void {
  theTrack().scrollLeft = left;
  fireEvent.scroll(theTrack());
}

const rest = () => act(() => vi.advanceTimersByTimeAsync(longMs));

function Guide() {
  const [index, setIndex] = useState(0);
  const slides = ['One', 'Two', 'Three'].map((text) => ({ text }));
  return <SlideShow label="Guide" slides={slides} index={index} onIndex={setIndex} />;
}

beforeEach(() => {
  vi.useFakeTimers();
  layOutTrack();
  const locale = resolvePlayerLocale('en');
  render(
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={console.error}>
      <Guide />
    </TextProvider>,
  );
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a pause of a busy phone on the way to a slide doesn’t stop it', async () => {
  fireEvent.click(dot(3));
  scrollTo(width);
  await rest();
  expect(current()).toBe(dot(3));
  expect(theTrack().scrollLeft).toBe(2 * width);
});

test('a press on the way to another slide wins', async () => {
  fireEvent.click(dot(2));
  scrollTo(0.9 * width);
  fireEvent.click(dot(1));
  await rest();
  expect(current()).toBe(dot(1));
  expect(theTrack().scrollLeft).toBe(0);
});

test('a swipe chooses the slide at which it rests, also on the way to another', async () => {
  fireEvent.click(dot(3));
  scrollTo(0.2 * width);
  fireEvent.pointerDown(theTrack());
  scrollTo(1.1 * width);
  await rest();
  expect(current()).toBe(dot(2));
});
