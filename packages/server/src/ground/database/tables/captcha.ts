export interface CaptchaMarksTable {
  brand_id: string;
  digest: string;
  expires_at: Date;
}

export interface CaptchaTables {
  captcha_marks: CaptchaMarksTable;
}
