import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { setPartStage } from '../../testing/part-stage.tsx';
import { Reference } from './reference.tsx';

const supportUrl = 'https://casino.example/help';
const support = () => screen.queryByRole('link', { name: 'Contact support' });

test('support stands from the start, and a room before it is for the late button', async () => {
  const { element } = setPartStage(<Reference reference="KS-7Q2M-41XK" />, { supportUrl });
  const drawn = renderToString(element);
  expect(drawn).toContain('Contact support');
  expect(drawn).not.toContain('Copy the reference');
  render(element);
  const copy = await screen.findByRole('button', { name: 'Copy the reference' });
  expect(support()?.previousElementSibling?.contains(copy)).toBe(true);
});

test('a reference that isn’t for support leads nowhere', () => {
  const reference = <Reference reference="KS-7Q2M-41XK" isForSupport={false} />;
  render(setPartStage(reference, { supportUrl }).element);
  expect(support()).toBeNull();
});
