import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { PartStage } from '../../testing/part-stage.tsx';
import { type NotificationContent, notify } from './notification-store.ts';
import { Notifications } from './notifications.tsx';

function Told({ contents }: { contents: NotificationContent[] }) {
  useEffect(() => {
    for (const content of contents) notify(content);
  }, [contents]);
  return (
    <PartStage>
      <p>Kassa</p>
      <Notifications />
    </PartStage>
  );
}

const meta: Meta<typeof Told> = { title: 'Features/Notification', component: Told };
export default meta;
type Story = StoryObj<typeof Told>;

export const One: Story = {
  args: { contents: [{ title: 'The deposit was dropped.', locale: 'en' }] },
};

/** In the order of their coming. */
export const Several: Story = {
  args: {
    contents: [
      { title: 'The deposit was dropped.', locale: 'en' },
      { title: 'A payment arrived', text: '€50.00 is on your balance.', locale: 'en' },
      { title: 'Pago recibido', text: 'El saldo ya está disponible.' },
    ],
  },
};

export const LongText: Story = {
  args: {
    contents: [
      {
        title: 'The other player’s bank has changed its account, and here is a title of two lines',
        text: 'Please pay to the new account from now on. What you have sent to the old one arrives all the same, within one business day.',
        locale: 'en',
      },
    ],
  },
};

export const Arabic: Story = {
  args: {
    contents: [{ title: 'أُلغي الإيداع', text: 'لن يُخصم أي مبلغ من حسابك.', locale: 'ar' }],
  },
  globals: { locale: 'ar' },
};
