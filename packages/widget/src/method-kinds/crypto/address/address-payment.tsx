import type { CryptoAddress, NextStep } from '@kassa/contract';
import { useEffect } from 'react';
import { hasCryptoBonus, isCryptoMethod } from '../../../features/bonus/crypto-bonus.ts';
import { CryptoBonusCard } from '../../../features/bonus/crypto-bonus-card.tsx';
import { Reference } from '../../../features/copy/reference.tsx';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { Steps } from '../../../flows/deposit/created/steps.tsx';
import type { CreatedDeposit } from '../../../flows/deposit/created/use-created-deposit.ts';
import { useCreatedPayment } from '../../../flows/deposit/created/use-created-payment.ts';
import { useText } from '../../../i18n/text.ts';
import { useSession } from '../../../session/session.ts';
import { reportError } from '../../../telemetry/report-error.ts';
import { Notice } from '../../../ui/notice.tsx';
import { StatusPanel, StatusText } from '../../../ui/status-panel.tsx';
import styles from './address.module.css';
import { AddressCard } from './address-card.tsx';
import { AddressFacts } from './address-facts.tsx';
import { AmountConverter } from './amount-converter.tsx';
import { type CheckedAddress, checkAddress } from './check-address.ts';
import { forgetPaid } from './kept-addresses.ts';
import { PricePart } from './price-part.tsx';
import { describeNetwork } from './resolve-network.ts';

type AddressStep = Extract<NextStep, { kind: 'address' | 'unreadableAddress' }>;

interface AddressPaymentProps {
  created: CreatedDeposit<AddressStep>;
}

/**
 * The address of a deposit, as long as no payment to it was seen; nothing of it where it can't be
 * read, or where its forms differ.
 */
export function AddressPayment({ created }: AddressPaymentProps) {
  const { step, method, deposit } = created;
  const address = step.kind === 'address' ? step.address : null;
  const checked = address === null ? null : checkAddress(address, method);
  return address === null || checked === null ? (
    <Mismatch reference={deposit.reference} />
  ) : (
    <CheckedPayment created={created} address={address} checked={checked} />
  );
}

interface CheckedPaymentProps extends AddressPaymentProps {
  address: CryptoAddress;
  checked: CheckedAddress;
}

function CheckedPayment({ created, address, checked }: CheckedPaymentProps) {
  const text = useText();
  const session = useSession();
  const { hostData } = session;
  const { method, deposit } = created;
  const { isOver, isSeen } = useCreatedPayment(created, null);
  const { depositId } = deposit;
  useEffect(() => {
    if (isSeen) forgetPaid(session, depositId);
  }, [isSeen, session, depositId]);
  const network = describeNetwork(address.blockchain);
  const coin = address.cryptoName;
  const { showCryptoInstruction } = hostData.schema.meta;
  const hasBonus = method !== undefined && isCryptoMethod(method) && deposit.coins === undefined;
  return (
    <>
      {isOver && <Notice glyph="clock">{text('crypto.expired')}</Notice>}
      {method?.isOneWay === true && (
        <Notice>{text('crypto.oneWay', { coin, network: unbroken(network) })}</Notice>
      )}
      <PricePart created={created} address={address} />
      <AddressCard address={address} checked={checked} />
      <Notice tone="warn">
        <p>{text('crypto.warning', { coin, network: unbroken(network) })}</p>
        {address.tokenContract !== undefined && (
          <p>
            {text('crypto.contractWarning', {
              coin,
              contract: isolated(shortenHash(address.tokenContract)),
            })}
          </p>
        )}
        {address.memo !== undefined && <p>{text('crypto.memoWarning')}</p>}
      </Notice>
      <AddressFacts address={address} deposit={deposit} network={network} />
      {hasBonus && hasCryptoBonus(hostData, [method]) && <CryptoBonusCard />}
      {showCryptoInstruction && (
        <Steps
          title={text('payment.steps')}
          steps={[
            text('crypto.steps.copy'),
            text('crypto.steps.send', { coin, network }),
            text('crypto.steps.wait'),
          ]}
        />
      )}
      <p className={styles.watching}>{text('crypto.watching')}</p>
      {address.payAmount === undefined && <AmountConverter address={address} />}
    </>
  );
}

/** Keeps a name such as TRC-20 on one line, by the invisible word joiner after its hyphen. */
function unbroken(name: string): string {
  return name.replaceAll('-', '-\u2060');
}

/** Keeps a text of Latin letters in its order within a text that runs from right to left. */
function isolated(hash: string): string {
  return `\u2066${hash}\u2069`;
}

/** The forms of the address differ: the player must not pay, and the host and support are to know. */
function Mismatch({ reference }: { reference: string }) {
  const text = useText();
  const { bridge } = useSession();
  useEffect(() => {
    reportError(bridge, `The address of the deposit ${reference} differs from its code.`);
  }, [bridge, reference]);
  return (
    <div role="alert">
      <StatusPanel tone="danger" title={text('crypto.mismatch.title')}>
        <StatusText>{text('crypto.mismatch.text')}</StatusText>
        <Reference reference={reference} />
      </StatusPanel>
    </div>
  );
}
