import { useCaptcha } from '../../../features/captcha/use-captcha.tsx';
import { PackageGone } from '../../../features/coin-package/package-gone.tsx';
import { useChosenBox } from '../../../features/coin-package/use-chosen-box.ts';
import { PaymentLink } from '../../../features/payment-link/payment-link.tsx';
import { isWaiting } from '../../../flows/deposit/deposit.machine.ts';
import { CaptchaPlace } from '../../../flows/deposit/deposit-form/form-note.tsx';
import { resolveDefaultEntry } from '../../../flows/deposit/next-page.ts';
import { SlowNotice } from '../../../flows/deposit/slow-notice.tsx';
import { useText } from '../../../i18n/text.ts';
import { Navigate } from '../../../routing/link.tsx';
import { useNavigate, useSearch } from '../../../routing/use-router.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AddressFailure } from './address-failure.tsx';
import { AddressSkeleton } from './address-skeleton.tsx';
import type { CoinMethod } from './resolve-network.ts';
import { useNewAddress } from './use-new-address.ts';

/** The address while its deposit is being created, and why that failed. */
export function NewAddress({ method }: { method: CoinMethod }) {
  const text = useText();
  const captcha = useCaptcha();
  const { group } = useSearch();
  const navigate = useNavigate();
  const box = useChosenBox();
  const { deposit, failure, retry } = useNewAddress(method, captcha);
  const { state } = deposit;
  if (failure !== null && box?.isGone === true) {
    return <PackageGone onChoose={() => navigate({ to: 'Deposit list' })} />;
  }
  if (failure !== null) return <AddressFailure failure={failure} retry={retry} />;
  if (state.kind === 'idle' && state.continues !== null) {
    // A provider that asks for more first: its fields belong to the form.
    const { depositId } = state.continues;
    return (
      <Navigate to={resolveDefaultEntry()} search={{ depositId, method: method.name, group }} />
    );
  }
  if (state.kind === 'offeringLink') {
    const { depositId, redirect } = state;
    return (
      <>
        <Notice>{text('deposit.continue.text')}</Notice>
        <PaymentLink depositId={depositId} redirect={redirect} onOpen={deposit.openedLink}>
          {text('deposit.continue.button')}
        </PaymentLink>
      </>
    );
  }
  return (
    <div>
      <Announcement>{text('crypto.preparing')}</Announcement>
      <CaptchaPlace isNeeded={state.kind === 'solvingCaptcha'}>{captcha.element}</CaptchaPlace>
      <SlowNotice isWaiting={isWaiting(state)} words="deposit.slow.text" />
      <AddressSkeleton />
    </div>
  );
}
