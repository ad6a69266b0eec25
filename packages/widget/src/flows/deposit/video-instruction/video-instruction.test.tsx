import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

const films = {
  redesign: 'https://www.youtube.com/watch?v=forEveryone',
  ar: 'https://youtu.be/forArabic1',
  en_de: 'https://vimeo.com/76979871',
};
const offering = (video_guide_url: Record<string, string> | undefined) => ({
  'methods-payment-v3': buildOffer([
    buildPaymentMethod({ ...(video_guide_url && { video_guide_url }) }),
  ]),
});

function setUp(options: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: '/deposit/video-instruction?method=card',
    answers: offering(films),
    ...options,
  });
  const { container } = render(stage.element);
  const frame = () => container.querySelector('iframe');
  /** Returns the addresses of other origins in the page. */
  const foreign = () =>
    [...container.querySelectorAll('[src], link')]
      .map((element) => element.getAttribute('src') ?? '')
      .filter((address) => /^(https?:)?\/\//.test(address));
  return { ...stage, user, frame, foreign };
}

const play = () => screen.findByRole('button', { name: /^Play the video guide/ });

test('requests nothing from other origins until the player presses play', async () => {
  const { user, frame, foreign } = setUp();
  const button = await play();
  expect(screen.getByText(/Pressing play loads a video from Vimeo/)).toBeTruthy();
  expect(foreign()).toEqual([]);
  await user.click(button);
  expect(frame()?.getAttribute('src')).toMatch(/^https:\/\/player\.vimeo\.com\/video\/76979871\?/);
});

test('the video’s frame has a name, sends only the origin, and can’t navigate the page', async () => {
  const { user, frame } = setUp();
  await user.click(await play());
  expect(frame()?.title).toBe('Video guide for Bank card');
  expect(frame()?.getAttribute('referrerpolicy')).toBe('strict-origin');
  expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation|forms|modals|downloads/);
  expect(document.activeElement).toBe(frame());
});

test('is the video in the player’s language, or the one for all languages', async () => {
  const { user, frame } = setUp({ hostData: {}, answers: offering({ redesign: films.redesign }) });
  await user.click(await play());
  expect(frame()?.getAttribute('src')).toMatch(
    /^https:\/\/www\.youtube-nocookie\.com\/embed\/forEveryone\?.*hl=en/,
  );
});

test('can be opened on its own page, without data of the widget', async () => {
  setUp();
  const link = await screen.findByRole('link', { name: 'Open it on Vimeo' });
  expect(link.getAttribute('href')).toBe('https://vimeo.com/76979871');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

test.each([
  ['an address of an unknown host', { redesign: 'https://films.example/a.mp4' }],
  ['an unsafe address', { redesign: 'javascript:alert(1)' }],
  ['no film', undefined],
])('%s shows as a video that can’t be played', async (_, given) => {
  const { user, frame } = setUp({ answers: offering(given) });
  expect(await screen.findByText('This video can’t be shown')).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
  expect(frame()).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back to the deposit' }));
  await screen.findByLabelText('Amount');
});
