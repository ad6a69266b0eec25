import { buildPaymentMethod } from '@kassa/test-kit';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartStage } from '../../../../testing/part-stage.tsx';
import { TransferSteps } from './transfer-steps.tsx';
import { wordsOfDetails } from './transfer-words.ts';

type Props = Parameters<typeof TransferSteps>[0];

const untouched: Props = {
  words: wordsOfDetails,
  method: buildPaymentMethod({ usualMinutes: 5 }),
  taken: null,
  isClaimed: false,
  isSeen: false,
};

/** Returns the words of each step that are shown, `done` or `now` before them. */
async function read(props: Partial<Props>): Promise<string[]> {
  render(
    <PartStage>
      <TransferSteps {...untouched} {...props} />
    </PartStage>,
  );
  const list = await screen.findByRole('list', { name: 'How to pay' });
  return within(list)
    .getAllByRole('listitem')
    .map((step) => {
      const word = step.querySelector('.word:not([data-hidden])')?.textContent;
      const isNow = step.getAttribute('aria-current') === 'step';
      const state = within(step).queryByText('Done') === null ? '' : 'done: ';
      return `${isNow ? 'now: ' : state}${word}`;
    });
}

test.each<[string, Partial<Props>, string[]]>([
  [
    'nothing happened',
    {},
    ['now: Copy the details', 'Pay in your bank’s app', 'We see it and credit it'],
  ],
  [
    'a detail was copied',
    { taken: 'copied' },
    ['done: Copied', 'now: Pay in your bank’s app', 'We see it and credit it'],
  ],
  [
    'the bank’s app was opened',
    { taken: 'opened' },
    ['done: Opened your bank', 'now: Pay in your bank’s app', 'We see it and credit it'],
  ],
  [
    'the player says that they have paid',
    { isClaimed: true },
    ['done: Ready to pay', 'done: Pay in your bank’s app', 'now: We see it and credit it'],
  ],
  [
    'the server knows of the money',
    { taken: 'copied', isSeen: true },
    ['done: Copied', 'done: Pay in your bank’s app', 'done: We see it and credit it'],
  ],
])('the steps tick themselves: %s', async (_, props, steps) => {
  expect(await read(props)).toEqual(steps);
});

test('the last step tells how soon the money usually arrives', async () => {
  await read({});
  expect(screen.getByText('Usually arrives in 5 minutes')).toBeTruthy();
});

test('a method that is named instant doesn’t say so again', async () => {
  await read({ method: buildPaymentMethod({ text: { en: 'Instant transfer' }, usualMinutes: 0 }) });
  expect(screen.queryByText(/arrives/)).toBeNull();
});
