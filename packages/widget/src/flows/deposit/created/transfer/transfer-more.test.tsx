import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartStage } from '../../../../testing/part-stage.tsx';
import { TransferMore } from './transfer-more.tsx';

type Props = Parameters<typeof TransferMore>[0];

const none: Props = { guide: null, tools: false, reference: false, support: undefined };
const guide = <p>the guide</p>;
const tools = <p>the tools</p>;
const reference = <p>the reference</p>;
const support = <p>the support</p>;

function show(props: Partial<Props>): string | null | undefined {
  render(
    <PartStage>
      <TransferMore {...none} {...props} />
    </PartStage>,
  );
  return document.querySelector('summary')?.textContent;
}

test.each<[string, Partial<Props>]>([
  ['How to pay · Save picture · Reference', { guide, tools, reference, support }],
  ['Save picture', { tools, support }],
  ['How to pay', { guide, support }],
])('“%s” names what is folded, and nothing else', (words, props) => {
  expect(show(props)).toBe(words);
});

test('a line for support alone is not folded, and nothing is no fold', () => {
  expect(show({})).toBeUndefined();
  cleanup();
  expect(show({ reference, support })).toBeUndefined();
  expect(screen.getByText('the reference')).toBeTruthy();
  expect(screen.getByText('the support')).toBeTruthy();
});
