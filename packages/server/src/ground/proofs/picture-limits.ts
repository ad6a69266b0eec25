/**
 * Larger pictures are refused before they are decoded: an interlaced PNG with 16 bits per channel is
 * in memory whole, with 11 bytes per pixel. The widget scales a phone's largest photographs down.
 */
export const mostPixels = 40_000_000;
