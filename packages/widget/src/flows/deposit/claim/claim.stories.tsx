import type { Claim, DepositSummary } from '@kassa/contract';
import { buildClaim, buildDepositSummary, type FakeAnswers } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { sampleOffer } from '../../../testing/sample-offer.ts';
import { Stage } from '../../../testing/stage.tsx';
import { networkError } from '../../../transport/transport-error.ts';

const meta: Meta<typeof Stage> = {
  title: 'Deposit/Claim',
  component: Stage,
};
export default meta;
type Story = StoryObj<typeof Stage>;

const claimable: Partial<DepositSummary> = {
  status: 'CANCELED',
  canContinue: false,
  canClaim: true,
};

const show = (deposit: Partial<DepositSummary> = {}, answers: FakeAnswers = {}): Story['args'] => ({
  path: '/deposit/claim?depositId=deposit-1',
  answers: {
    'methods-payment-v3': sampleOffer,
    'deposit-get': { deposit: buildDepositSummary({ ...claimable, ...deposit }), created: null },
    'deposit-claim': buildClaim(),
    ...answers,
  },
});

const showClaim = (claim: Partial<Claim>, deposit: Partial<DepositSummary> = {}): Story => ({
  args: show({ claim: buildClaim(claim), ...deposit }),
});

type Play = NonNullable<Story['play']>;
type PlayContext = Parameters<Play>[0];

/** Draws a receipt as a bank's app shows it. */
async function drawReceipt(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = 600;
  canvas.height = 800;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gives no canvas.');
  context.fillStyle = '#eef2f7';
  context.fillRect(0, 0, 600, 800);
  context.fillStyle = '#1c2a3a';
  context.font = '600 44px sans-serif';
  const lines = ['Transfer sent', '€50.00', 'Northline Ltd', '24 Nov 2026, 12:04', 'No. 4128 9930'];
  lines.forEach((line, index) => {
    context.fillText(line, 60, 140 + index * 110);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return new File([blob ?? ''], 'receipt.png', { type: 'image/png' });
}

async function choose({ canvas, canvasElement, userEvent }: PlayContext, file: File) {
  await canvas.findAllByRole('textbox');
  const input = canvasElement.querySelector<HTMLInputElement>('input[type="file"]');
  if (input !== null) await userEvent.upload(input, file);
}

const choosePicture: Play = async (context) => {
  await choose(context, await drawReceipt());
  await context.canvas.findAllByText('receipt.png');
};

const send: Play = async (context) => {
  await choosePicture(context);
  const button = context.canvasElement.querySelector('footer button');
  if (button !== null) await context.userEvent.click(button);
};

const pdf = (name: string, bytes: number) =>
  new File(['%PDF-1.7', new Uint8Array(bytes)], name, { type: 'application/pdf' });

export const Empty: Story = { args: show() };

export const Loading: Story = { args: show({}, { 'deposit-get': 'never' }) };

export const LoadFailed: Story = { args: show({}, { 'deposit-get': networkError('lost') }) };

export const ChosenPicture: Story = { args: show(), play: choosePicture };

export const ChosenDocument: Story = {
  args: show(),
  play: (context) => choose(context, pdf('transfer-2026-11-24.pdf', 340_000)),
};

export const LongFileName: Story = {
  args: show(),
  play: (context) => choose(context, pdf(`${'confirmation-of-payment-'.repeat(6)}.pdf`, 2_400_000)),
};

export const Missing: Story = {
  args: show(),
  play: async ({ canvas, canvasElement, userEvent }) => {
    await canvas.findAllByRole('textbox');
    const button = canvasElement.querySelector('footer button');
    if (button !== null) await userEvent.click(button);
  },
};

export const TooLarge: Story = {
  args: show(),
  play: (context) => choose(context, pdf('scan.pdf', 6 * 1024 * 1024)),
};

export const Unreadable: Story = {
  args: show(),
  play: (context) => choose(context, new File(['a text'], 'notes.png', { type: 'image/png' })),
};

export const Uploading: Story = { args: show({}, { 'deposit-claim': 'never' }), play: send };

export const Failed: Story = {
  args: show({}, { 'deposit-claim': networkError('lost') }),
  play: send,
};

/** Also what the player sees once a proof was sent. */
export const Open = showClaim({});

export const Overdue = showClaim({ dueAt: new Date(Date.now() - 3_600_000).toISOString() });

const blurred = 'The recipient’s name can’t be read. Please send the page with all details.';

/** The form shows at once. */
export const MoreNeeded = showClaim({ status: 'moreNeeded', message: blurred, proofs: 2 });

export const Full = showClaim({ proofs: 5 }, { canClaim: false });

export const Refused = showClaim(
  { status: 'refused', message: 'Our bank has no payment of this sum on these days.' },
  { canClaim: false },
);

export const Credited = showClaim(
  { status: 'credited' },
  { canClaim: false, status: 'PAYED', processingAmount: '50.00' },
);

export const LongText = showClaim(
  { status: 'refused', message: `${blurred} `.repeat(6), proofs: 5 },
  { canClaim: false, paymentMethod: 'an_old_method_with_a_very_long_name_of_its_own' },
);

/** The payment may still arrive: there is nothing to claim yet. */
export const Early: Story = { args: show({ status: 'PENDING', canClaim: false }) };

/** The deposit takes no claim any more. */
export const Over: Story = { args: show({ canClaim: false }) };

const onComplete = (deposit: Partial<DepositSummary>, query = ''): Story => {
  const known = buildDepositSummary({ ...claimable, ...deposit });
  return {
    args: {
      ...show(deposit, { 'deposit-status': known }),
      path: `/deposit/complete?depositId=deposit-1&method=card${query}`,
    },
  };
};

/** The quiet way to a claim on the complete page. */
export const WayOnComplete = onComplete({ status: 'PENDING' }, '&status=accepted');

export const OpenOnComplete = onComplete({ claim: buildClaim() });

export const MoreNeededOnComplete = onComplete({
  claim: buildClaim({ status: 'moreNeeded', message: blurred }),
});

/** All states in the player's history. */
export const InHistory: Story = {
  args: {
    path: '/deposit/history',
    answers: {
      'methods-payment-v3': sampleOffer,
      'deposit-list': {
        deposits: [
          buildDepositSummary({ ...claimable, depositId: 'd1', status: 'AUTO_CANCELED' }),
          ...(['open', 'moreNeeded', 'refused', 'credited'] as const).map((status) =>
            buildDepositSummary({
              ...claimable,
              depositId: status,
              status: status === 'credited' ? 'PAYED' : 'CANCELED',
              claim: buildClaim({ status }),
            }),
          ),
        ],
      },
    },
  },
};
