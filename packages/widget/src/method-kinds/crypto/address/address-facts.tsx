import {
  blockchains,
  type CryptoAddress,
  confirmationMinutesOf,
  type DepositSummary,
} from '@kassa/contract';
import { CopyButton } from '../../../features/copy/copy-button.tsx';
import { ShareButton } from '../../../features/copy/share-button.tsx';
import { shortenHash } from '../../../features/explorer/shorten-hash.ts';
import { useMoney, useText } from '../../../i18n/text.ts';
import { Detail, DetailReference } from '../../../ui/detail.tsx';
import styles from './address.module.css';
import { useCoinValue } from './use-coin-value.ts';

interface AddressFactsProps {
  address: CryptoAddress;
  deposit: DepositSummary;
  /** The network's name with that of its blockchain. */
  network: string;
}

/** What a player needs to know before sending: the minimum, the network, the token, the time. */
export function AddressFacts({ address, deposit, network }: AddressFactsProps) {
  const text = useText();
  const { tokenContract, blockchain } = address;
  const { reference } = deposit;
  const facts = blockchains[blockchain];
  return (
    <dl className={styles.facts}>
      {address.payAmount === undefined && (
        <Detail name={text('crypto.minimum')}>
          <Minimum address={address} />
        </Detail>
      )}
      <Detail name={text('crypto.network')}>
        <bdi>{network}</bdi>
      </Detail>
      <Detail name={text('crypto.credited')}>
        {text('crypto.creditedIn', {
          minutes: confirmationMinutesOf(facts.network),
          blocks: facts.confirmations,
        })}
      </Detail>
      {tokenContract !== undefined && (
        <Detail name={text('crypto.contract')}>
          <bdi dir="ltr">{shortenHash(tokenContract)}</bdi>
          <CopyButton
            value={tokenContract}
            label={text('copy.label', { name: text('crypto.contract') })}
          />
        </Detail>
      )}
      <Detail name={text('reference.label')}>
        <DetailReference>{reference}</DetailReference>
        <CopyButton value={reference} label={text('reference.copy')} />
        <ShareButton value={reference} />
      </Detail>
    </dl>
  );
}

function Minimum({ address }: { address: CryptoAddress }) {
  const text = useText();
  const money = useMoney();
  const value = useCoinValue(address);
  const { minDepositValue, cryptoName } = address;
  return (
    <span className={styles.minimum}>
      <b>{money(minDepositValue, cryptoName, { trimZeros: true })}</b>
      {value != null && (
        <span className={styles.value}>
          {text('crypto.about', { amount: money(value.amount, value.currency) })}
        </span>
      )}
    </span>
  );
}
