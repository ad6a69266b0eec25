const paths = {
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  search: 'M11 5a6 6 0 100 12 6 6 0 000-12zM20 20l-4.5-4.5',
  check: 'M5 12.5l4.5 4.500L19 7.500',
  copy: 'M10 8h8a2 2 0 012 2v8a2 2 0 01-2 2h-8a2 2 0 01-2-2v-8a2 2 0 012-2zM16 5.500A1.500 1.500 0 0014.500 4H6a2 2 0 00-2 2v8.500A1.500 1.500 0 005.500 16',
  external: 'M13 5h6v6M19 5l-9 9M17 14v3a2 2 0 01-2 2H7a2 2 0 01-2-2V9a2 2 0 012-2h3',
  share: 'M12 15V4M8 7.500L12 3.500l4 4M5 13v5a2 2 0 002 2h10a2 2 0 002-2v-5',
  shield:
    'M12 3.500l7 2.500v5.500c0 4.300-2.900 7.400-7 9-4.100-1.600-7-4.700-7-9V6zM9 12l2.200 2.200L15 10.400',
  clock: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.500l3 1.800',
  warning: 'M12 4l8.500 15h-17zM12 10v4M12 16.800v.1',
  info: 'M12 4a8 8 0 100 16 8 8 0 000-16zM12 11.500V16M12 8v.1',
  play: 'M8 5.500v13l10.500-6.500z',
  receipt: 'M6 3.500h12v17l-3-2-3 2-3-2-3 2zM9.500 8h5M9.500 12h5',
  slides:
    'M5.500 5h13a1.500 1.500 0 011.500 1.500v8a1.500 1.500 0 01-1.500 1.500h-13A1.500 1.500 0 014 14.500v-8A1.500 1.500 0 015.500 5zM9 19.500h6M10.500 8l3.500 2.500-3.500 2.500z',
  chat: 'M6 5h12a2 2 0 012 2v7a2 2 0 01-2 2h-6l-4.500 3.500V16H6a2 2 0 01-2-2V7a2 2 0 012-2zM8 9h8M8 12h5',
  plug: 'M9 4v4M15 4v4M6.500 8h11v3.500a5.500 5.500 0 01-11 0zM12 17v3.500',
} as const;

export type GlyphName = keyof typeof paths;

interface GlyphProps {
  name: GlyphName;
  /** The edge in px, where the player's font size is the usual one. */
  size?: number;
  className?: string | undefined;
}

/** A line drawing in the colour of its text, hidden from screen readers. */
export function Glyph({ name, size = 22, className }: GlyphProps) {
  // Not all browsers read `rem` here.
  const edge = `${size / 16}em`;
  return (
    <svg
      className={className}
      width={edge}
      height={edge}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
