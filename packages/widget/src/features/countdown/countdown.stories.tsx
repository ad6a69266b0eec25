import type { Meta, StoryObj } from '@storybook/react-vite';
import { PartStage } from '../../testing/part-stage.tsx';
import { Countdown } from './countdown.tsx';

function CountdownStory({ seconds }: { seconds: number }) {
  return (
    <PartStage>
      <p>
        <Countdown deadlineMs={Date.now() + seconds * 1000} />
      </p>
    </PartStage>
  );
}

const meta: Meta<typeof CountdownStory> = {
  title: 'Features/Countdown',
  component: CountdownStory,
};
export default meta;
type Story = StoryObj<typeof CountdownStory>;

export const Hours: Story = { args: { seconds: 8049 } };

export const Days: Story = { args: { seconds: 3 * 86_400 + 8049 } };

export const Seconds: Story = { args: { seconds: 20 } };

export const Over: Story = { args: { seconds: 0 } };
