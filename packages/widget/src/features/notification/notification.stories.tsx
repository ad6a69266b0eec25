import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect } from 'react';
import { useSession } from '../../session/session.ts';
import { PartStage } from '../../testing/part-stage.tsx';
import { type NotificationContent, notify } from './notification-store.ts';
import { Notifications } from './notifications.tsx';

interface ToldProps {
  contents: NotificationContent[];
}

function Teller({ contents }: ToldProps) {
  const session = useSession();
  useEffect(() => {
    for (const content of contents) notify(session, content);
  }, [session, contents]);
  return null;
}

function Told({ contents }: ToldProps) {
  return (
    <PartStage>
      <p>Kassa</p>
      <Teller contents={contents} />
      <Notifications />
    </PartStage>
  );
}

const meta: Meta<typeof Told> = { title: 'Features/Notification', component: Told };
export default meta;
type Story = StoryObj<typeof Told>;

export const One: Story = {
  args: { contents: [{ title: 'The deposit was dropped.' }] },
};

/** In the order of their coming. */
export const Several: Story = {
  args: {
    contents: [
      { title: 'The deposit was dropped.' },
      { title: 'A payment arrived', text: '€50.00 is on your balance.' },
      { title: 'The limits have changed' },
    ],
  },
};

export const LongText: Story = {
  args: {
    contents: [
      {
        title: 'The other player’s bank has changed its account, and here is a title of two lines',
        text: 'Please pay to the new account from now on. What you have sent to the old one arrives all the same, within one business day.',
      },
    ],
  },
};

export const Arabic: Story = {
  args: {
    contents: [{ title: 'أُلغي الإيداع', text: 'لن يُخصم أي مبلغ من حسابك.' }],
  },
  globals: { locale: 'ar' },
};
