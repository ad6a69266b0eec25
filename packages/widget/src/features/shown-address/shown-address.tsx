import type { CSSProperties, Ref } from 'react';
import styles from './shown-address.module.css';

/** How many characters at either end are highlighted (§2). */
const edge = 5;

/** An address in three parts: its beginning, its middle and its end. */
export type AddressParts = readonly [string, string, string];

/** Splits an address into its middle and the characters at either end that a player compares. */
export function splitAddress(address: string): AddressParts {
  if (address.length <= 2 * edge) return [address, '', ''];
  return [address.slice(0, edge), address.slice(edge, -edge), address.slice(-edge)];
}

interface ShownAddressProps {
  ref?: Ref<HTMLElement>;
  parts: AddressParts;
}

/**
 * An address in two even lines, with the characters that a player compares. It is read from left to
 * right everywhere, and selected as a whole.
 */
export function ShownAddress({ ref, parts: [first, middle, last] }: ShownAddressProps) {
  const half = Math.ceil((first.length + middle.length + last.length) / 2);
  const turn = Math.max(0, half - first.length);
  const style = { '--k-line-length': half } as CSSProperties;
  return (
    <span className={styles.room} style={style}>
      <bdi className={styles.address} dir="ltr" translate="no" ref={ref}>
        <b className={styles.edge}>{first}</b>
        {middle.slice(0, turn)}
        <wbr />
        {middle.slice(turn)}
        {last !== '' && <b className={styles.edge}>{last}</b>}
      </bdi>
    </span>
  );
}
