import { buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type StageOptions, setStage } from '../../../testing/stage.tsx';

const slides = [
  { text: { en: 'Open the app.', ar: 'افتح التطبيق.' }, picture: 'open-app' },
  { text: { en: 'Scan the code.', ar: 'امسح الرمز.' }, picture: 'scan-code' },
  { text: { en: 'Confirm.', ar: 'أكّد.' } },
];
const answers = {
  'methods-payment-v3': buildOffer([buildPaymentMethod({ instruction: { slides } })]),
};

async function setUp(options: StageOptions = {}) {
  const user = userEvent.setup();
  const stage = setStage({
    path: '/deposit/redirect/instruction?method=card',
    answers,
    ...options,
  });
  const { container } = render(stage.element);
  await screen.findByRole('group');
  const pictures = () =>
    [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  const press = (name: string) => user.click(screen.getByRole('button', { name }));
  return { ...stage, user, container, pictures, press };
}

const isShown = (words: string) => screen.getByText(words).closest('li')?.inert === false;

test('steps forward and back by its buttons, and announces the slide', async () => {
  const { press } = await setUp();
  expect(screen.getByRole('group', { name: 'How to pay with Bank card' })).toBeTruthy();
  expect(isShown('Open the app.')).toBe(true);
  await press('Next');
  expect(isShown('Scan the code.')).toBe(true);
  expect(isShown('Open the app.')).toBe(false);
  expect(screen.getAllByText('Slide 2 of 3')[0]?.getAttribute('role')).toBe('status');
  await press('Previous');
  expect(isShown('Open the app.')).toBe(true);
  await press('Previous');
  expect(isShown('Open the app.')).toBe(true);
});

test('its dots lead to each slide, and have its name', async () => {
  const { press } = await setUp();
  await press('Slide 3 of 3');
  expect(isShown('Confirm.')).toBe(true);
  expect(screen.getByRole('button', { current: 'step' }).getAttribute('aria-label')).toBe(
    'Slide 3 of 3',
  );
});

test('arrow keys step in the direction of the language', async () => {
  const { user } = await setUp({ locale: 'ar' });
  const show = screen.getByRole('group');
  show.style.direction = 'rtl';
  await user.click(show);
  fireEvent.keyDown(show, { key: 'ArrowLeft' });
  expect(isShown('امسح الرمز.')).toBe(true);
  fireEvent.keyDown(show, { key: 'ArrowRight' });
  fireEvent.keyDown(show, { key: 'ArrowRight' });
  expect(isShown('افتح التطبيق.')).toBe(true);
});

test('fetches the current picture and the next one, and keeps them', async () => {
  const three = slides.map((slide, index) => ({ ...slide, picture: `picture-${index}` }));
  const method = buildPaymentMethod({ instruction: { slides: three } });
  const { container, pictures, press } = await setUp({
    answers: { 'methods-payment-v3': buildOffer([method]) },
  });
  expect(pictures()).toEqual(['pictures/picture-0.svg', 'pictures/picture-1.svg']);
  // A browser may not load a lazy picture beside the track before it is visible.
  expect(container.querySelector('img[loading=lazy]')).toBeNull();
  await press('Next');
  expect(pictures()).toHaveLength(3);
  await press('Previous');
  expect(pictures()).toHaveLength(3);
});

test('a picture that fails to load leaves its place to the text', async () => {
  const { container, pictures } = await setUp();
  const [image] = container.querySelectorAll('img');
  if (image !== undefined) fireEvent.error(image);
  expect(pictures()).toEqual(['pictures/scan-code.svg']);
  expect(isShown('Open the app.')).toBe(true);
});

test('the last slide leads to the form, with its draft', async () => {
  const user = userEvent.setup();
  const stage = setStage({ path: '/deposit/redirect?method=card', answers });
  render(stage.element);
  await user.type(await screen.findByLabelText('Amount'), '50');
  await user.click(screen.getByRole('link', { name: 'Step by step' }));
  await user.click(await screen.findByRole('button', { name: 'Slide 3 of 3' }));
  await user.click(screen.getByRole('button', { name: 'Got it' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('50');
  expect(stage.router.getPlace()?.search).toEqual({ method: 'card' });
});

test('a double click ends at the last slide', async () => {
  const { user, router, press } = await setUp();
  await press('Next');
  await user.dblClick(screen.getByRole('button', { name: 'Next' }));
  expect(isShown('Confirm.')).toBe(true);
  expect(router.getPlace()?.route.name).toBe('Redirect deposit instruction');
});

test('goes back to the form that led to it', async () => {
  const { user, router } = await setUp({
    path: '/deposit/redirect/instruction?method=card&group=cards&to=Group%20deposit',
  });
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await screen.findByLabelText('Amount');
  expect(router.getPlace()).toMatchObject({
    route: { name: 'Group deposit' },
    search: { method: 'card', group: 'cards' },
  });
});

test('a method without an instruction shows its form', async () => {
  const stage = setStage({ path: '/deposit/redirect/instruction?method=card' });
  render(stage.element);
  await screen.findByLabelText('Amount');
  expect(stage.router.getPlace()?.route.name).toBe('Redirect deposit');
});
