import type { Meta, StoryObj } from '@storybook/react-vite';
import { useText } from '../../i18n/text.ts';
import { PartStage } from '../../testing/part-stage.tsx';
import { networkError, TransportError } from '../../transport/transport-error.ts';
import { CardError } from '../card-envelope/card-error.ts';
import { toFailure } from './failure.ts';
import { FailurePanel } from './failure-panel.tsx';
import { FailureSnackbar } from './failure-snackbar.tsx';

interface FailureStoryProps {
  error: unknown;
  isOutcomeUnknown?: boolean;
  isPanel?: boolean;
}

function FailureStory({ error, isOutcomeUnknown = false, isPanel = false }: FailureStoryProps) {
  return (
    <PartStage supportUrl="https://casino.example/help">
      {isPanel ? (
        <CardPanel error={error} />
      ) : (
        <FailureSnackbar failure={{ ...toFailure(error), isOutcomeUnknown }} onClose={() => {}} />
      )}
    </PartStage>
  );
}

function CardPanel({ error }: { error: unknown }) {
  const text = useText();
  return <FailurePanel title={text('deposit.card.title')} error={error} />;
}

const meta: Meta<typeof FailureStory> = {
  title: 'Features/Failure',
  component: FailureStory,
};
export default meta;
type Story = StoryObj<typeof FailureStory>;

const unreadable = new CardError(new Error('OperationError'), 'KS-7Q2M-41XK');

/**
 * Payment details that can't be decrypted (§7): the player can't pay, and support needs the
 * reference.
 */
export const Card: Story = { args: { error: unreadable } };

export const CardOnPanel: Story = { args: { error: unreadable, isPanel: true } };

export const InDoubt: Story = { args: { error: networkError('lost'), isOutcomeUnknown: true } };

export const OfDeposit: Story = {
  args: {
    error: new TransportError({
      kind: 'refused',
      code: 'provider.declined',
      message: '',
      status: 422,
      reference: 'KS-7Q2M-41XK',
    }),
  },
};
