declare module 'heic-decode' {
  /** A picture of a file whose header is read. */
  interface HeicPicture {
    width: number;
    height: number;
    /** Returns the pixels as RGBA. */
    decode: () => Promise<{ data: Uint8ClampedArray }>;
  }
  const heicDecode: { all: (file: { buffer: Uint8Array }) => Promise<HeicPicture[]> };
  export default heicDecode;
}
