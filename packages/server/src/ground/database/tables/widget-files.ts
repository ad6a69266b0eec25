export interface WidgetFilesTable {
  /** The path under the product, such as `assets/first.CFN2aZDl.js`. */
  path: string;
  content_type: string;
  /** SHA-256 of the content, in base64url. */
  digest: string;
  content: Buffer;
  br: Buffer | null;
  gzip: Buffer | null;
  expires_at: Date;
}

export interface WidgetFilesTables {
  widget_files: WidgetFilesTable;
}
