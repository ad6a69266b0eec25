import { fireEvent, render } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Icon, IconFailureContext } from './icon.tsx';

test('a logo that can’t be had is told of, and the name’s letters stand in', () => {
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
