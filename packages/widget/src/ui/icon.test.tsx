import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Icon, IconFailureContext, OwnIconsContext } from './icon.tsx';

test('a missing logo is reported, and the name’s letters replace it', () => {
  const onFailure = vi.fn();
  const { container } = render(
    <IconFailureContext value={onFailure}>
      <Icon id="gone" name="Mobile Money" />
    </IconFailureContext>,
  );
  const image = container.querySelector('img');
  if (image !== null) fireEvent.error(image);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('gone');
  expect(container.textContent).toBe('MM');
});

test.each([
  ['Mobile Money', 'MM'],
  ['DemirBank', 'DB'],
  ['bKash', 'bK'],
  ['O!Bank', 'OB'],
  ['Skrill', 'S'],
  ['«Мир» СБП', 'МС'],
  ['हिन्दी बैंक', 'हब'],
  ['işbank', 'i'],
  ['თიბისი ბანკი', 'თბ'],
])('without a logo %s has the initials %s', (name, initials) => {
  const { container } = render(<Icon id={undefined} name={name} />);
  expect(container.textContent).toBe(initials);
});

test('a brand’s own logo replaces the catalogue’s', () => {
  const { container } = render(
    <OwnIconsContext value={{ visa: 'visa.0123456789ab.png' }}>
      <Icon id="visa" name="Visa" />
      <Icon id="mir" name="Mir" />
    </OwnIconsContext>,
  );
  const sources = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(sources).toEqual(['icons/visa.0123456789ab.png', 'icons/mir.svg']);
});
