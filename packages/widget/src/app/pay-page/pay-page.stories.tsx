import { buildDepositState, buildOffer, buildPaymentMethod } from '@kassa/test-kit';
import type { Meta, StoryObj } from '@storybook/react-vite';
import { use } from 'react';
import {
  buildFound,
  buildUnifiedDeposit,
} from '../../flows/deposit/created/testing/build-created.ts';
import { provideMethodKinds } from '../../flows/deposit/method-kinds.ts';
import { resolvePlayerLocale } from '../../i18n/player-locale.ts';
import { TextProvider } from '../../i18n/text-provider.tsx';
import { messagesOf, Stage, StageLocaleContext } from '../../testing/stage.tsx';
import { networkError } from '../../transport/transport-error.ts';
import { methodKinds } from '../method-kinds.ts';
import { buildPayTree } from './build-pay-tree.ts';
import { ClosedPage } from './pay-page.screen.tsx';

/** The page where its deposit isn't shown. */
function Closed({ kind }: Pick<Parameters<typeof ClosedPage>[0], 'kind'>) {
  const locale = resolvePlayerLocale(use(StageLocaleContext));
  return (
    <TextProvider locale={locale} messages={messagesOf(locale.tag)} onError={() => {}}>
      <ClosedPage kind={kind} onRetry={() => {}} />
    </TextProvider>
  );
}

const meta: Meta<typeof Closed> = { title: 'Pay page/States', component: Closed };
export default meta;
type Story = StoryObj<typeof Closed>;

export const Opening: Story = { args: { kind: 'opening' } };

export const Used: Story = { args: { kind: 'used' } };

export const Ended: Story = { args: { kind: 'ended' } };

export const Unreachable: Story = { args: { kind: 'unreachable' } };

provideMethodKinds(methodKinds);
const deposit = { depositId: 'deposit-1', paymentMethod: 'card' };
const search = 'depositId=deposit-1&method=card';
const method = buildPaymentMethod({ text: { en: 'Bank transfer', ar: 'تحويل مصرفي' } });

const alone = (path: string, answers: object): Parameters<typeof Stage>[0] => ({
  path,
  isSingleDeposit: true,
  hostData: { closingButton: false },
  tree: buildPayTree('Redirect deposit unified form', deposit),
  answers: { 'methods-payment-v3': buildOffer([method]), ...answers },
});

export const Invoice: Story = {
  render: () => (
    <Stage
      {...alone(`/deposit/redirect/unified-form?${search}`, {
        'deposit-get': buildFound(buildUnifiedDeposit()),
      })}
    />
  ),
};

export const Paid: Story = {
  render: () => (
    <Stage
      {...alone(`/deposit/complete?${search}`, {
        'deposit-get': buildFound(null),
        'deposit-status': buildDepositState({ status: 'PAYED' }),
        'deposit-receipt': networkError('A ticket is not good for it'),
      })}
    />
  ),
};
