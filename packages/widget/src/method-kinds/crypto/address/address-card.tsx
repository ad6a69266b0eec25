import type { CryptoAddress } from '@kassa/contract';
import { useId, useRef, useState } from 'react';
import { CopyWideButton } from '../../../features/copy/copy-wide-button.tsx';
import { ShareButton } from '../../../features/copy/share-button.tsx';
import { QrCode } from '../../../features/qr/qr-code.tsx';
import { RequisiteList, RequisiteRow } from '../../../features/requisites/requisite-list.tsx';
import { ShownAddress } from '../../../features/shown-address/shown-address.tsx';
import { useText } from '../../../i18n/text.ts';
import cards from '../../../ui/card.module.css';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import styles from './address.module.css';
import type { CheckedAddress, CodeKind } from './check-address.ts';

interface AddressCardProps {
  address: CryptoAddress;
  checked: CheckedAddress;
}

/** The code, the address, and the ways to take it along (§2 "Crypto address"). */
export function AddressCard({ address, checked }: AddressCardProps) {
  const text = useText();
  const labelId = useId();
  const shown = useRef<HTMLElement>(null);
  const { cryptoName: coin, memo } = address;
  return (
    <>
      <section className={`${cards.card} ${styles.card}`} aria-labelledby={labelId}>
        <h2 className={styles.label} id={labelId}>
          {text('crypto.address', { coin })}
        </h2>
        <AddressCode checked={checked} hasMemo={memo !== undefined} />
        <ShownAddress ref={shown} parts={checked.parts} />
        <div className={styles.actions}>
          <CopyWideButton
            value={checked.address}
            label={text('crypto.copy')}
            onForbidden={() => select(shown.current)}
            isPrimary
            isTipped
          />
          <ShareButton value={describeShared()} isWide />
        </div>
      </section>
      {memo !== undefined && (
        <RequisiteList>
          <RequisiteRow
            label={text('crypto.memo')}
            shown={<bdi dir="ltr">{memo}</bdi>}
            copied={memo}
            isLarge
          />
        </RequisiteList>
      )}
    </>
  );

  /** The address, and the memo without which nobody can tell whose payment it is. */
  function describeShared(): string {
    return memo === undefined
      ? checked.address
      : `${checked.address}\n${text('crypto.memo')}: ${memo}`;
  }
}

function AddressCode({ checked, hasMemo }: { checked: CheckedAddress; hasMemo: boolean }) {
  const text = useText();
  const id = useId();
  const [kind, setKind] = useState<CodeKind>(checked.firstCode);
  const { uri, address } = checked.codes;
  return (
    <>
      <QrCode text={checked.codes[kind]} picture={null} label={text('crypto.picture')} isSmall />
      {uri !== address && (
        <SegmentedChoice
          id={id}
          label={text('crypto.code.label')}
          choices={[
            { value: 'uri', text: text('crypto.code.uri') },
            { value: 'address', text: text('crypto.code.address') },
          ]}
          value={kind}
          onChange={(value) => setKind(value === 'uri' ? 'uri' : 'address')}
        />
      )}
      {hasMemo && kind === 'address' && (
        <p className={styles.note}>{text('crypto.code.withoutMemo')}</p>
      )}
    </>
  );
}

/** Selects the address, for copying by hand. */
function select(element: HTMLElement | null): void {
  if (element !== null) getSelection()?.selectAllChildren(element);
}
