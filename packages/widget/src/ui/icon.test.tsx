import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Icon, IconFailureContext } from './icon.tsx';

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
