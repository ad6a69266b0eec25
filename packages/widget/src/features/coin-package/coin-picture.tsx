import styles from './coin-package.module.css';

/** The stacks of a pile, from back to front: how far from the start, and how many coins high. */
const piles = [
  [[20, 1]],
  [
    [10, 1],
    [29, 2],
  ],
  [
    [12, 2],
    [27, 4],
  ],
  [
    [9, 3],
    [31, 2],
    [20, 5],
  ],
  [
    [8, 5],
    [32, 4],
    [20, 7],
  ],
] as const;

/** The largest pile; a package's own is between 0 and this. */
export const largestPile = piles.length - 1;

/** Gold coins: one with a star, or stacks of them, the higher the more there are. */
export function CoinPicture({ pile = 0 }: { pile?: number }) {
  const stacks = piles[Math.min(pile, largestPile)] ?? piles[0];
  if (stacks.length === 1 && stacks[0][1] === 1) return <OneCoin />;
  return (
    <svg className={styles.coin} viewBox="0 0 40 40" aria-hidden="true">
      {stacks.map(([x, count]) => (
        <Stack key={x} x={x} count={count} />
      ))}
    </svg>
  );
}

function OneCoin() {
  return (
    <svg className={styles.coin} viewBox="0 0 40 40" aria-hidden="true">
      <circle cx="20" cy="20" r="20" fill="#c98a12" />
      <circle cx="20" cy="20" r="16" fill="#f6bd3b" />
      <path
        d="M20 9.500l3.100 6.900 7.400.8-5.500 5 1.600 7.300L20 25.700l-6.600 3.800 1.600-7.300-5.500-5 7.400-.8z"
        fill="#8a5a00"
      />
    </svg>
  );
}

/** Coins lying on each other, seen from above the edge. */
function Stack({ x, count }: { x: number; count: number }) {
  const coins = Array.from({ length: count }, (_, index) => 34 - index * 4);
  return coins.map((y) => (
    <g key={y} transform={`translate(${x} ${y})`}>
      <path d="M-8 0v3.200a8 3.200 0 0 0 16 0V0z" fill="#b0760a" />
      <path d="M-4 2.600v3.100M0 3.200v3.200M4 2.600v3.100" stroke="#8a5a00" strokeWidth=".8" />
      <ellipse rx="8" ry="3.200" fill="#f6bd3b" />
      <ellipse rx="5.400" ry="2" fill="none" stroke="#c98a12" strokeWidth=".9" />
    </g>
  ));
}
