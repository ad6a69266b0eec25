/** How long the address of a saved file lives, in ms: some browsers read it after the press. */
const savedMs = 60_000;

/** Saves a file by a link: it needs `allow-downloads` in a sandboxed frame. */
export function saveFile(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), savedMs);
}

/** Whether the device has a share sheet that takes a file. */
export function canShareFile(file: File): boolean {
  return navigator.canShare?.({ files: [file] }) === true;
}

/** Opens the share sheet; the file is saved where the browser refuses. */
export async function shareFile(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch (error) {
    // The player closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    saveFile(file);
  }
}
