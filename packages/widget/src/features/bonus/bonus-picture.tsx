import type { BonusTone } from './bonus-tone.ts';

const paths = {
  gift: 'M5 13.500h24V27a2.500 2.500 0 01-2.500 2.500h-19A2.500 2.500 0 015 27zM3 9h28v4.500H3zM17 9v20.500M17 9c-8 0-8-6.500-4-6.500 3 0 4 3.500 4 6.500zm0 0c8 0 8-6.500 4-6.500-3 0-4 3.500-4 6.500z',
  reels: 'M4 7h26v20H4zM12.700 7v20M21.300 7v20M7 17h3M15.500 17h3M24 17h3M17 2.500V7M9 31h16',
  coin: 'M17 3.500a13.500 13.500 0 100 27 13.500 13.500 0 000-27zM12.500 21.500l9-9M13.500 13.400v.1M20.500 20.500v.1',
} as const;

/** The kind of a bonus as a line drawing: money, spins or coins. Hidden from screen readers. */
export function BonusPicture({ tone }: { tone: BonusTone }) {
  const name = tone === 'freespin' ? 'reels' : tone === 'crypto' ? 'coin' : 'gift';
  return (
    <svg
      width="2.125em"
      height="2.125em"
      viewBox="0 0 34 34"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
