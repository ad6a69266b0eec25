import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Glyph, type GlyphName } from './glyph.tsx';
import { Notice } from './notice.tsx';

const drawn = (element: React.ReactElement) =>
  render(element).container.querySelector('path')?.getAttribute('d');

test.each<['info' | 'warn', GlyphName]>([
  ['info', 'info'],
  ['warn', 'warning'],
])('a notice of the tone %s has the icon %s', (tone, name) => {
  expect(drawn(<Notice tone={tone}>Pay here</Notice>)).toBe(drawn(<Glyph name={name} />));
});
